// Package tracing owns the traces of a process: one tree from a request through its operation and its command to the
// statements in the database, and one from each errand of the worker to what is asked of a provider. Spans name what was
// done, never for whom: they hold operations, outcomes, correlation ids and the text of statements without their values.
// It is off unless an exporter is named; then nothing of it runs.
package tracing

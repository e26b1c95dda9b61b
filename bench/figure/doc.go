// Package figure tells what was measured: one JSON line a figure for programs, and pages of record with a table, a chart and the
// raw numbers for people.
package figure

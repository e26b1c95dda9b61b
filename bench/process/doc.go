// Package process says what the system knows of processes under measurement: their processor time and their memory. It reads
// /proc, and so works on Linux alone.
package process

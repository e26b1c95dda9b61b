// Command all runs the measurements one after the other: briefly, to see where things stand, or at length, when it renews the pages
// of record. It says on one line how far it is, and ends with a table of all figures.
//
//	go build -o bin/slotq . && go run ./bench/all          # minutes
//	go run ./bench/all -full                               # an hour, on a machine that does nothing else
package main

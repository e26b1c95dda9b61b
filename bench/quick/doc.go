// Command quick measures a SlotQ beside pgbench on the same PostgreSQL in the same run, in short rounds that take turns: what
// passes through GraphQL, with all rules, against the bare SQL of the same deed, one transaction each. It starts the server and its
// database itself, and prints one JSON line a figure.
//
//	go build -o bin/slotq . && go run ./bench/quick -slotq bin/slotq
package main

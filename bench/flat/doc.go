// Command flat measures whether a deed costs the same when a database is full of history as when it is empty: two databases on one
// PostgreSQL, furnished alike, one of them filled with a million reservations, the events that told of them and the people who
// waited. Rounds at both take turns. It starts the built program and its database itself, and prints one JSON line a figure.
//
//	go build -o bin/slotq . && go run ./bench/flat -slotq bin/slotq -scale 0.01
package main

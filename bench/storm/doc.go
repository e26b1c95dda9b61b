// Command storm breaks a SlotQ on purpose and sees whether it keeps its word: two processes that answer and two that work, a
// PostgreSQL and an outside booking system of their own, a proxy between each process and the database, many clients that keep a
// journal, and faults drawn from a seeded dice while they book. After each round everything is healed, the clients ask until they
// know what became of every key, and then the database is held against the journal and against every invariant.
//
//	go build -o bin/slotq . && go run ./bench/storm -slotq bin/slotq -seed 7 -for 60s
//
// It exits with 1 if a promise was broken. What it doesn't break is said in docs/experiments/storm.md.
package main

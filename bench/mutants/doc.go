// Command mutants breaks SlotQ on purpose, one small thing at a time, and demands that a test turns red for each. A suite that
// stays green while the version is not compared, or a lock is not taken, proves nothing; this is how we know that ours
// does.
//
//	go run ./internal/pgtest/withcluster go run ./bench/mutants
//
// Nothing in the tree is touched: the compiler is handed the changed files as an overlay.
package main

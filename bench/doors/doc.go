// Command doors measures what live subscribers cost: how long an event takes to the last of them, what a delivery costs the
// server, what an idle one holds, how a crowd comes back at once, and what those who don't read cost the others. Beside it
// the same load runs against a peer, npm's graphql-ws on Node. It starts both servers itself and prints one JSON line a
// figure.
//
//	go build -o bin/slotq . && go run ./bench/doors -slotq bin/slotq
package main

// Command locks measures five ways in which a booking can guard the units of a slot: a conditional update, an optimistic version
// with bounded retry, a row lock, an advisory lock, and serializable transactions. Under each the same booking is made, one
// transaction over tables like the product's, on a private durable PostgreSQL that it starts itself.
//
// Three loads: a race for the last units of one slot, a rush on one slot with units for everybody, and bookings spread over many
// slots. The ways take turns round by round, and after every round what the database holds is compared with what callers were told.
// It prints one JSON line a figure, and with -write renews the tables, charts and raw numbers of docs/experiments.
//
//	go run ./bench/locks -write docs/experiments
package main

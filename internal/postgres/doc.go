// Package postgres owns everything between SlotQ and its database server: the private cluster that runs when no
// DATABASE_URL is given, the connection pool, the only ways to open a transaction (one tenant, one snapshot, the worker,
// the owner), the cluster-wide roles, the migrations, and what a driver error means.
//
// It leaves the tables to ent/schema and migrations/, the queries to internal/store, and the meaning of a refused write
// to the caller: this package says which constraint spoke, not what the guest should read.
package postgres

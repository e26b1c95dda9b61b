// Package store is PostgreSQL through ent: what the desk needs to read, lock and write, and what readers need to read. It
// decides nothing; it implements the interfaces that booking, reading and feed declare.
package store

import (
	"context"
	"database/sql"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/slotq/slotq/ent/db"
	_ "github.com/slotq/slotq/ent/db/runtime" // without it the hooks of ent/schema don't exist
)

// shared lets an ent client work inside a transaction that somebody else began and will end.
type shared struct{ entsql.Conn }

// Dialect names PostgreSQL.
func (shared) Dialect() string { return dialect.Postgres }

// Close leaves the transaction to its owner.
func (shared) Close() error { return nil }

// Tx stays within the one transaction.
func (s shared) Tx(context.Context) (dialect.Tx, error) { return dialect.NopTx(s), nil }

// Client is an ent client that reads and writes inside tx, with all hooks.
func Client(tx *sql.Tx) *db.Client {
	return db.NewClient(db.Driver(shared{entsql.Conn{ExecQuerier: tx}}))
}

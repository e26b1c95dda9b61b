package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entschema "github.com/slotq/slotq/ent/schema"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
)

// Database opens the desk's transactions on PostgreSQL.
type Database struct{ db *postgres.DB }

// NewDatabase gives the desk its database.
func NewDatabase(db *postgres.DB) *Database { return &Database{db: db} }

// Command runs fn in a tenant's transaction that has tried to lock the key in its first statement.
func (d *Database) Command(ctx context.Context, tenant uuid.UUID, lock int64, fn func(context.Context, booking.Tx, bool) error) error {
	return translate(d.db.InTenantLocked(ctx, tenant, lock, func(ctx context.Context, tx *sql.Tx, locked bool) error {
		return fn(ctx, newTx(tenant, tx), locked)
	}))
}

// Routine runs fn in a tenant's transaction.
func (d *Database) Routine(ctx context.Context, tenant uuid.UUID, fn func(context.Context, booking.Tx) error) error {
	return translate(d.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		return fn(ctx, newTx(tenant, tx))
	}))
}

// translate gives an error of the database the meaning that it has for the desk and the doors; the cause stays with it.
func translate(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, postgres.ErrCommitUnknown):
		return fmt.Errorf("%w: %w", booking.ErrCommitUnknown, err)
	case postgres.Code(err) == lockTimeout:
		return fmt.Errorf("%w: %w: %w", booking.ErrBusy, problem.ErrUnavailable, err)
	case postgres.IsUnavailable(err):
		return fmt.Errorf("%w: %w", problem.ErrUnavailable, err)
	case refusedByWall(err):
		return fmt.Errorf("%w: %w", booking.ErrWall, err)
	}
	return err
}

// lockTimeout is what the server says when a lock took longer than a transaction may wait.
const lockTimeout = "55P03"

// refusedByWall tells constraints and triggers, and the hooks before them, from other errors.
func refusedByWall(err error) bool {
	switch postgres.Code(err) {
	case "23505", "23514", "23P01", "23503":
		return true
	}
	return errors.Is(err, entschema.ErrIllegalTransition)
}

// tx is one transaction in the scope of a tenant. Statements name the tenant themselves, and row-level security does so
// again.
type tx struct {
	surroundings
	ent *db.Client
}

var _ booking.Tx = (*tx)(nil)

func newTx(tenant uuid.UUID, inner *sql.Tx) *tx {
	return &tx{surroundings: surroundings{tenant: tenant, sql: inner}, ent: Client(inner)}
}

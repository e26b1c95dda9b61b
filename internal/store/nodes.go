package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/roster"
)

// Nodes keeps the list of running processes.
type Nodes struct{ db *postgres.DB }

// NewNodes keeps it in a database.
func NewNodes(db *postgres.DB) *Nodes { return &Nodes{db: db} }

var _ roster.List = (*Nodes)(nil)

const signNode = `
INSERT INTO nodes (id, role, release, started_at, seen_at) VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp())
ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`

// forgetNodes leaves a row that another process is just writing: it is no longer gone then.
const forgetNodes = `
DELETE FROM nodes WHERE id IN (
  SELECT id FROM nodes WHERE seen_at < clock_timestamp() - $1 * interval '1 microsecond' FOR UPDATE SKIP LOCKED)`

const countNodes = `
SELECT count(*) FROM nodes WHERE role <> 'worker' AND seen_at > clock_timestamp() - $1 * interval '1 microsecond'`

// Sign says that a process runs, strikes out those that have not been seen for ten times as long as one stays in sight, and
// counts those in sight that answer requests.
func (n *Nodes) Sign(ctx context.Context, who roster.Node, sight time.Duration) (answering int, err error) {
	err = n.db.AsWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, signNode, who.ID, who.Role, who.Release); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, forgetNodes, (10 * sight).Microseconds()); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, countNodes, sight.Microseconds()).Scan(&answering)
	})
	return answering, err
}

// Leave strikes a process out that stops.
func (n *Nodes) Leave(ctx context.Context, who roster.Node) error {
	return n.db.AsWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM nodes WHERE id = $1`, who.ID)
		return err
	})
}

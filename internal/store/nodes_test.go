package store_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/roster"
	"github.com/slotq/slotq/internal/store"
)

func TestNodesInSight(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	nodes := store.NewNodes(db)
	sign := func(who roster.Node) int {
		t.Helper()
		answering, err := nodes.Sign(t.Context(), who, time.Minute)
		require.NoError(t, err)
		return answering
	}
	api, both, works := roster.Node{ID: uuid.New(), Role: "api"}, roster.Node{ID: uuid.New(), Role: "all"}, roster.Node{ID: uuid.New(), Role: "worker"}
	require.Equal(t, 1, sign(api))
	require.Equal(t, 1, sign(works), "a worker answers nobody")
	require.Equal(t, 2, sign(both))
	require.Equal(t, 2, sign(api), "signing again is not another node")

	silent := func(id uuid.UUID, since string) {
		t.Helper()
		require.NoError(t, db.AsWorker(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE nodes SET seen_at = seen_at - $2::interval WHERE id = $1`, id, since)
			return err
		}))
	}
	silent(both.ID, "61 seconds")
	require.Equal(t, 1, sign(api), "one that was not seen for a minute doesn't count")
	require.Equal(t, 2, sign(both), "and counts again once it is back")
	silent(both.ID, "601 seconds")
	require.Equal(t, 1, sign(api))
	require.Equal(t, 2, count(t, db, `SELECT count(*) FROM nodes`), "what has been gone for long is struck out")

	require.NoError(t, nodes.Leave(t.Context(), api))
	require.NoError(t, nodes.Leave(t.Context(), api))
	require.Equal(t, 1, count(t, db, `SELECT count(*) FROM nodes`))
}

func count(t *testing.T, db interface {
	InWorker(context.Context, func(context.Context, *sql.Tx) error) error
}, query string) (n int) {
	t.Helper()
	require.NoError(t, db.InWorker(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, query).Scan(&n)
	}))
	return n
}

package layout_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
)

// taking changes a slot and keeps it locked until it is told to commit.
func taking(slot uuid.UUID, locked chan<- struct{}, release <-chan struct{}) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE slots SET version = version + 1 WHERE id = $1`, slot)
		close(locked)
		<-release
		return err
	}
}

// waitForLock waits until somebody in the database of the house stands in line for a lock.
func waitForLock(t *testing.T, h *housetest.House) {
	t.Helper()
	admin := pgtest.Admin(t, h.DB)
	require.Eventually(t, func() bool {
		var waiting bool
		err := admin.QueryRow(`SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waiting)
		return err == nil && waiting
	}, 10*time.Second, 5*time.Millisecond)
}

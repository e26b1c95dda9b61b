package crashpoints_test

import (
	"context"
	"log/slog"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWithoutLeaks(m)) }

var ctx = context.Background()

// deskOver opens a desk over a pool, which nobody wakes.
func deskOver(db *postgres.DB) *booking.Desk {
	return booking.NewDesk(store.NewDatabase(db), func(uuid.UUID) {}, slog.New(slog.DiscardHandler))
}

// accepted demands that a worker does the rest, and returns the intent.
func accepted(t *testing.T, r command.Result, err error) uuid.UUID {
	t.Helper()
	require.NoError(t, err)
	require.Equal(t, command.Accepted, r.Outcome)
	return housetest.ID(t, r, ref.Intent)
}

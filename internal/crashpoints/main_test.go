package crashpoints_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

// TestMain also demands that no line is left lying.
func TestMain(m *testing.M) {
	code := pgtest.Main(m)
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

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

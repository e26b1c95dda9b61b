package app

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/demo"
	"github.com/slotq/slotq/internal/layout"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/store"
)

// The demo has joined tables, a room that is sold every half hour, a pooled room, people who wait.
func TestWhatTheDemoListsCanBeHeld(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	log := slog.New(slog.DiscardHandler)
	seeder := &demo.Seeder{
		DB: db, Desk: booking.NewDesk(store.NewDatabase(db), func(uuid.UUID) {}, log), Keys: auth.NewKeys(db), Layout: layout.New(db), Log: log,
	}
	_, err := seeder.Seed(t.Context())
	require.NoError(t, err)

	var out bytes.Buffer
	s := newSampler(db, 7, &out)
	require.NoError(t, s.run(t.Context(), 60))
	require.Empty(t, out.String())
	require.Equal(t, 180, s.tried)
	require.Positive(t, s.refused, "nothing that can't be booked was tried")
	require.Less(t, s.refused, s.tried, "nothing that can be booked was tried")
	var left int
	require.NoError(t, db.SQL().QueryRow(`SELECT count(*) FROM reservations WHERE status = 'HELD'`).Scan(&left))
	require.Zero(t, left, "a trial left a hold behind")
}

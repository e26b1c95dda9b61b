package booking_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/problem"
)

// TestBusy: somebody keeps a slot locked for longer than a transaction may wait.
func TestBusy(t *testing.T) {
	t.Parallel()
	type answered struct {
		result command.Result
		err    error
	}
	begin := func(t *testing.T) (h *housetest.House, in booking.HoldSlot, release func(), answer chan answered) {
		h = housetest.New(t)
		slot := h.Evening()
		guest := h.Guest("Patient")
		in = ask(h.Key(), slot)
		release = holdLock(t, h, `SELECT FROM slots WHERE id = $1 FOR UPDATE`, slot)
		answer = make(chan answered, 1)
		go func() {
			r, err := h.Desk.HoldSlot(ctx, guest, in, "test")
			answer <- answered{r, err}
		}()
		return h, in, release, answer
	}

	t.Run("a command that waited in vain stands in line again", func(t *testing.T) {
		t.Parallel()
		h, _, release, answer := begin(t)
		admin := pgtest.Admin(t, h.DB)
		first := waiterSince(t, admin, time.Time{})
		waiterSince(t, admin, first) // its transaction was given up; another waits
		release()
		got := <-answer
		require.NoError(t, got.err)
		require.Equal(t, command.Committed, got.result.Outcome)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations`))
		sound(t, h)
	})
	t.Run("but not for ever, and then nothing has happened", func(t *testing.T) {
		t.Parallel()
		h, in, release, answer := begin(t)
		got := <-answer
		require.ErrorIs(t, got.err, problem.ErrUnavailable)
		require.Zero(t, h.Count(`SELECT count(*) FROM commands`))
		release()
		housetest.Must(t)(h.Desk.HoldSlot(ctx, h.Guest("Again"), in, "test"))
	})
}

// waiterSince waits for a session that waits for a lock in a transaction begun after a moment, and tells when that began.
func waiterSince(t *testing.T, admin *sql.DB, after time.Time) (began time.Time) {
	t.Helper()
	require.Eventually(t, func() bool {
		err := admin.QueryRow(`SELECT xact_start FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND xact_start > $1`, after).Scan(&began)
		return err == nil
	}, 10*time.Second, 2*time.Millisecond)
	return began
}

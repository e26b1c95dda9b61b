package crashpoints_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// TestProvider: wherever the line breaks under a worker that books at an outside system, the next worker brings the intent to
// its end, and the place is booked there once: what has an answer that nobody wrote down is looked up, never asked for again.
func TestProvider(t *testing.T) {
	t.Parallel()
	w, u := newTown(t), housetest.NewUpstream()
	// begun is an intent that no worker has seen.
	begun := func(t *testing.T) (h *housetest.House, slot, id uuid.UUID) {
		h = w.fresh(t)
		h.Tie("city-"+h.Venue.String()[:8], housetest.Usual())
		slot = h.Evening()
		r, err := requesting(h, h.Guest("Cha"), slot)(h.Desk)
		return h, slot, accepted(t, r, err)
	}
	// work is a worker's life with the intent; it ends with the first trouble.
	work := func(d *booking.Desk, h *housetest.House, id uuid.UUID) (err error) {
		for more := true; more && err == nil; {
			more, err = housetest.Errand(ctx, d, u, h.Tenant, id)
		}
		return err
	}
	done := func(h *housetest.House, slot, id uuid.UUID) bool {
		return h.Count(`SELECT count(*) FROM intents i JOIN reservations r ON r.id = i.reservation_id JOIN slots s ON s.id = $2
			WHERE i.id = $1 AND i.status = 'SUCCEEDED' AND r.status = 'CONFIRMED' AND s.taken = 1
			  AND (SELECT count(*) FROM attempts a WHERE a.intent_id = i.id AND a.status = 'SUCCEEDED') = 1
			  AND NOT EXISTS (SELECT FROM attempts a WHERE a.intent_id = i.id AND a.status IN ('STARTING', 'RUNNING', 'UNKNOWN'))`, id, slot) == 1
	}

	h, slot, id := begun(t)
	w.line.Count()
	require.NoError(t, work(w.broken, h, id))
	passed := w.line.Passed()
	require.True(t, done(h, slot, id))

	for _, b := range breaks(passed) {
		where := name(b, passed)
		h, slot, id := begun(t)
		w.line.BreakAt(b)
		if err := work(w.broken, h, id); err != nil {
			unknown := errors.Is(err, booking.ErrCommitUnknown)
			require.True(t, unknown || errors.Is(err, problem.ErrUnavailable), "%s: %v", where, err)
		}
		require.True(t, w.line.Broke(), "%s: the line never broke", where)
		w.line.Settle()
		for range 6 {
			h.Hurry() // the lease of whoever is gone is over
			require.NoError(t, work(h.Desk, h, id), where)
		}
		require.True(t, done(h, slot, id), "%s: it is not done", where)
		times := 0
		for _, target := range u.Standing() {
			if target == ref.Encode(ref.Slot, slot) {
				times++
			}
		}
		require.Equal(t, 1, times, "%s: so often it is booked there", where)
		w.unlocked(t, where)
	}
	w.sound(t)
}

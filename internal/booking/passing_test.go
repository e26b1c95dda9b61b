package booking_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// TestPassedByTwoAtOnce: promotions of two slots that both want to pass the same large party, which may be passed once.
func TestPassedByTwoAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.WaitlistFit, r.SkipLimit = policy.BestFitWithSkipLimit, 1 })
	var rooms, slots, booked, small []uuid.UUID
	for range 2 {
		rooms = append(rooms, h.Resource(inventory.Pooled, 6, 1, 6))
	}
	slots = append(slots, h.Slot(rooms[0], 30*time.Hour, time.Hour), h.Slot(rooms[1], 30*time.Hour, time.Hour))
	for _, slot := range slots {
		confirmed(t, h, h.Guest("Four"), 4, slot)
		booked = append(booked, confirmed(t, h, h.Guest("Two"), 2, slot))
	}
	large := housetest.ID(t, housetest.Must(t)(wish(h, h.Guest("Large"), 6, nil, slots[0], slots[1])), ref.Entry)
	for i := range rooms {
		small = append(small, housetest.ID(t, housetest.Must(t)(wish(h, h.Guest("Small"), 2, &rooms[i], slots[0], slots[1])), ref.Entry))
	}
	catchUp(t, h)
	for _, id := range booked {
		cancel(t, h, h.Staff, id, 2)
	}

	release := holdLock(t, h, `SELECT FROM waitlist_entries WHERE id = $1 FOR UPDATE`, large)
	looked := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := h.Desk.CatchUp(ctx, h.Tenant)
			looked <- err
		}()
	}
	waiters(t, pgtest.Admin(t, h.DB), 2)
	release()
	require.NoError(t, errors.Join(<-looked, <-looked))
	catchUp(t, h)

	require.Equal(t, 1, h.Count(`SELECT passed_over FROM waitlist_entries WHERE id = $1`, large), "no more often than the limit")
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM offers`), "one passed; the other waits behind the large party")
	require.Equal(t, "WAITING", status(h, "waitlist_entries", large))
	require.Len(t, small, 2)
	sound(t, h)
}

package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// adjusting sets the capacity of a slot, read at the version at which it stands.
func adjusting(h *housetest.House, slot uuid.UUID, capacity int) (command.Result, error) {
	version := h.Count(`SELECT version FROM slots WHERE id = $1`, slot)
	return h.Desk.AdjustCapacity(ctx, h.Admin, booking.AdjustCapacity{SlotID: ref.Encode(ref.Slot, slot), Capacity: capacity, ExpectedVersion: version, Reason: "More chairs", Key: h.Key()}, "test")
}

func TestCapacity(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	room := func(t *testing.T) (*housetest.House, uuid.UUID) {
		h := housetest.In(t, db)
		return h, h.Slot(h.Resource(inventory.Pooled, 4, 1, 10), 30*time.Hour, time.Hour)
	}
	capacity := func(h *housetest.House, slot uuid.UUID) int {
		return h.Count(`SELECT capacity FROM slots WHERE id = $1`, slot)
	}

	t.Run("what is added goes to the waitlist first", func(t *testing.T) {
		h, slot := room(t)
		confirmed(t, h, h.Guest("Full"), 4, slot)
		entry := join(t, h, h.Guest("Waits"), 2, slot)
		require.Zero(t, catchUp(t, h))
		housetest.Must(t)(adjusting(h, slot, 6))
		rejected(t, problem.CapacityExceeded)(hold(h, h.Guest("Passes by"), 2, slot))
		require.Equal(t, 1, catchUp(t, h))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'slot.capacity_adjusted' AND (data ->> 'capacity')::int = 6`, slot))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'adjustCapacity' AND venue_id = $1 AND reason = 'More chairs'`, h.Venue))
		sound(t, h)
	})
	t.Run("it is never less than what is allocated, and a refusal says how much that is", func(t *testing.T) {
		h, slot := room(t)
		confirmed(t, h, h.Guest("Sits"), 3, slot)
		r := rejected(t, problem.CapacityExceeded)(adjusting(h, slot, 2))
		require.Contains(t, r.Problem.Message, "3 units")
		require.Equal(t, 4, capacity(h, slot))
		housetest.Must(t)(adjusting(h, slot, 3))
		require.Equal(t, 3, capacity(h, slot))
		require.Zero(t, h.Count(`SELECT count(*) FROM vacancies WHERE venue_id = $1`, h.Venue), "nothing was added")
		rejected(t, problem.CapacityExceeded)(hold(h, h.Guest("Late"), 1, slot))
		sound(t, h)
	})
	t.Run("holds that have lapsed are in nobody's way", func(t *testing.T) {
		h, slot := room(t)
		confirmed(t, h, h.Guest("Sits"), 1, slot)
		for range 2 {
			h.RunOut(housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Gone"), 1, slot)), ref.Reservation))
		}
		r := housetest.Must(t)(adjusting(h, slot, 1))
		require.Equal(t, []int{1, 1}, []int{capacity(h, slot), taken(h, slot)})
		require.Equal(t, slot, housetest.ID(t, r, ref.Slot))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM reservations WHERE venue_id = $1 AND status = 'EXPIRED'`, h.Venue))
		sound(t, h)
	})
	t.Run("an exclusive slot is taken as a whole", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Evening()
		rejected(t, problem.PolicyForbids)(adjusting(h, slot, 2))
		housetest.Must(t)(adjusting(h, slot, 1))
		require.Empty(t, told(h, slot), "nothing changed")
	})
	t.Run("what has begun is nobody's to wait for", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Slot(h.Resource(inventory.Pooled, 4, 1, 10), -time.Minute, time.Hour)
		housetest.Must(t)(adjusting(h, slot, 9))
		require.Zero(t, h.Count(`SELECT count(*) FROM vacancies WHERE venue_id = $1`, h.Venue))
	})
	t.Run("what can't be is refused by its field", func(t *testing.T) {
		h, slot := room(t)
		invalid(t, "capacity")(adjusting(h, slot, 0))
		invalid(t, "capacity")(adjusting(h, slot, 100_001))
	})
	t.Run("with holds at the same time there are never more taken than there are places", func(t *testing.T) {
		h, slot := room(t)
		guests := h.Guests(6)
		results := together(t, 8, func(i int) (command.Result, error) {
			if i < 6 {
				return hold(h, guests[i], 1, slot)
			}
			return adjusting(h, slot, i-4) // 2 and 3
		})
		counts := tally(results)
		require.Equal(t, 8, counts["COMMITTED"]+counts["CAPACITY_EXCEEDED"]+counts["VERSION_STALE"], "%v", counts)
		require.LessOrEqual(t, taken(h, slot), capacity(h, slot))
		sound(t, h)
	})
}

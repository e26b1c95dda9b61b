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
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// TestLastUnit: a hundred guests want the last unit at once.
func TestLastUnit(t *testing.T) {
	t.Parallel()
	const guests = 100
	for _, c := range []struct {
		name string
		slot func(t *testing.T, h *housetest.House) uuid.UUID
		lose problem.Code
	}{
		{"of a table", func(_ *testing.T, h *housetest.House) uuid.UUID { return h.Evening() }, problem.SlotOccupied},
		{"of a room of three with two taken", func(t *testing.T, h *housetest.House) uuid.UUID {
			slot := h.Slot(h.Resource(inventory.Pooled, 3, 1, 3), 30*time.Hour, time.Hour)
			confirmed(t, h, h.Guest("Two"), 2, slot)
			return slot
		}, problem.CapacityExceeded},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := housetest.New(t)
			slot := c.slot(t, h)
			before := h.Count(`SELECT count(*) FROM events WHERE kind = 'reservation.held'`)
			people := h.Guests(guests)

			results := together(t, guests, func(i int) (command.Result, error) { return hold(h, people[i], 1, slot) })

			require.Equal(t, map[string]int{"COMMITTED": 1, string(c.lose): guests - 1}, tally(results))
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE kind = 'reservation.held'`)-before)
			require.Equal(t, 1, h.Count(`SELECT (taken = capacity)::int FROM slots WHERE id = $1`, slot))
			require.Equal(t, guests, h.Count(`SELECT count(*) FROM commands WHERE operation = 'holdSlot' AND principal_id = ANY ($1::uuid[])`, principals(people)))
			sound(t, h)
		})
	}
}

// TestManySlotsAtOnce: holds over two slots, asked for in either order, never block each other for good.
func TestManySlotsAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 10_000 })
	const tries, places, hands = 1000, 100, 8
	a := h.Slot(h.Resource(inventory.Pooled, places, 1, 1), 30*time.Hour, time.Hour)
	b := h.Slot(h.Resource(inventory.Pooled, places, 1, 1), 30*time.Hour, time.Hour)
	people := h.Guests(hands)

	together(t, hands, func(i int) (last command.Result, err error) {
		for n := range tries / hands {
			slots := []uuid.UUID{a, b}
			if (n+i)%2 == 1 {
				slots = []uuid.UUID{b, a}
			}
			if last, err = hold(h, people[i], 1, slots...); err != nil {
				return last, err
			}
		}
		return last, nil
	})
	require.Equal(t, places, h.Count(`SELECT count(*) FROM reservations`), "as many as there is room for, and each over both")
	require.Equal(t, tries-places, h.Count(`SELECT count(*) FROM commands WHERE outcome = 'REJECTED'`))
	require.Equal(t, 2, h.Count(`SELECT count(*) FROM slots WHERE taken = capacity`))
	sound(t, h)
}

// TestAllOrNone: one taken slot among many leaves nothing held.
func TestAllOrNone(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	var slots []uuid.UUID
	for range 20 {
		slots = append(slots, h.Evening())
	}
	confirmed(t, h, h.Guest("First"), 2, slots[13])
	guest := h.Guest("Second")
	rejected(t, problem.SlotOccupied)(hold(h, guest, 2, slots...))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM slots WHERE taken > 0`))

	housetest.Must(t)(hold(h, guest, 2, append(slots[:13:13], slots[14:]...)...))
	require.Equal(t, 20, h.Count(`SELECT count(*) FROM slots WHERE taken > 0`))
	sound(t, h)
}

// TestCap: fifty holds at once by a customer who may have five.
func TestCap(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 5 })
	guest, room := h.Guest("Greedy"), h.Resource(inventory.Pooled, 100, 1, 4)
	slot := h.Slot(room, 30*time.Hour, time.Hour)
	results := together(t, 50, func(int) (command.Result, error) { return hold(h, guest, 1, slot) })
	require.Equal(t, map[string]int{"COMMITTED": 5, "POLICY_FORBIDS": 45}, tally(results))

	t.Run("what has lapsed no longer counts", func(t *testing.T) {
		var one uuid.UUID
		h.Scan(`SELECT id FROM reservations LIMIT 1`, nil, &one)
		h.Rewind("reservations", "expires_at", one)
		housetest.Must(t)(hold(h, guest, 1, slot))
		rejected(t, problem.PolicyForbids)(hold(h, guest, 1, slot))
	})
	t.Run("staff who name the customer meet the same cap", func(t *testing.T) {
		email := "greedy@example.com"
		h.Exec(`UPDATE customers SET email = $2, email_key = $2, version = version + 1 WHERE id = $1`, *guest.CustomerID, email)
		rejected(t, problem.PolicyForbids)(h.Desk.HoldSlot(ctx, h.Staff, booking.HoldSlot{
			SlotIDs: ids(slot), PartySize: 1, Customer: &booking.Contact{Name: "Greedy", Email: &email}, Key: h.Key(),
		}, "test"))
	})
	catchUp(t, h)
	sound(t, h)
}

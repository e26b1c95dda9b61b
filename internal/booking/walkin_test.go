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
	"github.com/slotq/slotq/internal/ref"
)

// walkIn asks for a party of two, as staff, with a fresh key.
func walkIn(h *housetest.House, slots ...uuid.UUID) booking.SeatWalkIn {
	return booking.SeatWalkIn{SlotIDs: ids(slots...), PartySize: 2, Key: h.Key()}
}

// soon is a slot of a new table that starts in so long, for two hours.
func soon(h *housetest.House, in time.Duration) uuid.UUID { return h.Slot(h.Table(), in, 2*time.Hour) }

// kindsOf are the events of a thing, in the order of its versions.
func kindsOf(h *housetest.House, id uuid.UUID) (kinds string) {
	h.Scan(`SELECT coalesce(string_agg(kind, ' ' ORDER BY entity_version), '') FROM events WHERE entity_id = $1`, []any{id}, &kinds)
	return kinds
}

func TestWalkIns(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.AutoNoShow = true })

	t.Run("a party at the door is held, confirmed and seated in one step", func(t *testing.T) {
		slot := soon(h, -time.Minute) // it has begun
		in := walkIn(h, slot)
		r := housetest.Must(t)(h.Desk.SeatWalkIn(ctx, h.Staff, in, "test"))
		id := housetest.ID(t, r, ref.Reservation)
		require.Equal(t, "reservation.held reservation.confirmed reservation.checked_in", kindsOf(h, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND status = 'CHECKED_IN' AND version = 3 AND walk_in AND no_show_at IS NULL AND override_reason IS NULL`, id))
		require.Equal(t, 1, taken(h, slot))

		again, err := h.Desk.SeatWalkIn(ctx, h.Staff, in, "test")
		require.NoError(t, err)
		require.True(t, again.Replayed)
		require.Equal(t, r.Refs, again.Refs)
		in.PartySize = 3
		rejected(t, problem.IdempotencyMismatch)(h.Desk.SeatWalkIn(ctx, h.Staff, in, "test"))

		housetest.Must(t)(h.Desk.CompleteReservation(ctx, h.Staff, on(h, id, 3), "test"))
		require.Zero(t, taken(h, slot))
	})
	t.Run("a double click seats once", func(t *testing.T) {
		in := walkIn(h, soon(h, 10*time.Minute))
		results := together(t, 2, func(int) (command.Result, error) { return h.Desk.SeatWalkIn(ctx, h.Staff, in, "test") })
		require.Equal(t, 2, tally(results)["COMMITTED"])
		require.Equal(t, results[0].Refs, results[1].Refs)
		require.NotEqual(t, results[0].Replayed, results[1].Replayed)
	})
	t.Run("from the opening of check-in until the end", func(t *testing.T) {
		rejected(t, problem.OutsideBookingWindow)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, soon(h, 31*time.Minute)), "test"))
		housetest.Must(t)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, soon(h, 29*time.Minute)), "test"))
		rejected(t, problem.OutsideBookingWindow)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, soon(h, -2*time.Hour)), "test"))
	})
	t.Run("what is kept for walk-ins is theirs alone", func(t *testing.T) {
		slot := soon(h, 10*time.Minute)
		h.Exec(`UPDATE slots SET walk_in_only = true WHERE id = $1`, slot)
		rejected(t, problem.WalkInOnly)(hold(h, h.Guest("Early"), 2, slot))
		housetest.Must(t)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, slot), "test"))
	})
	t.Run("several places at once", func(t *testing.T) {
		a, b := soon(h, 10*time.Minute), soon(h, 10*time.Minute)
		housetest.Must(t)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, a, b), "test"))
		rejected(t, problem.SlotOccupied)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, b, soon(h, 10*time.Minute)), "test"))
	})
	t.Run("what is due to the waitlist stays so", func(t *testing.T) {
		slot := soon(h, 20*time.Minute)
		booked := confirmed(t, h, h.Guest("First"), 2, slot)
		join(t, h, h.Guest("Waits"), 2, slot)
		housetest.Must(t)(h.Desk.CancelReservation(ctx, h.Staff, on(h, booked, 2), "OTHER", "test"))
		rejected(t, problem.SlotOccupied)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, slot), "test"))
		in := walkIn(h, slot)
		in.Override = &booking.Override{Reason: "the boss said so"}
		rejected(t, problem.SlotOccupied)(h.Desk.SeatWalkIn(ctx, h.Staff, in, "test"))
	})
	t.Run("a lapsed hold gives way", func(t *testing.T) {
		slot := soon(h, 20*time.Minute)
		lapsed := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Slow"), 2, slot)), ref.Reservation)
		h.RunOut(lapsed)
		housetest.Must(t)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, slot), "test"))
		require.Equal(t, "EXPIRED", status(h, "reservations", lapsed))
	})
	t.Run("it is work for staff of the venue", func(t *testing.T) {
		_, err := h.Desk.SeatWalkIn(ctx, h.Guest("Hopes"), walkIn(h, soon(h, time.Minute)), "test")
		require.ErrorIs(t, err, problem.ErrForbidden)
		elsewhere := h.Staff
		elsewhere.VenueIDs = []uuid.UUID{h.SecondVenue().Venue}
		rejected(t, problem.ReferenceNotFound)(h.Desk.SeatWalkIn(ctx, elsewhere, walkIn(h, soon(h, time.Minute)), "test"))
		foreign := housetest.In(t, h.DB)
		rejected(t, problem.ReferenceNotFound)(h.Desk.SeatWalkIn(ctx, foreign.Staff, walkIn(h, soon(h, time.Minute)), "test"))
	})
	sound(t, h)
}

func TestWalkInsAreCounted(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) {
		r.MaxActiveReservationsPerCustomer = 1
		r.PacingParties = pointer(1)
	})
	slots := []uuid.UUID{soon(h, -time.Minute), soon(h, -time.Minute), soon(h, -40*time.Minute), soon(h, -80*time.Minute)}
	known := booking.SeatWalkIn{SlotIDs: ids(slots[2]), PartySize: 2, Customer: &booking.Contact{Name: "Kim", Email: pointer("kim@example.com")}, Key: h.Key()}

	housetest.Must(t)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, slots[0]), "test"))
	rejected(t, problem.PacingExceeded)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, slots[1]), "test"))
	housetest.Must(t)(h.Desk.SeatWalkIn(ctx, h.Staff, known, "test"))
	known.SlotIDs, known.Key = ids(slots[3]), h.Key()
	rejected(t, problem.PolicyForbids)(h.Desk.SeatWalkIn(ctx, h.Staff, known, "test"))

	known.SlotIDs, known.Key, known.Override = ids(slots[1]), h.Key(), &booking.Override{Reason: "regulars"}
	id := housetest.ID(t, housetest.Must(t)(h.Desk.SeatWalkIn(ctx, h.Staff, known, "test")), ref.Reservation)
	var codes, reason string
	h.Scan(`SELECT override_codes, override_reason FROM reservations WHERE id = $1`, []any{id}, &codes, &reason)
	require.Equal(t, "PACING_EXCEEDED POLICY_FORBIDS", codes)
	require.Equal(t, "regulars", reason)
	sound(t, h)
}

// TestWalkInsAndAnOutsideSystem: it has to be asked before anybody sits there.
func TestWalkInsAndAnOutsideSystem(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	slot := soon(h, 10*time.Minute)
	h.Tie("upstream", housetest.Usual())
	rejected(t, problem.PolicyForbids)(h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, slot), "test"))
	require.Zero(t, taken(h, slot))
}

// TestTheLastTable: parties at the door and guests at their screens want the same table.
func TestTheLastTable(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	slot := h.Slot(h.Resource(inventory.Exclusive, 1, 1, 4), 10*time.Minute, time.Hour)
	const each = 12
	guests := h.Guests(each)
	results := together(t, 2*each, func(i int) (command.Result, error) {
		if i%2 == 0 {
			return hold(h, guests[i/2], 2, slot)
		}
		return h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, slot), "test")
	})
	require.Equal(t, map[string]int{"COMMITTED": 1, "SLOT_OCCUPIED": 2*each - 1}, tally(results))
	require.Equal(t, 1, taken(h, slot))
	sound(t, h)
}

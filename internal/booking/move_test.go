package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

func taken(h *housetest.House, slot uuid.UUID) int {
	return h.Count(`SELECT taken FROM slots WHERE id = $1`, slot)
}

func TestMove(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	room := h.Resource(inventory.Pooled, 6, 1, 6)
	hour := func(n int) uuid.UUID { return h.Slot(room, time.Duration(48+n)*time.Hour, time.Hour) }

	t.Run("it keeps id, state and deadline, is one event, and frees what it leaves", func(t *testing.T) {
		guest, from, to := h.Guest("Ahn"), h.Evening(), h.Evening()
		id := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, from)), ref.Reservation)
		var before, after time.Time
		h.Scan(`SELECT expires_at FROM reservations WHERE id = $1`, []any{id}, &before)
		r := housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 1, to), "test"))
		h.Scan(`SELECT expires_at FROM reservations WHERE id = $1`, []any{id}, &after)
		require.Equal(t, before, after)
		require.Equal(t, id, housetest.ID(t, r, ref.Reservation))
		require.Equal(t, "HELD", status(h, "reservations", id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND entity_version = 2 AND kind = 'reservation.moved'`, id))
		require.Equal(t, []int{0, 1}, []int{taken(h, from), taken(h, to)})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM vacancies WHERE slot_id = $1`, from))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM allocations WHERE reservation_id = $1 AND superseded`, id))
	})
	t.Run("a slot that it keeps isn't in its way and doesn't change", func(t *testing.T) {
		guest, a, b, c := h.Guest("Shared"), h.Evening(), h.Evening(), h.Evening()
		id := confirmed(t, h, guest, 2, a, b)
		version := h.Count(`SELECT version FROM slots WHERE id = $1`, b)
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, b, c), "test"))
		require.Equal(t, []int{0, 1, 1}, []int{taken(h, a), taken(h, b), taken(h, c)})
		require.Equal(t, version, h.Count(`SELECT version FROM slots WHERE id = $1`, b))
		require.Zero(t, h.Count(`SELECT count(*) FROM vacancies WHERE slot_id = $1`, b))
	})
	t.Run("to exactly where it is", func(t *testing.T) {
		guest, a := h.Guest("Still"), h.Evening()
		id := confirmed(t, h, guest, 2, a)
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, a), "test"))
		require.Equal(t, 1, taken(h, a))
	})
	t.Run("a party that grows within a full room counts its own places", func(t *testing.T) {
		guest, slot := h.Guest("Grows"), hour(0)
		id := confirmed(t, h, guest, 2, slot)
		confirmed(t, h, h.Guest("Others"), 2, slot)
		grow := moveTo(h, id, 2, slot)
		grow.PartySize = new(4)
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, grow, "test"))
		require.Equal(t, 6, taken(h, slot))
		grow = moveTo(h, id, 3, slot)
		grow.PartySize = new(5)
		rejected(t, problem.CapacityExceeded)(h.Desk.MoveReservation(ctx, guest, grow, "test"))
	})
	t.Run("a party that shrinks leaves places for whoever waits", func(t *testing.T) {
		guest, slot := h.Guest("Shrinks"), hour(1)
		id := confirmed(t, h, guest, 6, slot)
		entry := join(t, h, h.Guest("Waits"), 3, slot)
		catchUp(t, h)
		shrink := moveTo(h, id, 2, slot)
		shrink.PartySize = new(3)
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, shrink, "test"))
		require.Equal(t, 3, taken(h, slot))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	})
	t.Run("a party that doesn't suit the new place", func(t *testing.T) {
		guest := h.Guest("Large")
		id := confirmed(t, h, guest, 6, hour(2))
		rejected(t, problem.PartyTooLarge)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, h.Evening()), "test"))
		shrink := moveTo(h, id, 2, hour(3))
		shrink.PartySize = new(0)
		rejected(t, problem.PartyTooSmall)(h.Desk.MoveReservation(ctx, guest, shrink, "test"))
	})
	t.Run("onto a place that somebody has", func(t *testing.T) {
		guest, from, full := h.Guest("Wants"), h.Evening(), h.Evening()
		id := confirmed(t, h, guest, 2, from)
		confirmed(t, h, h.Guest("Has"), 2, full)
		r := rejected(t, problem.SlotOccupied)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, full), "test"))
		require.Equal(t, []ref.Ref{{Kind: ref.Slot, ID: full}}, r.All(ref.Slot), "the asked slot as it now stands")
		require.Equal(t, 1, taken(h, from), "the old place is kept until the new one is won")
	})
	t.Run("onto a place whose hold has lapsed", func(t *testing.T) {
		guest, from, to := h.Guest("Lucky"), h.Evening(), h.Evening()
		id := confirmed(t, h, guest, 2, from)
		old := lapsedHold(t, h, 2, to)
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, to), "test"))
		require.Equal(t, "EXPIRED", status(h, "reservations", old))
	})
	t.Run("onto a place that is due to the waitlist", func(t *testing.T) {
		guest, from, to := h.Guest("Jumps"), h.Evening(), h.Evening()
		id := confirmed(t, h, guest, 2, from)
		join(t, h, h.Guest("First"), 2, to)
		rejected(t, problem.SlotOccupied)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, to), "test"))
		catchUp(t, h)
	})
	t.Run("a place of one's own is never due to somebody else", func(t *testing.T) {
		guest, slot, more := h.Guest("Keeps"), hour(4), hour(5)
		id := confirmed(t, h, guest, 4, slot)
		join(t, h, h.Guest("Waits"), 2, slot)
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, slot, more), "test"))
		grow := moveTo(h, id, 3, slot, more)
		grow.PartySize = new(5)
		rejected(t, problem.CapacityExceeded)(h.Desk.MoveReservation(ctx, guest, grow, "test"))
		catchUp(t, h)
	})
	t.Run("to another venue", func(t *testing.T) {
		guest := h.Guest("Far")
		id := confirmed(t, h, guest, 2, h.Evening())
		rejected(t, problem.ReferenceNotFound)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, h.SecondVenue().Evening()), "test"))
	})
	t.Run("two exchange their places at once and neither gets what the other has", func(t *testing.T) {
		a, b, guests := h.Evening(), h.Evening(), h.Guests(2)
		first, second := confirmed(t, h, guests[0], 2, a), confirmed(t, h, guests[1], 2, b)
		results := together(t, 2, func(i int) (command.Result, error) {
			return h.Desk.MoveReservation(ctx, guests[i], moveTo(h, []uuid.UUID{first, second}[i], 2, []uuid.UUID{b, a}[i]), "test")
		})
		require.Equal(t, map[string]int{"SLOT_OCCUPIED": 2}, tally(results))
	})
	t.Run("ten move onto one place at once", func(t *testing.T) {
		to, guests := h.Evening(), h.Guests(10)
		var booked []uuid.UUID
		for _, g := range guests {
			booked = append(booked, confirmed(t, h, g, 2, h.Evening()))
		}
		results := together(t, 10, func(i int) (command.Result, error) {
			return h.Desk.MoveReservation(ctx, guests[i], moveTo(h, booked[i], 2, to), "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, "SLOT_OCCUPIED": 9}, tally(results))
	})
	catchUp(t, h)
	sound(t, h)
}

func TestMoveAndTime(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	soon := h.Slot(h.Table(), time.Hour, time.Hour) // inside the cut-off of two hours

	t.Run("the cut-off applies to the old start", func(t *testing.T) {
		guest := h.Guest("Late")
		id := confirmed(t, h, guest, 2, soon)
		rejected(t, problem.OutsideCancellationWindow)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, h.Evening()), "test"))
		housetest.Must(t)(h.Desk.MoveReservation(ctx, h.Staff, moveTo(h, id, 2, h.Evening()), "test"))
	})
	t.Run("and not to the new one", func(t *testing.T) {
		guest := h.Guest("Sooner")
		id := confirmed(t, h, guest, 2, h.Evening())
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, soon), "test"))
	})
	t.Run("the booking rules apply to the new start", func(t *testing.T) {
		guest := h.Guest("Ahead")
		id := confirmed(t, h, guest, 2, h.Evening())
		for name, slot := range map[string]uuid.UUID{"begun": h.Slot(h.Table(), -time.Minute, time.Hour), "too far": h.Slot(h.Table(), 61*24*time.Hour, time.Hour)} {
			r, err := h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, slot), "test")
			require.NoError(t, err)
			require.Equal(t, problem.OutsideBookingWindow, code(r), name)
		}
	})
	t.Run("what an offer holds isn't moved, nor touched otherwise", func(t *testing.T) {
		table, guest := h.Evening(), h.Guest("Offered")
		entry := join(t, h, guest, 2, table)
		catchUp(t, h)
		var held uuid.UUID
		h.Scan(`SELECT reservation_id FROM offers WHERE id = $1`, []any{openOffer(t, h, entry)}, &held)
		rejected(t, problem.IllegalTransition)(h.Desk.MoveReservation(ctx, h.Staff, moveTo(h, held, 1, h.Evening()), "test"))
		rejected(t, problem.IllegalTransition)(h.Desk.ConfirmReservation(ctx, guest, on(h, held, 1), "test"))
		rejected(t, problem.IllegalTransition)(h.Desk.ExtendHold(ctx, guest, on(h, held, 1), "test"))
		rejected(t, problem.IllegalTransition)(h.Desk.CancelReservation(ctx, guest, on(h, held, 1), "OTHER", "test"))
	})
	catchUp(t, h)
	sound(t, h)
}

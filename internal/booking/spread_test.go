package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// keptFor is from when until when a reservation keeps a table, in minutes from the start of its slot.
func keptFor(h *housetest.House, id uuid.UUID) (from, until int) {
	h.Scan(`SELECT (extract(epoch FROM o.from_at - s.starts_at) / 60)::int, (extract(epoch FROM o.until_at - s.starts_at) / 60)::int
		FROM occupancies o JOIN slots s ON s.id = o.slot_id WHERE o.reservation_id = $1`, []any{id}, &from, &until)
	return from, until
}

// TestBuffersAndTurns: a party keeps its table longer than its slot lasts.
func TestBuffersAndTurns(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) {
		r.BufferAfter, r.TurnTimes = 30*time.Minute, []policy.TurnTime{{FromPartySize: 3, Duration: 90 * time.Minute}}
	})
	quarter := 15 * time.Minute
	after := func(slot uuid.UUID, minutes int) uuid.UUID { // on the same table
		var table uuid.UUID
		h.Scan(`SELECT resource_id FROM slots WHERE id = $1`, []any{slot}, &table)
		return h.Beside(slot, table, time.Duration(minutes)*time.Minute, quarter)
	}
	first := func() uuid.UUID { return h.At(h.Table(), noon(h), time.Hour) }

	t.Run("the buffer after one reaches into the next", func(t *testing.T) {
		slot := first()
		inside, behind := after(slot, 75), after(slot, 90)
		id := confirmed(t, h, h.Guest("Two"), 2, slot)
		from, until := keptFor(h, id)
		require.Equal(t, []int{0, 90}, []int{from, until})
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Soon"), 2, inside))
		housetest.Must(t)(hold(h, h.Guest("Then"), 2, behind))
	})
	t.Run("one's own buffer doesn't reach into what others have", func(t *testing.T) {
		slot := first()
		behind := after(slot, 75)
		confirmed(t, h, h.Guest("Has"), 2, behind)
		r := rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Before"), 2, slot))
		require.Contains(t, r.Problem.Message, "not for as long as a party of 2 stays")
	})
	t.Run("a large party stays longer than a small one", func(t *testing.T) {
		slot := first()
		confirmed(t, h, h.Guest("Has"), 2, after(slot, 90))
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Three"), 3, slot))
		housetest.Must(t)(hold(h, h.Guest("Two"), 2, slot))
	})
	t.Run("a party that grows stays longer, if nobody is in its way", func(t *testing.T) {
		slot, guest := first(), h.Guest("Grows")
		id := confirmed(t, h, guest, 2, slot)
		has := confirmed(t, h, h.Guest("Has"), 2, after(slot, 90))
		grow := moveTo(h, id, 2, slot)
		grow.PartySize = new(3)
		rejected(t, problem.SlotOccupied)(h.Desk.MoveReservation(ctx, guest, grow, "test"))
		cancel(t, h, h.Staff, has, 2)
		grow.Key = h.Key()
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, grow, "test"))
		_, until := keptFor(h, id)
		require.Equal(t, 120, until)
	})
	t.Run("a party that shrinks leaves sooner, and who waits for the time behind it is offered", func(t *testing.T) {
		slot, guest := first(), h.Guest("Shrinks")
		id := confirmed(t, h, guest, 3, slot)
		entry := waitFor(t, h, h.Guest("Waits"), 2, after(slot, 90))
		catchUp(t, h)
		shrink := moveTo(h, id, 2, slot)
		shrink.PartySize = new(2)
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, shrink, "test"))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	})
	t.Run("one after the other need no buffer between them", func(t *testing.T) {
		slot := first()
		next := after(slot, 60)
		id := confirmed(t, h, h.Guest("Long"), 2, slot, next)
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM occupancies WHERE reservation_id = $1`, id))
		require.Equal(t, 105, h.Count(`SELECT (extract(epoch FROM max(until_at) - min(from_at)) / 60)::int FROM occupancies WHERE reservation_id = $1`, id))
	})
	t.Run("who would stay too long holds nobody up in the queue", func(t *testing.T) {
		slot := first()
		id := confirmed(t, h, h.Guest("Leaves"), 2, slot)
		confirmed(t, h, h.Guest("Has"), 2, after(slot, 90))
		large, small := waitFor(t, h, h.Guest("Three"), 3, slot), waitFor(t, h, h.Guest("Two"), 2, slot)
		catchUp(t, h)
		cancel(t, h, h.Staff, id, 2)
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", large))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", small))
		require.Equal(t, 1, h.Count(`SELECT (skipped @> '[{"code": "SLOT_OCCUPIED"}]')::int FROM selections s JOIN offers o ON o.selection_id = s.id WHERE o.entry_id = $1`, small))
	})
	catchUp(t, h)
	sound(t, h)
}

// noon is a full hour two days ahead.
func noon(h *housetest.House) (at time.Time) {
	h.Scan(`SELECT date_trunc('hour', clock_timestamp() + interval '48 hours')`, nil, &at)
	return at
}

// TestPinnedTime: what somebody keeps stays as it was when the rules change.
func TestPinnedTime(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Table()
	at := h.Hours(table, 3, time.Hour)
	kept := confirmed(t, h, h.Guest("Before"), 2, at[0])
	second := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Beside"), 2, at[1])), ref.Reservation)
	h.Activate(uuid.New(), 2, func(r *policy.Rules) { r.BufferBefore, r.BufferAfter = half, half })

	from, until := keptFor(h, kept)
	require.Equal(t, []int{0, 60}, []int{from, until})
	housetest.Must(t)(h.Desk.ConfirmReservation(ctx, h.Staff, on(h, second, 1), "test"))
	rejected(t, problem.SlotOccupied)(hold(h, h.Guest("After"), 2, at[2]))
	cancel(t, h, h.Staff, second, 2)
	rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Between"), 2, at[1]))
	after := confirmed(t, h, h.Guest("After"), 2, at[2])
	from, until = keptFor(h, after)
	require.Equal(t, []int{-30, 90}, []int{from, until})
	sound(t, h)
}

// TestPinnedTimeIsFreed: who kept more than the rules of today would see is cancelled, and whoever waits for it hears of it.
func TestPinnedTimeIsFreed(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.BufferAfter = 90 * time.Minute })
	at := h.Hours(h.Table(), 3, time.Hour)
	id := confirmed(t, h, h.Guest("Keeps"), 2, at[0])
	entry := waitFor(t, h, h.Guest("Waits"), 2, at[2])
	h.Activate(uuid.New(), 2)
	catchUp(t, h)
	require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
	cancel(t, h, h.Staff, id, 2)
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	sound(t, h)
}

// TestPinnedTimeAtAProvider: a move takes as long as the provider does; meanwhile the rules change.
func TestPinnedTimeAtAProvider(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	at, guest := h.Hours(h.Table(), 3, time.Hour), h.Guest("Moves")
	accepted(t)(request(h, guest, false, at[0]))
	h.Work(t, u)
	var id uuid.UUID
	h.Scan(`SELECT id FROM reservations WHERE customer_id = $1`, []any{guest.CustomerID}, &id)
	neighbour := accepted(t)(request(h, h.Guest("Beside"), false, at[2]))
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", neighbour))
	moving := accepted(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, version(h, id), at[0], at[1]), "test"))
	h.Activate(uuid.New(), 2, func(r *policy.Rules) { r.BufferAfter = half })
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", moving))
	require.Equal(t, 120, h.Count(`SELECT (extract(epoch FROM max(until_at) - min(from_at)) / 60)::int FROM occupancies WHERE reservation_id = $1`, id))
	sound(t, h)
}

// TestMoveBesideItselfAtAProvider: old and new place are kept at once, and a buffer of one's own is in nobody's way.
func TestMoveBesideItselfAtAProvider(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t, func(r *policy.Rules) { r.BufferBefore = 15 * time.Minute }), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	at, guest := h.Hours(h.Table(), 2, time.Hour), h.Guest("Longer")
	accepted(t)(request(h, guest, false, at[0]))
	h.Work(t, u)
	var id uuid.UUID
	h.Scan(`SELECT id FROM reservations WHERE customer_id = $1`, []any{guest.CustomerID}, &id)
	moving := accepted(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, version(h, id), at[0], at[1]), "test"))
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", moving))
	require.Equal(t, 135, h.Count(`SELECT (extract(epoch FROM max(until_at) - min(from_at)) / 60)::int FROM occupancies WHERE reservation_id = $1`, id))
	sound(t, h)
}

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

// pausing pauses the house, or one resource of it.
func pausing(h *housetest.House, resource *uuid.UUID, from *time.Time, until time.Time) (command.Result, error) {
	in := booking.PauseBookings{VenueID: ref.Encode(ref.Venue, h.Venue), From: from, Until: until, Reason: "Storm", Key: h.Key()}
	if resource != nil {
		in.ResourceID = new(ref.Encode(ref.Resource, *resource))
	}
	return h.Desk.PauseBookings(ctx, h.Staff, in, "test")
}

func ending(h *housetest.House, pause uuid.UUID, version int) (command.Result, error) {
	return h.Desk.EndPause(ctx, h.Staff, booking.EndPause{PauseID: ref.Encode(ref.Pause, pause), ExpectedVersion: version, Key: h.Key()}, "test")
}

// bounds are the times of a slot.
func bounds(h *housetest.House, slot uuid.UUID) (from, until time.Time) {
	h.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{slot}, &from, &until)
	return from, until
}

func TestPauses(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)

	t.Run("slots that have a moment in common with it are closed, and what is booked stays", func(t *testing.T) {
		h := housetest.In(t, db)
		table := h.Table()
		before, within, after := h.Slot(table, 29*time.Hour, time.Hour), h.Slot(table, 30*time.Hour, time.Hour), h.Slot(table, 31*time.Hour, time.Hour)
		elsewhere := h.Slot(h.Table(), 30*time.Hour, time.Hour)
		id := confirmed(t, h, h.Guest("Early"), 2, elsewhere)
		_, from := bounds(h, before)
		until, _ := bounds(h, after)
		pause := housetest.ID(t, housetest.Must(t)(pausing(h, nil, &from, until)), ref.Pause)
		require.Equal(t, "pause.made 1", told(h, pause))
		require.Equal(t, "CONFIRMED", status(h, "reservations", id))
		for _, slot := range []uuid.UUID{before, after} { // they touch it, and have no moment in common with it
			housetest.Must(t)(hold(h, h.Guest("In time"), 2, slot))
		}
		rejected(t, problem.ResourceClosed)(hold(h, h.Guest("Late"), 2, within))
		housetest.Must(t)(ending(h, pause, 1))
		housetest.Must(t)(hold(h, h.Guest("Late"), 2, within))
		sound(t, h)
	})
	t.Run("one of a resource leaves the others open", func(t *testing.T) {
		h := housetest.In(t, db)
		table, other := h.Table(), h.Table()
		housetest.Must(t)(pausing(h, &table, nil, time.Now().Add(48*time.Hour)))
		rejected(t, problem.ResourceClosed)(hold(h, h.Guest("Ahn"), 2, h.Slot(table, 30*time.Hour, time.Hour)))
		housetest.Must(t)(hold(h, h.Guest("Ahn"), 2, h.Slot(other, 30*time.Hour, time.Hour)))
	})
	t.Run("it begins now at the soonest, by the database's clock", func(t *testing.T) {
		h := housetest.In(t, db)
		past := time.Now().Add(-time.Hour)
		for _, from := range []*time.Time{nil, &past} {
			id := housetest.ID(t, housetest.Must(t)(pausing(h, nil, from, time.Now().Add(time.Hour))), ref.Pause)
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM pauses WHERE id = $1 AND from_at = created_at`, id))
		}
	})
	t.Run("what can't be is refused by its field", func(t *testing.T) {
		h := housetest.In(t, db)
		now := time.Now()
		invalid(t, "until")(pausing(h, nil, nil, now.Add(-time.Minute)))
		invalid(t, "until")(pausing(h, nil, nil, now.Add(400*24*time.Hour+time.Hour)))
		invalid(t, "until")(pausing(h, nil, new(now.Add(2*time.Hour)), now.Add(2*time.Hour)))
		housetest.Must(t)(pausing(h, nil, nil, now.Add(400*24*time.Hour-time.Hour)))
		_, err := h.Desk.PauseBookings(ctx, h.Staff, booking.PauseBookings{VenueID: ref.Encode(ref.Venue, h.Venue), Until: now.Add(time.Hour), Reason: " ", Key: h.Key()}, "test")
		invalid(t, "reason")(command.Result{}, err)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM pauses WHERE venue_id = $1`, h.Venue))
	})
	t.Run("what a person wrote goes into the audit", func(t *testing.T) {
		h := housetest.In(t, db)
		housetest.Must(t)(pausing(h, nil, nil, time.Now().Add(time.Hour)))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'pauseBookings' AND reason = 'Storm'`))
	})
}

func TestTheEndOfAPause(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)

	t.Run("whoever waits for what it met is looked at, at its edges too", func(t *testing.T) {
		h := housetest.In(t, db)
		var slots, entries []uuid.UUID
		for _, in := range []time.Duration{29*time.Hour + 30*time.Minute, 31 * time.Hour, 33*time.Hour - 30*time.Minute} { // reaching in, within, reaching out
			slots = append(slots, h.Slot(h.Table(), in, time.Hour))
		}
		from, until := bounds(h, slots[1])
		from, until = from.Add(-time.Hour), until.Add(time.Hour)
		pause := housetest.ID(t, housetest.Must(t)(pausing(h, nil, &from, until)), ref.Pause)
		for _, slot := range slots {
			entries = append(entries, join(t, h, h.Guest("Waits"), 2, slot))
		}
		require.Zero(t, catchUp(t, h), "nobody is promoted into a pause")
		require.Zero(t, h.Count(`SELECT count(*) FROM vacancies WHERE venue_id = $1`, h.Venue))
		housetest.Must(t)(ending(h, pause, 1))
		require.Equal(t, 3, catchUp(t, h))
		for _, entry := range entries {
			require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
		}
		require.Equal(t, "pause.made 1, pause.ended 2", told(h, pause))
		sound(t, h)
	})
	t.Run("it ends once, and not after its time", func(t *testing.T) {
		h := housetest.In(t, db)
		pause := housetest.ID(t, housetest.Must(t)(pausing(h, nil, nil, time.Now().Add(time.Hour))), ref.Pause)
		require.Equal(t, map[string]int{"COMMITTED": 1, "VERSION_STALE": 3}, tally(together(t, 4, func(int) (command.Result, error) { return ending(h, pause, 1) })))
		rejected(t, problem.IllegalTransition)(ending(h, pause, 2))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues WHERE id = $1 AND pauses_until IS NULL`, h.Venue), "there is no pause to look for")

		over := housetest.ID(t, housetest.Must(t)(pausing(h, nil, nil, time.Now().Add(time.Hour))), ref.Pause)
		h.Deadline("pauses", "from_at", over, -time.Hour)
		h.Rewind("pauses", "until_at", over)
		r := rejected(t, problem.IllegalTransition)(ending(h, over, 1))
		require.Equal(t, 1, *r.Problem.CurrentVersion)
	})
	t.Run("one that has not begun is called off", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Evening()
		from, until := bounds(h, slot)
		pause := housetest.ID(t, housetest.Must(t)(pausing(h, nil, &from, until)), ref.Pause)
		housetest.Must(t)(ending(h, pause, 1))
		housetest.Must(t)(hold(h, h.Guest("Ahn"), 2, slot))
	})
}

// TestHoldsAndPausesAtOnce: whoever comes first, every call is answered, what was held stays held, and afterwards nobody
// gets in.
func TestHoldsAndPausesAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	room := h.Resource(inventory.Pooled, 100, 1, 6)
	slot := h.Slot(room, 30*time.Hour, time.Hour)
	guests := h.Guests(8)
	results := together(t, 11, func(i int) (command.Result, error) {
		switch {
		case i < 8:
			return hold(h, guests[i], 2, slot)
		case i == 8:
			return pausing(h, nil, nil, time.Now().Add(48*time.Hour))
		case i == 9:
			return h.Desk.UpdateResource(ctx, h.Admin, booking.UpdateResource{ResourceID: ref.Encode(ref.Resource, room), Active: new(false), ExpectedVersion: 1, Key: h.Key()}, "test")
		}
		return h.Desk.CreateResource(ctx, h.Admin, aTable(h), "test")
	})
	counts := tally(results)
	require.Equal(t, 11, counts["COMMITTED"]+counts["RESOURCE_CLOSED"], "%v", counts)
	require.Equal(t, 2*(counts["COMMITTED"]-3), taken(h, slot))
	rejected(t, problem.ResourceClosed)(hold(h, h.Guest("Late"), 2, slot))
	sound(t, h)
}

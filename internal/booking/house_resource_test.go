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
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// aTable is a table for up to four of the house, to be made.
func aTable(h *housetest.House, combines ...uuid.UUID) booking.CreateResource {
	in := booking.CreateResource{VenueID: ref.Encode(ref.Venue, h.Venue), Name: "Table", Kind: inventory.Exclusive, Capacity: 1, MinParty: 1, MaxParty: 4, Key: h.Key()}
	for _, id := range combines {
		in.Combines = append(in.Combines, ref.Encode(ref.Resource, id))
	}
	return in
}

func TestANewResource(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	create := func(in booking.CreateResource) (command.Result, error) {
		return h.Desk.CreateResource(ctx, h.Admin, in, "test")
	}
	number := func() int { return h.Count(`SELECT opening_number FROM venues WHERE id = $1`, h.Venue) }

	t.Run("its slots are laid out at once, and the venue tells so", func(t *testing.T) {
		before, version := number(), h.Count(`SELECT version FROM venues WHERE id = $1`, h.Venue)
		in := aTable(h)
		in.WalkInOnly = new(true)
		id := housetest.ID(t, housetest.Must(t)(create(in)), ref.Resource)
		require.Equal(t, before+1, number())
		require.Equal(t, version+1, h.Count(`SELECT version FROM venues WHERE id = $1`, h.Venue))
		require.Equal(t, "resource.created 1", told(h, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND entity_version = $2 AND kind = 'venue.changed'`, h.Venue, version+1))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM resources WHERE id = $1 AND active AND walk_in_only AND NOT shared AND combines IS NULL`, id))
	})
	t.Run("many at once are all made", func(t *testing.T) {
		before := number()
		require.Equal(t, map[string]int{"COMMITTED": 4}, tally(together(t, 4, func(int) (command.Result, error) { return create(aTable(h)) })))
		require.Equal(t, before+4, number())
	})
	t.Run("one that joins others shares their time", func(t *testing.T) {
		left, right := h.Table(), h.Table()
		in := aTable(h, right, left)
		in.MaxParty = 8
		r := housetest.Must(t)(create(in))
		require.Equal(t, 3, h.Count(`SELECT count(*) FROM resources WHERE shared AND id IN ($1, $2, $3)`, left, right, housetest.ID(t, r, ref.Resource)))
		in.Combines[0], in.Combines[1] = in.Combines[1], in.Combines[0]
		require.True(t, housetest.Must(t)(create(in)).Replayed, "what it joins is a set")
	})
	t.Run("it joins only what stands for itself", func(t *testing.T) {
		joined := housetest.ID(t, housetest.Must(t)(create(aTable(h, h.Table(), h.Table()))), ref.Resource)
		for _, bad := range []uuid.UUID{joined, h.Resource(inventory.Pooled, 10, 1, 10)} {
			r := rejected(t, problem.PolicyForbids)(create(aTable(h, h.Table(), bad)))
			require.Equal(t, []string{"combines"}, r.Problem.Field)
		}
		for _, foreign := range []uuid.UUID{h.SecondVenue().Table(), housetest.In(t, h.DB).Table(), uuid.New()} {
			rejected(t, problem.ReferenceNotFound)(create(aTable(h, h.Table(), foreign)))
		}
	})
	t.Run("what can't be is refused by its field", func(t *testing.T) {
		table := h.Table()
		twentyOne := make([]uuid.UUID, 21)
		for i := range twentyOne {
			twentyOne[i] = uuid.New()
		}
		for _, c := range []struct {
			field  string
			change func(*booking.CreateResource)
		}{
			{"name", func(in *booking.CreateResource) { in.Name = "" }},
			{"kind", func(in *booking.CreateResource) { in.Kind = "SHARED" }},
			{"capacity", func(in *booking.CreateResource) { in.Capacity = 2 }},
			{"capacity", func(in *booking.CreateResource) { in.Capacity = 0 }},
			{"capacity", func(in *booking.CreateResource) { in.Kind, in.Capacity = inventory.Pooled, 100_001 }},
			{"minParty", func(in *booking.CreateResource) { in.MinParty = 0 }},
			{"maxParty", func(in *booking.CreateResource) { in.MaxParty = 100_001 }},
			{"maxParty", func(in *booking.CreateResource) { in.MinParty, in.MaxParty = 3, 2 }},
			{"combines", func(in *booking.CreateResource) { in.Combines = aTable(h, table).Combines }},
			{"combines", func(in *booking.CreateResource) { in.Combines = aTable(h, table, table).Combines }},
			{"combines", func(in *booking.CreateResource) { in.Combines = aTable(h, twentyOne...).Combines }},
			{"combines", func(in *booking.CreateResource) {
				in.Kind, in.Combines = inventory.Pooled, aTable(h, table, h.Table()).Combines
			}},
		} {
			in := aTable(h)
			c.change(&in)
			invalid(t, c.field)(create(in))
		}
		largest := aTable(h)
		largest.Kind, largest.Capacity, largest.MaxParty = inventory.Pooled, 100_000, 100_000
		housetest.Must(t)(create(largest))
	})
	sound(t, h)
}

func TestAChangedResource(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	update := func(h *housetest.House, id uuid.UUID, version int, in booking.UpdateResource) (command.Result, error) {
		in.ResourceID, in.ExpectedVersion, in.Key = ref.Encode(ref.Resource, id), version, h.Key()
		return h.Desk.UpdateResource(ctx, h.Admin, in, "test")
	}
	noted := func(h *housetest.House) int {
		return h.Count(`SELECT count(*) FROM vacancies WHERE venue_id = $1`, h.Venue)
	}

	t.Run("while it isn't active it is closed, and what is booked stays", func(t *testing.T) {
		h := housetest.In(t, db)
		table := h.Table()
		booked, free := h.Slot(table, 30*time.Hour, time.Hour), h.Slot(table, 32*time.Hour, time.Hour)
		id := confirmed(t, h, h.Guest("Early"), 2, booked)
		housetest.Must(t)(update(h, table, 1, booking.UpdateResource{Active: new(false)}))
		rejected(t, problem.ResourceClosed)(hold(h, h.Guest("Late"), 2, free))
		require.Equal(t, "CONFIRMED", status(h, "reservations", id))
		require.Equal(t, []int{0, 0}, []int{noted(h), h.Count(`SELECT opening_number FROM venues WHERE id = $1`, h.Venue)})

		housetest.Must(t)(update(h, table, 2, booking.UpdateResource{Active: new(true)}))
		require.Equal(t, 1, h.Count(`SELECT opening_number FROM venues WHERE id = $1`, h.Venue), "no slots were laid out meanwhile")
		housetest.Must(t)(hold(h, h.Guest("Late"), 2, free))
		require.Equal(t, "resource.changed 2, resource.changed 3", told(h, table))
	})
	t.Run("whoever waited for it is looked at when it takes bookings again", func(t *testing.T) {
		h := housetest.In(t, db)
		table := h.Table()
		slot := h.Slot(table, 30*time.Hour, time.Hour)
		h.Table() // something must be open for anybody to wait
		housetest.Must(t)(update(h, table, 1, booking.UpdateResource{Active: new(false)}))
		entry := join(t, h, h.Guest("Waits"), 2, slot)
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
		require.Zero(t, noted(h), "the note of the joining is used up")
		housetest.Must(t)(update(h, table, 2, booking.UpdateResource{Active: new(true)}))
		require.Equal(t, 1, catchUp(t, h))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
		sound(t, h)
	})
	t.Run("a party that it takes no longer stands in nobody's way any more", func(t *testing.T) {
		h := housetest.In(t, db, func(r *policy.Rules) { r.WaitlistFit = policy.StrictFIFO })
		room := h.Resource(inventory.Pooled, 6, 1, 6)
		slot := h.Slot(room, 30*time.Hour, time.Hour)
		confirmed(t, h, h.Guest("Sits"), 3, slot)
		large := join(t, h, h.Guest("Large"), 5, slot)
		small := join(t, h, h.Guest("Small"), 2, slot)
		require.Zero(t, catchUp(t, h), "the first in line needs more than is free, and the second stands behind")
		housetest.Must(t)(update(h, room, 1, booking.UpdateResource{MaxParty: new(4)}))
		require.Equal(t, 1, catchUp(t, h))
		require.Equal(t, []string{"WAITING", "OFFERED"}, []string{status(h, "waitlist_entries", large), status(h, "waitlist_entries", small)})
	})
	t.Run("a capacity is for slots laid out later", func(t *testing.T) {
		h := housetest.In(t, db)
		room := h.Resource(inventory.Pooled, 6, 1, 6)
		before := h.Slot(room, 30*time.Hour, time.Hour)
		housetest.Must(t)(update(h, room, 1, booking.UpdateResource{Capacity: new(9)}))
		after := h.Slot(room, 32*time.Hour, time.Hour)
		require.Equal(t, []int{6, 9}, []int{h.Count(`SELECT capacity FROM slots WHERE id = $1`, before), h.Count(`SELECT capacity FROM slots WHERE id = $1`, after)})
		require.Zero(t, noted(h))
	})
	t.Run("it goes into an area and out of it", func(t *testing.T) {
		h := housetest.In(t, db)
		table := h.Table()
		area := housetest.ID(t, housetest.Must(t)(h.Desk.CreateArea(ctx, h.Admin, booking.CreateArea{VenueID: ref.Encode(ref.Venue, h.Venue), Name: "Hall", Key: h.Key()}, "test")), ref.Area)
		in := booking.UpdateResource{AreaID: new(ref.Encode(ref.Area, area))}
		housetest.Must(t)(update(h, table, 1, in))
		housetest.Must(t)(update(h, table, 2, in)) // it is there already
		housetest.Must(t)(update(h, table, 2, booking.UpdateResource{Name: new("Corner")}))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM resources WHERE id = $1 AND area_id = $2 AND name = 'Corner'`, table, area))
		housetest.Must(t)(update(h, table, 3, booking.UpdateResource{AreaID: new("")}))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM resources WHERE id = $1 AND area_id IS NULL AND version = 4`, table))
	})
	t.Run("what can't be is refused", func(t *testing.T) {
		h := housetest.In(t, db)
		table := h.Resource(inventory.Exclusive, 1, 2, 4)
		rejected(t, problem.PolicyForbids)(update(h, table, 1, booking.UpdateResource{Capacity: new(2)}))
		rejected(t, problem.PolicyForbids)(update(h, table, 1, booking.UpdateResource{MaxParty: new(1)}))
		rejected(t, problem.PolicyForbids)(update(h, table, 1, booking.UpdateResource{MinParty: new(5)}))
		invalid(t, "maxParty")(update(h, table, 1, booking.UpdateResource{MinParty: new(5), MaxParty: new(3)}))
		invalid(t, "minParty")(update(h, table, 1, booking.UpdateResource{MinParty: new(0)}))
		invalid(t, "capacity")(update(h, table, 1, booking.UpdateResource{Capacity: new(100_001)}))
		invalid(t, "input")(update(h, table, 1, booking.UpdateResource{}))
		require.Equal(t, 1, h.Count(`SELECT version FROM resources WHERE id = $1`, table))
	})
}

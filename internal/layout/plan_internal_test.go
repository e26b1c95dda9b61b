package layout

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/inventory"
)

var (
	noon  = time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)
	table = inventory.Resource{ID: uuid.New(), Kind: inventory.Exclusive, Capacity: 1}
	room  = inventory.Resource{ID: uuid.New(), Kind: inventory.Pooled, Capacity: 10}
)

// at is a slot of a resource by hours after noon.
func at(r inventory.Resource, from, until int, change ...func(*inventory.Slot)) inventory.Slot {
	s := inventory.Slot{
		ID: uuid.New(), ResourceID: r.ID, Capacity: r.Capacity, State: inventory.Open, Version: 1,
		StartsAt: noon.Add(time.Duration(from) * time.Hour), EndsAt: noon.Add(time.Duration(until) * time.Hour),
	}
	for _, f := range change {
		f(&s)
	}
	return s
}

func taken(s *inventory.Slot)     { s.Taken = 1 }
func withdrawn(s *inventory.Slot) { s.State = inventory.Withdrawn }
func retired(s *inventory.Slot)   { s.State = inventory.Retired }
func walkIns(s *inventory.Slot)   { s.WalkInOnly = true }

// asking is a part of the next two days, of which the second is only looked at, for one resource.
func asking(r inventory.Resource, slots ...inventory.Slot) part {
	p := part{
		stretch:   stretch{from: noon, until: noon.Add(24 * time.Hour), ahead: noon.Add(48 * time.Hour)},
		resources: []inventory.Resource{r}, wanted: map[slotKey]wanted{},
	}
	for _, s := range slots {
		w := wanted{slotKey: keyOf(r.ID, s.StartsAt, s.EndsAt), walkInOnly: s.WalkInOnly, capacity: r.Capacity}
		p.wanted[w.slotKey] = w
	}
	return p
}

// What becomes of one slot, by what it is and whether the rules ask for it.
func TestPlanOfOneSlot(t *testing.T) {
	t.Parallel()
	const gone = inventory.SlotState("gone")
	for _, c := range []struct {
		name  string
		is    []func(*inventory.Slot)
		asked bool
		want  inventory.SlotState
	}{
		{"free and asked for", nil, true, inventory.Open},
		{"booked and asked for", []func(*inventory.Slot){taken}, true, inventory.Open},
		{"withdrawn and asked for again", []func(*inventory.Slot){withdrawn}, true, inventory.Open},
		{"withdrawn, booked and asked for again", []func(*inventory.Slot){withdrawn, taken}, true, inventory.Open},
		{"retired and asked for again", []func(*inventory.Slot){retired}, true, inventory.Open},
		{"free and not asked for", nil, false, gone},
		{"booked and not asked for", []func(*inventory.Slot){taken}, false, inventory.Withdrawn},
		{"withdrawn and free by now", []func(*inventory.Slot){withdrawn}, false, inventory.Retired},
		{"withdrawn and still booked", []func(*inventory.Slot){withdrawn, taken}, false, inventory.Withdrawn},
		{"retired", []func(*inventory.Slot){retired}, false, inventory.Retired},
	} {
		for _, r := range []inventory.Resource{table, room} {
			t.Run(c.name+", "+string(r.Kind), func(t *testing.T) {
				s := at(r, 6, 8, c.is...)
				p := asking(r)
				if c.asked {
					p = asking(r, at(r, 6, 8))
				}
				got := p.plan([]inventory.Slot{s}, noon)
				require.Empty(t, got.add)
				require.Empty(t, got.share)
				state := s.State
				for _, ch := range append(got.close, got.open...) {
					require.Equal(t, s, ch.before)
					require.Equal(t, s.Version+1, ch.after.Version)
					state = ch.after.State
				}
				if len(got.remove) > 0 {
					state = gone
				}
				require.Equal(t, c.want, state)
				require.Equal(t, c.want != s.State, !got.empty(), "what is as it should be isn't touched")
				require.Equal(t, c.want == inventory.Open && s.State != inventory.Open, len(got.open) == 1)
			})
		}
	}
}

func TestPlan(t *testing.T) {
	t.Parallel()
	of := func(p part, existing ...inventory.Slot) plan { return p.plan(existing, noon) }
	starts := func(p plan) (hours []int) {
		for _, w := range p.add {
			hours = append(hours, int(w.startsAt().Sub(noon).Hours()))
		}
		return hours
	}
	t.Run("what is missing is added in order of time", func(t *testing.T) {
		got := of(asking(table, at(table, 8, 10), at(table, 6, 8), at(table, 4, 6, walkIns)), at(table, 6, 8))
		require.Equal(t, []int{4, 8}, starts(got))
		require.True(t, got.add[0].walkInOnly)
		require.False(t, got.add[1].walkInOnly)
		require.Equal(t, 1, got.add[0].capacity)
	})
	t.Run("what begins now or earlier is left as it is", func(t *testing.T) {
		got := of(asking(table, at(table, 0, 2)), at(table, -1, 1), at(table, 0, 1), at(table, -3, -1))
		require.True(t, got.empty())
	})
	t.Run("behind the end nothing is added, and what isn't asked for goes", func(t *testing.T) {
		got := of(asking(table, at(table, 24, 25), at(table, 26, 27)), at(table, 26, 27), at(table, 30, 31), at(table, 32, 33, withdrawn), at(table, 48, 49))
		require.Empty(t, got.add)
		require.Len(t, got.remove, 1)
		require.Equal(t, noon.Add(30*time.Hour), got.remove[0].StartsAt)
		require.Len(t, got.close, 1)
	})
	t.Run("new slots of a table may overlap a booked one, and then its time is shared", func(t *testing.T) {
		got := of(asking(table, at(table, 6, 7), at(table, 7, 8)), at(table, 6, 8, taken))
		require.Equal(t, []int{6, 7}, starts(got))
		require.Equal(t, []uuid.UUID{table.ID}, got.share)
		require.Equal(t, inventory.Withdrawn, got.close[0].after.State)
	})
	t.Run("slots that meet don't overlap", func(t *testing.T) {
		require.Empty(t, of(asking(table, at(table, 6, 7), at(table, 7, 8)), at(table, 5, 6, taken)).share)
	})
	t.Run("a table whose slots overlap by its rules is shared, once", func(t *testing.T) {
		p := asking(table, at(table, 6, 8), at(table, 7, 9))
		require.Equal(t, []uuid.UUID{table.ID}, of(p).share)
		p.resources[0].Shared = true
		require.Empty(t, of(p).share)
	})
	t.Run("new slots of a room wait for a booked one that they overlap", func(t *testing.T) {
		got := of(asking(room, at(room, 5, 7), at(room, 7, 9), at(room, 9, 11)), at(room, 6, 8, taken))
		require.Equal(t, []int{9}, starts(got))
		require.Equal(t, 2, got.waiting)
		require.Empty(t, got.share)
	})
	t.Run("those of a room take the place of free ones", func(t *testing.T) {
		got := of(asking(room, at(room, 5, 7), at(room, 7, 9)), at(room, 6, 8), at(room, 8, 10, withdrawn))
		require.Equal(t, []int{5, 7}, starts(got))
		require.Zero(t, got.waiting)
	})
	t.Run("a free one of a room gives way to one that starts before it, though its day comes later", func(t *testing.T) {
		got := of(asking(room, at(room, 23, 25)), at(room, 24, 26))
		require.Equal(t, []int{23}, starts(got))
		require.Len(t, got.remove, 1)
	})
	t.Run("a retired one of a room waits like a new one", func(t *testing.T) {
		got := of(asking(room, at(room, 5, 7)), at(room, 5, 7, retired), at(room, 6, 8, taken))
		require.Empty(t, got.open)
		require.Equal(t, 1, got.waiting)
	})
	t.Run("what runs already stands in the way of a room's", func(t *testing.T) {
		require.Equal(t, 1, of(asking(room, at(room, 1, 3)), at(room, -1, 2)).waiting)
	})
	t.Run("of a room's own that overlap, the first has it", func(t *testing.T) {
		got := of(asking(room, at(room, 5, 7), at(room, 6, 8), at(room, 7, 9)))
		require.Equal(t, []int{5, 7}, starts(got))
		require.Equal(t, 1, got.waiting)
	})
	t.Run("walk-ins only follows the rules", func(t *testing.T) {
		got := of(asking(table, at(table, 5, 6, walkIns), at(table, 7, 8)), at(table, 5, 6, taken), at(table, 7, 8, walkIns))
		require.True(t, got.close[0].after.WalkInOnly)
		require.Equal(t, inventory.Open, got.close[0].after.State)
		require.False(t, got.open[0].after.WalkInOnly)
	})
	t.Run("a withdrawn one keeps for whom it is", func(t *testing.T) {
		require.True(t, of(asking(table), at(table, 5, 6, walkIns, taken)).close[0].after.WalkInOnly)
	})
}

// carriedOut are the slots after a plan: what it removes is gone or, as history decides, retired.
func carriedOut(p plan, existing []inventory.Slot, history bool) []inventory.Slot {
	var after []inventory.Slot
	for _, s := range existing {
		for _, c := range append(slices.Clone(p.close), p.open...) {
			if c.before.ID == s.ID {
				s = c.after
			}
		}
		if slices.ContainsFunc(p.remove, func(r inventory.Slot) bool { return r.ID == s.ID }) {
			if !history {
				continue
			}
			s.State = inventory.Retired
		}
		after = append(after, s)
	}
	for _, w := range p.add {
		after = append(after, inventory.Slot{ID: uuid.New(), ResourceID: w.resource, StartsAt: w.startsAt(), EndsAt: w.endsAt(), State: inventory.Open, WalkInOnly: w.walkInOnly, Version: 1})
	}
	return after
}

// Whatever there was: a plan leaves what is asked for and what is booked, walls hold, and there is nothing left to do.
func TestPlansLeaveNothingToDo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom([]inventory.Resource{table, room}).Draw(t, "resource")
		var existing, asked []inventory.Slot
		hour := -3
		for range rapid.IntRange(0, 12).Draw(t, "existing") { // as the walls allow: of a room none overlaps another
			from := hour + rapid.IntRange(0, 3).Draw(t, "gap")
			s := at(r, from, from+rapid.IntRange(1, 3).Draw(t, "length"), func(s *inventory.Slot) {
				s.State = rapid.SampledFrom(inventory.StateValues()).Draw(t, "state")
				s.WalkInOnly = rapid.Bool().Draw(t, "walk-ins")
				if s.State != inventory.Retired && rapid.Bool().Draw(t, "booked") {
					s.Taken = 1
				}
			})
			existing = append(existing, s)
			hour = int(s.EndsAt.Sub(noon).Hours())
		}
		hour = -2
		for range rapid.IntRange(0, 12).Draw(t, "asked") {
			from := hour + rapid.IntRange(0, 3).Draw(t, "gap")
			s := at(r, from, from+rapid.IntRange(1, 3).Draw(t, "length"))
			asked = append(asked, s)
			hour = int(s.EndsAt.Sub(noon).Hours())
		}
		p := asking(r, asked...)
		first := p.plan(existing, noon)
		after := carriedOut(first, existing, rapid.Bool().Draw(t, "history"))

		var standing []inventory.Slot
		for _, s := range after {
			if s.State != inventory.Retired {
				standing = append(standing, s)
			}
			require.False(t, s.State == inventory.Retired && s.Taken > 0)
			_, wanted := p.wanted[keyOf(s.ResourceID, s.StartsAt, s.EndsAt)]
			if within := s.StartsAt.After(noon) && s.StartsAt.Before(p.ahead); within {
				require.Equal(t, wanted, s.State == inventory.Open || (wanted && s.State == inventory.Retired), "what is on offer is what is asked for")
			}
		}
		for _, s := range existing {
			if s.Taken > 0 {
				require.True(t, slices.ContainsFunc(after, func(o inventory.Slot) bool { return o.ID == s.ID && o.Taken == s.Taken && o.StartsAt.Equal(s.StartsAt) }), "a booked slot stays where it is")
			}
		}
		for i, a := range standing {
			for _, b := range standing[:i] {
				ka, kb := keyOf(a.ResourceID, a.StartsAt, a.EndsAt), keyOf(b.ResourceID, b.StartsAt, b.EndsAt)
				require.NotEqual(t, ka, kb, "no slot twice")
				require.False(t, r.Kind == inventory.Pooled && ka.meets(kb), "slots of a room don't overlap")
			}
		}
		second := p.plan(after, noon)
		require.True(t, second.empty(), "%+v", second)
		require.Equal(t, first.waiting, second.waiting)
	})
}

package inventory_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
)

var (
	tableA = inventory.Resource{ID: uuid.New(), Kind: inventory.Exclusive}
	tableB = inventory.Resource{ID: uuid.New(), Kind: inventory.Exclusive}
	joined = inventory.Resource{ID: uuid.New(), Kind: inventory.Exclusive, Combines: []uuid.UUID{tableA.ID, tableB.ID}}
	hall   = inventory.Resource{ID: uuid.New(), Kind: inventory.Pooled}
)

func wanted(r inventory.Resource, from, until time.Duration) inventory.Wanted {
	return inventory.Wanted{Resource: r, Slot: inventory.Slot{ID: uuid.New(), StartsAt: start.Add(from), EndsAt: start.Add(until)}}
}

// TestKeeps: a party of three stays two hours and a half, a smaller one as long as its slots; a quarter of an hour is kept
// before each, ten minutes after.
func TestKeeps(t *testing.T) {
	t.Parallel()
	rules := policy.Default()
	rules.BufferBefore, rules.BufferAfter = 15*m, 10*m
	rules.TurnTimes = []policy.TurnTime{{FromPartySize: 3, Duration: 150 * m}}
	none := policy.Span{}
	for _, c := range []struct {
		name  string
		slots []inventory.Wanted
		party int
		want  []policy.Span // none: it keeps no time; nil: nobody can have them all
	}{
		{"one slot", []inventory.Wanted{wanted(tableA, 0, h)}, 2, []policy.Span{span(-15*m, 70*m)}},
		{"one slot, a turn", []inventory.Wanted{wanted(tableA, 0, h)}, 3, []policy.Span{span(-15*m, 160*m)}},
		{"a place in the hall", []inventory.Wanted{wanted(hall, 0, h)}, 3, []policy.Span{none}},
		{"the hall and a table at once", []inventory.Wanted{wanted(hall, 0, h), wanted(tableA, 0, h)}, 2, []policy.Span{none, span(-15*m, 70*m)}},
		{"two tables at once", []inventory.Wanted{wanted(tableA, 0, h), wanted(tableB, 0, h)}, 2, []policy.Span{span(-15*m, 70*m), span(-15*m, 70*m)}},

		{"one after the other meet, without buffers between", []inventory.Wanted{wanted(tableA, 0, h), wanted(tableA, h, 2*h)}, 2,
			[]policy.Span{span(-15*m, h), span(h, 130*m)}},
		{"the turn counts from the arrival", []inventory.Wanted{wanted(tableA, 0, h), wanted(tableA, h, 2*h)}, 3,
			[]policy.Span{span(-15*m, h), span(h, 160*m)}},
		{"longer than the turn", []inventory.Wanted{wanted(tableA, 0, h), wanted(tableA, h, 2*h), wanted(tableA, 2*h, 3*h)}, 3,
			[]policy.Span{span(-15*m, h), span(h, 2*h), span(2*h, 190*m)}},
		{"with a gap that the buffers fill", []inventory.Wanted{wanted(tableA, 0, h), wanted(tableA, 80*m, 2*h)}, 2,
			[]policy.Span{span(-15*m, 70*m), span(70*m, 130*m)}},
		{"with a gap that the turn fills: the party comes anew", []inventory.Wanted{wanted(tableA, 0, h), wanted(tableA, 2*h, 3*h)}, 3,
			[]policy.Span{span(-15*m, 2*h), span(2*h, 280*m)}},
		{"with a wide gap", []inventory.Wanted{wanted(tableA, 0, h), wanted(tableA, 5*h, 6*h)}, 3,
			[]policy.Span{span(-15*m, 160*m), span(285*m, 460*m)}},

		{"to another table", []inventory.Wanted{wanted(tableA, 0, h), wanted(tableB, h, 2*h)}, 2, []policy.Span{span(-15*m, 70*m), span(45*m, 130*m)}},
		{"from two joined to one of them", []inventory.Wanted{wanted(joined, 0, h), wanted(tableB, h, 2*h)}, 2, []policy.Span{span(-15*m, h), span(h, 130*m)}},
		{"from one to both joined", []inventory.Wanted{wanted(tableA, 0, h), wanted(joined, h, 2*h)}, 2, []policy.Span{span(-15*m, h), span(h, 130*m)}},

		{"the same time twice", []inventory.Wanted{wanted(tableA, 0, h), wanted(tableA, 30*m, 90*m)}, 2, nil},
		{"both joined and one of them", []inventory.Wanted{wanted(joined, 0, h), wanted(tableA, 0, h)}, 2, nil},
		{"the first meets the third", []inventory.Wanted{wanted(tableA, 0, 3*h), wanted(tableB, h, 2*h), wanted(tableA, 2*h, 4*h)}, 2, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, together := inventory.Keeps(c.slots, rules, c.party)
			require.Equal(t, c.want != nil, together)
			require.Len(t, got, len(c.want))
			for i, want := range c.want {
				if want == none {
					require.Nil(t, got[i])
					continue
				}
				require.Equal(t, want, *got[i], "slot %d", i+1)
			}
		})
	}
}

// TestKeepsProperties: what a booking keeps covers each of its slots, no resource is kept twice at once, none longer than
// its reach, and only slots that overlap can't be had together.
func TestKeepsProperties(t *testing.T) {
	t.Parallel()
	minutes := func(t *rapid.T, most int, name string) time.Duration {
		return time.Duration(rapid.IntRange(0, most).Draw(t, name)) * 5 * m
	}
	rapid.Check(t, func(t *rapid.T) {
		rules := policy.Default()
		rules.BufferBefore, rules.BufferAfter = minutes(t, 6, "before"), minutes(t, 6, "after")
		if rapid.Bool().Draw(t, "turns") {
			rules.TurnTimes = []policy.TurnTime{{FromPartySize: 2, Duration: minutes(t, 40, "turn") + 5*m}}
		}
		var all []inventory.Wanted
		for range rapid.IntRange(1, 6).Draw(t, "slots") {
			from := minutes(t, 60, "from")
			all = append(all, wanted(rapid.SampledFrom([]inventory.Resource{tableA, tableB, joined, hall}).Draw(t, "of"), from, from+minutes(t, 24, "length")+5*m))
		}
		slices.SortFunc(all, func(a, b inventory.Wanted) int { return a.Slot.StartsAt.Compare(b.Slot.StartsAt) })
		spans, together := inventory.Keeps(all, rules, rapid.IntRange(1, 3).Draw(t, "party"))
		require.Equal(t, !clash(all, func(i int) policy.Span { return policy.Span{From: all[i].Slot.StartsAt, Until: all[i].Slot.EndsAt} }), together)
		if !together {
			return
		}
		for i, w := range all {
			if w.Resource.Kind == inventory.Pooled {
				require.Nil(t, spans[i])
				continue
			}
			require.False(t, spans[i].From.After(w.Slot.StartsAt), "from the start at the latest")
			require.False(t, spans[i].Until.Before(w.Slot.EndsAt), "to the end at the soonest")
			reach := rules.Reach(w.Slot.StartsAt, w.Slot.EndsAt)
			require.False(t, spans[i].From.Before(reach.From) || spans[i].Until.After(reach.Until), "within its reach")
		}
		require.False(t, clash(all, func(i int) policy.Span { return *spans[i] }), "no table is kept twice at once")
	})
}

// clash reports whether two of the spans meet on one table.
func clash(all []inventory.Wanted, of func(i int) policy.Span) bool {
	for i, a := range all {
		for j, b := range all[:i] {
			if a.Resource.Kind == inventory.Pooled || b.Resource.Kind == inventory.Pooled || !of(i).Meets(of(j)) {
				continue
			}
			for _, leaf := range a.Resource.Leaves() {
				if slices.Contains(b.Resource.Leaves(), leaf) {
					return true
				}
			}
		}
	}
	return false
}

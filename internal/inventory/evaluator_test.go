package inventory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

var now = time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)

const tick = time.Microsecond

// table is an open table for two to four, free, six hours ahead.
func table(change ...func(*inventory.Standing)) inventory.Standing {
	return standing(inventory.Resource{Name: "Window", Kind: inventory.Exclusive, Capacity: 1, MinParty: 2, MaxParty: 4, Active: true}, change)
}

// room is an open room of ten places for parties up to six.
func room(change ...func(*inventory.Standing)) inventory.Standing {
	return standing(inventory.Resource{Name: "Room", Kind: inventory.Pooled, Capacity: 10, MinParty: 1, MaxParty: 6, Active: true}, change)
}

func standing(r inventory.Resource, change []func(*inventory.Standing)) inventory.Standing {
	s := inventory.Standing{Resource: r, Rules: policy.Default(), Slot: inventory.Slot{StartsAt: now.Add(6 * time.Hour), Capacity: r.Capacity}}
	for _, f := range change {
		f(&s)
	}
	return s
}

func taken(units int) func(*inventory.Standing) {
	return func(s *inventory.Standing) { s.Slot.Taken = units }
}
func lapsed(units int) func(*inventory.Standing) {
	return func(s *inventory.Standing) { s.Lapsed = units }
}
func starts(in time.Duration) func(*inventory.Standing) {
	return func(s *inventory.Standing) { s.Slot.StartsAt = now.Add(in) }
}
func lead(d time.Duration) func(*inventory.Standing) {
	return func(s *inventory.Standing) { s.Rules.LeadTime = d }
}
func due(s *inventory.Standing)    { s.Due = true }
func closed(s *inventory.Standing) { s.Resource.Active = false }

func TestBlockers(t *testing.T) {
	t.Parallel()
	horizon := policy.Default().BookingHorizon
	for _, c := range []struct {
		name  string
		at    inventory.Standing
		party int
		want  []problem.Code
	}{
		{"a free table", table(), 2, nil},
		{"the largest party", table(), 4, nil},
		{"a party below the bounds", table(), 1, codes(problem.PartyTooSmall)},
		{"a party of nobody", table(), 0, codes(problem.PartyTooSmall)},
		{"a party below nobody", room(), -3, codes(problem.PartyTooSmall)},
		{"a party above the bounds", table(), 5, codes(problem.PartyTooLarge)},
		{"a closed table", table(closed), 2, codes(problem.ResourceClosed)},
		{"a taken table", table(taken(1)), 2, codes(problem.SlotOccupied)},
		{"a table whose hold has lapsed", table(taken(1), lapsed(1)), 2, nil},
		{"a free table that is due to the waitlist", table(due), 2, codes(problem.SlotOccupied)},
		{"a room with room", room(taken(7)), 3, nil},
		{"a room with too little", room(taken(7)), 4, codes(problem.CapacityExceeded)},
		{"a room with enough once what lapsed is counted", room(taken(7), lapsed(1)), 4, nil},
		{"a room whose places are due to the waitlist", room(due), 1, codes(problem.CapacityExceeded)},
		{"just before it starts", table(starts(tick)), 2, nil},
		{"at its start it has begun", table(starts(0)), 2, codes(problem.OutsideBookingWindow)},
		{"exactly the lead time ahead", table(starts(time.Hour), lead(time.Hour)), 2, nil},
		{"a tick inside the lead time", table(starts(time.Hour-tick), lead(time.Hour)), 2, codes(problem.OutsideBookingWindow)},
		{"exactly at the horizon", table(starts(horizon)), 2, nil},
		{"a tick past the horizon", table(starts(horizon + tick)), 2, codes(problem.OutsideBookingWindow)},
		{"everything at once, in the published order", room(closed, starts(-time.Hour), taken(10)), 7,
			codes(problem.PartyTooLarge, problem.ResourceClosed, problem.OutsideBookingWindow, problem.CapacityExceeded)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.at.Blockers(c.party, now)
			require.NotNil(t, got, "an empty list, never none")
			require.Equal(t, append([]problem.Code{}, c.want...), got)
			p := c.at.Refusal(c.party, now)
			if len(c.want) == 0 {
				require.Nil(t, p)
				return
			}
			require.Equal(t, c.want[0], p.Code, "the refusal is the first blocker")
			require.NotEmpty(t, p.Message)
		})
	}
}

func TestRemaining(t *testing.T) {
	t.Parallel()
	require.Equal(t, 3, room(taken(7)).Remaining())
	require.Equal(t, 5, room(taken(7), lapsed(2)).Remaining(), "lapsed units are free")
}

func TestUnits(t *testing.T) {
	t.Parallel()
	require.Equal(t, 1, inventory.Exclusive.Units(4), "a party takes the table")
	require.Equal(t, 4, inventory.Pooled.Units(4), "each person takes a place")
}

func TestRefusalsNameTheField(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"partySize"}, table().Refusal(9, now).Field)
	require.Equal(t, []string{"partySize"}, table().Refusal(1, now).Field)
	require.Empty(t, table(taken(1)).Refusal(2, now).Field)
}

func codes(c ...problem.Code) []problem.Code { return c }

package inventory_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

var now = time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)

const tick = time.Microsecond

// table is an open table for two to four, free, for an hour, six hours ahead.
func table(change ...func(*inventory.Standing)) inventory.Standing {
	return standing(inventory.Resource{Name: "Window", Kind: inventory.Exclusive, Capacity: 1, MinParty: 2, MaxParty: 4, Active: true}, change)
}

// room is an open room of ten places for parties up to six.
func room(change ...func(*inventory.Standing)) inventory.Standing {
	return standing(inventory.Resource{Name: "Room", Kind: inventory.Pooled, Capacity: 10, MinParty: 1, MaxParty: 6, Active: true}, change)
}

func standing(r inventory.Resource, change []func(*inventory.Standing)) inventory.Standing {
	s := inventory.Standing{Resource: r, Rules: policy.Default(), Slot: inventory.Slot{ID: uuid.New(), Capacity: r.Capacity}}
	starts(6 * time.Hour)(&s)
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
	return func(s *inventory.Standing) {
		s.Slot.StartsAt, s.Slot.EndsAt = now.Add(in), now.Add(in+time.Hour)
	}
}
func lead(d time.Duration) func(*inventory.Standing) {
	return func(s *inventory.Standing) { s.Rules.LeadTime = d }
}
func due(s *inventory.Standing)    { s.Due = true }
func closed(s *inventory.Standing) { s.Resource.Active = false }

// ask is what a guest asks for a party now.
func ask(party int, change ...func(*inventory.Ask)) inventory.Ask {
	a := inventory.Ask{Party: party, Channel: policy.Guest, Now: now}
	for _, f := range change {
		f(&a)
	}
	return a
}

func walkIn(a *inventory.Ask)  { a.WalkIn = true }
func follows(a *inventory.Ask) { a.Follows = true }
func byStaff(a *inventory.Ask) { a.Channel = policy.FrontDesk }

func state(to inventory.SlotState) func(*inventory.Standing) {
	return func(s *inventory.Standing) { s.Slot.State = to }
}
func paused(s *inventory.Standing)      { s.Paused = true }
func slotWalkIn(s *inventory.Standing)  { s.Slot.WalkInOnly = true }
func placeWalkIn(s *inventory.Standing) { s.Resource.WalkInOnly = true }
func staffAhead(s *inventory.Standing) { // the front desk needs two hours where guests need none
	s.Rules.Channels = []policy.ChannelRule{{Channel: policy.FrontDesk, LeadTime: new(2 * time.Hour)}}
}

// paced is a venue where two parties, or eight people, may arrive in a quarter, and so many do already.
func paced(parties, covers int) func(*inventory.Standing) {
	return func(s *inventory.Standing) {
		s.Rules.PacingParties, s.Rules.PacingCovers = new(2), new(8)
		s.Arrivals = inventory.Arrivals{Parties: parties, Covers: covers}
	}
}

func TestBlockers(t *testing.T) {
	t.Parallel()
	horizon := policy.Default().BookingHorizon
	for _, c := range []struct {
		name string
		at   inventory.Standing
		ask  inventory.Ask
		want []problem.Code
	}{
		{"a free table", table(), ask(2), nil},
		{"the largest party", table(), ask(4), nil},
		{"a party below the bounds", table(), ask(1), codes(problem.PartyTooSmall)},
		{"a party of nobody", table(), ask(0), codes(problem.PartyTooSmall)},
		{"a party below nobody", room(), ask(-3), codes(problem.PartyTooSmall)},
		{"a party above the bounds", table(), ask(5), codes(problem.PartyTooLarge)},

		{"a closed table", table(closed), ask(2), codes(problem.ResourceClosed)},
		{"a pause", table(paused), ask(2), codes(problem.ResourceClosed)},
		{"an open slot", table(state(inventory.Open)), ask(2), nil},
		{"a withdrawn slot", table(state(inventory.Withdrawn)), ask(2), codes(problem.ResourceClosed)},
		{"a retired slot", table(state(inventory.Retired)), ask(2), codes(problem.ResourceClosed)},
		{"closed for more than one reason is closed once", table(closed, paused, state(inventory.Retired)), ask(2), codes(problem.ResourceClosed)},
		{"a pause binds who stands at the door too", table(paused, starts(0)), ask(2, walkIn), codes(problem.ResourceClosed)},

		{"a slot for walk-ins", table(slotWalkIn), ask(2), codes(problem.WalkInOnly)},
		{"a table for walk-ins", table(placeWalkIn), ask(2), codes(problem.WalkInOnly)},
		{"a slot for walk-ins, to somebody who walks in", table(slotWalkIn, placeWalkIn, starts(0)), ask(2, walkIn), nil},

		{"just before it starts", table(starts(tick)), ask(2), nil},
		{"at its start it has begun", table(starts(0)), ask(2), codes(problem.OutsideBookingWindow)},
		{"exactly the lead time ahead", table(starts(time.Hour), lead(time.Hour)), ask(2), nil},
		{"a tick inside the lead time", table(starts(time.Hour-tick), lead(time.Hour)), ask(2), codes(problem.OutsideBookingWindow)},
		{"exactly at the horizon", table(starts(horizon)), ask(2), nil},
		{"a tick past the horizon", table(starts(horizon + tick)), ask(2), codes(problem.OutsideBookingWindow)},
		{"a channel with a lead time of its own", table(staffAhead, starts(time.Hour)), ask(2, byStaff), codes(problem.OutsideBookingWindow)},
		{"binds no other channel", table(staffAhead, starts(time.Hour)), ask(2), nil},
		{"at the door no lead time binds", table(lead(time.Hour), starts(0)), ask(2, walkIn), nil},
		{"at the door from the opening of check-in", table(starts(30 * time.Minute)), ask(2, walkIn), nil},
		{"and no sooner", table(starts(30*time.Minute + tick)), ask(2, walkIn), codes(problem.OutsideBookingWindow)},
		{"at the door until just before the end", table(starts(tick - time.Hour)), ask(2, walkIn), nil},
		{"at its end it is over", table(starts(-time.Hour)), ask(2, walkIn), codes(problem.OutsideBookingWindow)},

		{"a taken table", table(taken(1)), ask(2), codes(problem.SlotOccupied)},
		{"a table whose hold has lapsed", table(taken(1), lapsed(1)), ask(2), nil},
		{"a free table that is due to the waitlist", table(due), ask(2), codes(problem.SlotOccupied)},
		{"a room with room", room(taken(7)), ask(3), nil},
		{"a room with too little", room(taken(7)), ask(4), codes(problem.CapacityExceeded)},
		{"a room with enough once what lapsed is counted", room(taken(7), lapsed(1)), ask(4), nil},
		{"a room whose places are due to the waitlist", room(due), ask(1), codes(problem.CapacityExceeded)},

		{"a quarter with room for one more party", table(paced(1, 4)), ask(4), nil},
		{"a quarter with as many parties as may arrive", table(paced(2, 2)), ask(2), codes(problem.PacingExceeded)},
		{"a quarter with too many people", table(paced(1, 6)), ask(3), codes(problem.PacingExceeded)},
		{"who is here already doesn't arrive again", table(paced(2, 8)), ask(2, follows), nil},
		{"who walks in arrives as well", table(paced(2, 2), starts(0)), ask(2, walkIn), codes(problem.PacingExceeded)},

		{"everything at once, in the published order", room(closed, slotWalkIn, starts(-time.Hour), taken(10), paced(2, 8)), ask(7),
			codes(problem.PartyTooLarge, problem.ResourceClosed, problem.WalkInOnly, problem.OutsideBookingWindow, problem.CapacityExceeded, problem.PacingExceeded)},
		{"and of a table", table(paused, placeWalkIn, starts(0), due, paced(2, 8)), ask(1),
			codes(problem.PartyTooSmall, problem.ResourceClosed, problem.WalkInOnly, problem.OutsideBookingWindow, problem.SlotOccupied, problem.PacingExceeded)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.at.Blockers(c.ask)
			require.NotNil(t, got, "an empty list, never none")
			require.Equal(t, append([]problem.Code{}, c.want...), got)
			p := c.at.Refusal(c.ask)
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
	require.Equal(t, []string{"partySize"}, table().Refusal(ask(9)).Field)
	require.Equal(t, []string{"partySize"}, table().Refusal(ask(1)).Field)
	require.Empty(t, table(taken(1)).Refusal(ask(2)).Field)
}

func codes(c ...problem.Code) []problem.Code { return c }

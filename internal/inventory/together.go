package inventory

import (
	"slices"
	"time"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// published is the order of checks over all the slots of a booking.
var published = []problem.Code{
	problem.PartyTooSmall, problem.PartyTooLarge, problem.ResourceClosed, problem.WalkInOnly, problem.OutsideBookingWindow,
	problem.SlotOccupied, problem.CapacityExceeded, problem.PacingExceeded,
}

// Booking is several slots, in order of time, that one party would book together.
type Booking struct {
	Standings []*Standing
	Keeps     []*policy.Span // how long each exclusive resource would be kept; nil for pooled ones
	Together  bool           // false: two of the slots take one resource at once, and nobody can have both
	Party     int
}

// NewBooking is the booking of the slots under the rules of the venue.
func NewBooking(standings []*Standing, rules policy.Rules, party int) Booking {
	wanted := make([]Wanted, len(standings))
	for i, s := range standings {
		wanted[i] = Wanted{Slot: s.Slot, Resource: s.Resource}
	}
	b := Booking{Standings: standings, Party: party}
	b.Keeps, b.Together = Keeps(wanted, rules, party)
	return b
}

// Problems are the reasons why the slots can't be had together now, each code once, in the published order; none means that
// a booking succeeds.
func (b Booking) Problems(a Ask) []*problem.Problem {
	if !b.Together {
		return []*problem.Problem{problem.New(problem.SlotOccupied, "Two of these slots take the same resource at the same time; choose one of them.")}
	}
	var all []*problem.Problem
	for i, s := range b.Standings {
		ask := a
		ask.Party, ask.Keeps, ask.Follows = b.Party, b.Keeps[i], i > 0
		for _, code := range s.Blockers(ask) {
			if !slices.ContainsFunc(all, func(p *problem.Problem) bool { return p.Code == code }) {
				all = append(all, s.Explain(code, ask))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *problem.Problem) int {
		return slices.Index(published, a.Code) - slices.Index(published, b.Code)
	})
	return all
}

// TakenFrom notes in standings what a booking takes of them, so that others can be asked about as if it had been made.
func (b Booking) TakenFrom(standings []*Standing) {
	arrives := policy.ArrivalWindow(b.starts())
	for _, s := range standings {
		if policy.ArrivalWindow(s.Slot.StartsAt) == arrives {
			s.Arrivals.Parties++
			s.Arrivals.Covers += b.Party
		}
		for i, taken := range b.Standings {
			if taken.Slot.ID == s.Slot.ID {
				s.Slot.Taken += s.Resource.Kind.Units(b.Party)
			}
			if keeps := b.Keeps[i]; keeps != nil && shareTime(Wanted{taken.Slot, taken.Resource}, Wanted{s.Slot, s.Resource}) && keeps.Meets(s.Reach()) {
				s.Busy = append(slices.Clip(s.Busy), Busy{Span: *keeps, ResourceID: taken.Resource.ID, SlotID: taken.Slot.ID})
			}
		}
	}
}

// starts is when the party arrives.
func (b Booking) starts() time.Time { return b.Standings[0].Slot.StartsAt }

package inventory

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// Standing is a slot as it stands for the evaluator, at one moment and under one lock or snapshot.
type Standing struct {
	Slot     Slot
	Resource Resource
	Rules    policy.Rules // the venue's active policy
	Switches Switches
	Lapsed   int      // units of holds that have lapsed and are not yet released
	Busy     []Busy   // the time that others keep of an exclusive resource around the slot, the slot's own holders included
	Paused   bool     // a pause stands in the way
	Arrivals Arrivals // in the quarter of an hour in which the slot starts; only where the policy paces
	Awaited  []Waiter // the intents that could have the free units and wait for them, in the order in which they asked
	Due      bool     // the free units are somebody's: promotion would now choose an entry, or an intent waits

	PausesUntil *time.Time    // when the last pause of the venue is over; nil: there is none to look for
	DueTime     []policy.Span // of an exclusive resource: time that is somebody's in the same way, by another slot
}

// Shares reports whether the slot's time may be sold by other slots too, so that one booking stands in the way of another.
func (s Standing) Shares() bool {
	return s.Resource.Kind == Exclusive && (s.Resource.Shared || s.Rules.Spreads())
}

// Keeps is how long whoever asks would keep an exclusive resource.
func (s Standing) Keeps(a Ask) policy.Span {
	if a.Keeps != nil {
		return *a.Keeps
	}
	return s.Rules.Occupies(s.Slot.StartsAt, s.Slot.EndsAt, a.Party)
}

// Reach is the longest that anybody could keep the resource by this slot.
func (s Standing) Reach() policy.Span { return s.Rules.Reach(s.Slot.StartsAt, s.Slot.EndsAt) }

// Remaining is the units nobody holds; lapsed ones count as free. An exclusive resource that is kept by another slot's
// booking at any time of this one has none.
func (s Standing) Remaining() int {
	if s.Resource.Kind == Exclusive && s.kept(policy.Span{From: s.Slot.StartsAt, Until: s.Slot.EndsAt}, nil) {
		return 0
	}
	return s.Slot.Capacity - s.Slot.Taken + s.Lapsed
}

// kept reports whether anybody but the given reservation keeps the resource at any time of the span.
func (s Standing) kept(span policy.Span, own *uuid.UUID) bool {
	return slices.ContainsFunc(s.Busy, func(b Busy) bool {
		return !b.Lapsed && (own == nil || b.ReservationID != *own) && b.Meets(span)
	})
}

// Fits reports whether the time that a party would keep of an exclusive resource is free; always true of a pooled one.
func (s Standing) Fits(a Ask) bool {
	return s.Resource.Kind == Pooled || !s.kept(s.Keeps(a), a.Own)
}

// due reports whether what is asked for is somebody's who waits, by this slot or by another that shares its time.
func (s Standing) due(a Ask) bool {
	return s.Due || (len(s.DueTime) > 0 && slices.ContainsFunc(s.DueTime, s.Keeps(a).Meets))
}

// Blockers lists every reason why the slot can't be had now, in the published order: party, closure, walk-ins, window,
// capacity, pacing. Empty means that a hold at this version succeeds.
func (s Standing) Blockers(a Ask) []problem.Code {
	blockers := []problem.Code{}
	switch {
	case a.Party < s.Resource.MinParty:
		blockers = append(blockers, problem.PartyTooSmall)
	case a.Party > s.Resource.MaxParty:
		blockers = append(blockers, problem.PartyTooLarge)
	}
	if !s.Resource.Active || s.Paused || s.Slot.State == Withdrawn || s.Slot.State == Retired {
		blockers = append(blockers, problem.ResourceClosed)
	}
	if (s.Slot.WalkInOnly || s.Resource.WalkInOnly) && !a.WalkIn {
		blockers = append(blockers, problem.WalkInOnly)
	}
	if !s.inWindow(a) {
		blockers = append(blockers, problem.OutsideBookingWindow)
	}
	if s.due(a) || s.Remaining() < s.Resource.Kind.Units(max(a.Party, 1)) || !s.Fits(a) {
		blockers = append(blockers, s.full())
	}
	if !a.Follows && s.Rules.Paced() && !s.Rules.MayArrive(a.Party, s.Arrivals.Parties, s.Arrivals.Covers) {
		blockers = append(blockers, problem.PacingExceeded)
	}
	return blockers
}

// inWindow asks the times of the channel; a party at the door may come from the opening of check-in until the end.
func (s Standing) inWindow(a Ask) bool {
	if a.WalkIn {
		return (a.Follows || s.Rules.CheckInOpen(a.Now, s.Slot.StartsAt)) && a.Now.Before(s.Slot.EndsAt)
	}
	return s.Rules.BookableBy(a.Channel, a.Now, s.Slot.StartsAt)
}

// Refusal is the first blocker as a problem, or nil.
func (s Standing) Refusal(a Ask) *problem.Problem {
	blockers := s.Blockers(a)
	if len(blockers) == 0 {
		return nil
	}
	return s.Explain(blockers[0], a)
}

func (s Standing) full() problem.Code {
	if s.Resource.Kind == Pooled {
		return problem.CapacityExceeded
	}
	return problem.SlotOccupied
}

// Explain makes a blocker a problem for a person.
func (s Standing) Explain(code problem.Code, a Ask) *problem.Problem {
	switch code {
	case problem.PartyTooSmall:
		return problem.New(code, "%s takes parties of %d to %d; %d is too few.", s.Resource.Name, s.Resource.MinParty, s.Resource.MaxParty, a.Party).WithField("partySize")
	case problem.PartyTooLarge:
		return problem.New(code, "%s takes parties of %d to %d; %d is too many.", s.Resource.Name, s.Resource.MinParty, s.Resource.MaxParty, a.Party).WithField("partySize")
	case problem.ResourceClosed:
		return problem.New(code, "%s is closed at that time.", s.Resource.Name)
	case problem.WalkInOnly:
		return problem.New(code, "%s at that time is kept for guests who come without a booking.", s.Resource.Name)
	case problem.OutsideBookingWindow:
		return problem.New(code, "%s can't be booked for that time now: it has begun, is too near or too far ahead.", s.Resource.Name)
	case problem.PacingExceeded:
		return problem.New(code, "As many guests as the venue can welcome arrive in that quarter of an hour already. Another start may do.")
	case problem.CapacityExceeded:
		if s.due(a) {
			return problem.New(code, "The free places of %s at that time are due to the waitlist.", s.Resource.Name)
		}
		return problem.New(code, "%s has %d free places at that time.", s.Resource.Name, s.Remaining())
	default:
		switch {
		case s.due(a) && s.Remaining() > 0:
			return problem.New(code, "%s at that time is due to the waitlist.", s.Resource.Name)
		case s.Remaining() > 0:
			return problem.New(code, "%s is free at that time, but not for as long as a party of %d stays.", s.Resource.Name, a.Party)
		}
		return problem.New(code, "%s is taken at that time. You can join the waitlist.", s.Resource.Name)
	}
}

package inventory

import (
	"time"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// Standing is a slot as it stands for the evaluator, at one moment and under one lock or snapshot.
type Standing struct {
	Slot     Slot
	Resource Resource
	Rules    policy.Rules // the venue's active policy
	Lapsed   int          // units of holds that have lapsed and are not yet released
	Awaited  bool         // an intent that could have the free units waits for them
	Due      bool         // the free units are somebody's: promotion would now choose an entry, or an intent waits
}

// Remaining is the units nobody holds; lapsed ones count as free.
func (s Standing) Remaining() int { return s.Slot.Capacity - s.Slot.Taken + s.Lapsed }

// Blockers lists every reason why a party can't book the slot now, in the published order: party, closure, window,
// capacity. Empty means that a hold at this version succeeds.
func (s Standing) Blockers(party int, now time.Time) []problem.Code {
	blockers := []problem.Code{}
	switch {
	case party < s.Resource.MinParty:
		blockers = append(blockers, problem.PartyTooSmall)
	case party > s.Resource.MaxParty:
		blockers = append(blockers, problem.PartyTooLarge)
	}
	if !s.Resource.Active {
		blockers = append(blockers, problem.ResourceClosed)
	}
	if !s.Rules.Bookable(now, s.Slot.StartsAt) {
		blockers = append(blockers, problem.OutsideBookingWindow)
	}
	if s.Due || s.Remaining() < s.Resource.Kind.Units(max(party, 1)) {
		blockers = append(blockers, s.full())
	}
	return blockers
}

// Refusal is the first blocker as a problem, or nil.
func (s Standing) Refusal(party int, now time.Time) *problem.Problem {
	blockers := s.Blockers(party, now)
	if len(blockers) == 0 {
		return nil
	}
	return s.explain(blockers[0], party)
}

func (s Standing) full() problem.Code {
	if s.Resource.Kind == Pooled {
		return problem.CapacityExceeded
	}
	return problem.SlotOccupied
}

func (s Standing) explain(code problem.Code, party int) *problem.Problem {
	switch code {
	case problem.PartyTooSmall:
		return problem.New(code, "%s takes parties of %d to %d; %d is too few.", s.Resource.Name, s.Resource.MinParty, s.Resource.MaxParty, party).WithField("partySize")
	case problem.PartyTooLarge:
		return problem.New(code, "%s takes parties of %d to %d; %d is too many.", s.Resource.Name, s.Resource.MinParty, s.Resource.MaxParty, party).WithField("partySize")
	case problem.ResourceClosed:
		return problem.New(code, "%s is closed.", s.Resource.Name)
	case problem.OutsideBookingWindow:
		return problem.New(code, "%s can't be booked for that time now: it has begun, is too near or too far ahead.", s.Resource.Name)
	case problem.CapacityExceeded:
		if s.Due {
			return problem.New(code, "The free places of %s at that time are due to the waitlist.", s.Resource.Name)
		}
		return problem.New(code, "%s has %d free places at that time.", s.Resource.Name, s.Remaining())
	default:
		if s.Due && s.Remaining() > 0 {
			return problem.New(code, "%s at that time is due to the waitlist.", s.Resource.Name)
		}
		return problem.New(code, "%s is taken at that time. You can join the waitlist.", s.Resource.Name)
	}
}

package booking

import (
	"slices"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
)

// Override books against the rules of the house, for a reason. What others hold, what they wait for and how many people fit
// stay walls.
type Override struct{ Reason string }

// passable are the rules that staff may pass over with a reason.
var passable = []problem.Code{problem.ResourceClosed, problem.WalkInOnly, problem.OutsideBookingWindow, problem.PacingExceeded, problem.PolicyForbids}

// check refuses an override by somebody who may not, and one that gives no reason.
func (o *Override) check(by actor.Actor) error {
	switch {
	case o == nil:
		return nil
	case !by.Can(actor.ReservationOverride):
		return problem.ErrForbidden
	case checkReason(o.Reason) != nil:
		return problem.NewInvalid("override.reason", "give a reason of 1 to 500 characters")
	}
	return nil
}

// text is the reason, for the digest of the input; nil where nothing is passed over.
func (o *Override) text() *string {
	if o == nil {
		return nil
	}
	return &o.Reason
}

func (o *Override) reason() string {
	if o == nil {
		return ""
	}
	return o.Reason
}

// permitted is the refusal that stands in spite of an override, and the rules that it passes over. What is over can't be
// booked for any reason.
func (g *ground) permitted(o *Override, places []*Place, a inventory.Ask) (passed []string, p *problem.Problem) {
	over := slices.ContainsFunc(places, func(p *Place) bool { return !p.Slot.EndsAt.After(g.now) || p.Slot.State == inventory.Retired })
	for _, p := range g.refusals(places, a) {
		if o == nil || over || !slices.Contains(passable, p.Code) {
			return nil, p
		}
		passed = append(passed, string(p.Code))
	}
	return passed, nil
}

// overridden notes an override with what was booked by it; one that passed over nothing leaves no trace but the audit's.
func (o *Override) overridden(passed []string) (reason *string, codes []string) {
	if o == nil || len(passed) == 0 {
		return nil, nil
	}
	return &o.Reason, passed
}

package reservation

import (
	"time"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// Command is an act on a reservation, by the name of its mutation.
type Command string

// The commands on a reservation that exists.
const (
	Extend   Command = "extendHold"
	Confirm  Command = "confirmReservation"
	Cancel   Command = "cancelReservation"
	Move     Command = "moveReservation"
	CheckIn  Command = "checkInReservation"
	Complete Command = "completeReservation"
	MarkGone Command = "markNoShow"
)

// Commands lists every command, in the order in which a screen shows them.
func Commands() []Command {
	return []Command{Confirm, Extend, Move, Cancel, CheckIn, Complete, MarkGone}
}

// edges names the state that each command leads to, or the states that it keeps.
var (
	leadsTo = map[Command]Status{Confirm: Confirmed, Cancel: Cancelled, CheckIn: CheckedIn, Complete: Completed, MarkGone: NoShow}
	keeps   = map[Command][]Status{Extend: {Held}, Move: {Held, Confirmed}}
)

// To is the state the command leads to; ok is false for commands that keep the state.
func (c Command) To() (to Status, ok bool) { to, ok = leadsTo[c]; return to, ok }

// legal reports whether the state machine allows the command in a state.
func (c Command) legal(s Status) bool {
	if to, moves := leadsTo[c]; moves {
		return s.CanBecome(to)
	}
	for _, kept := range keeps[c] {
		if kept == s {
			return true
		}
	}
	return false
}

// Capability is what the actor needs for the command.
func (c Command) Capability() actor.Capability {
	switch c {
	case CheckIn, Complete, MarkGone:
		return actor.ReservationOperate
	default:
		return actor.ReservationWrite
	}
}

// Decide answers whether the command may be given now, in the published order: expiry, version, transition, rules. The
// zero of expectedVersion means "whatever it is", for callers that only ask what is possible. Capacity and caps are
// decided elsewhere, by the evaluator.
func Decide(c Command, r Reservation, expectedVersion int, by actor.Actor, terms Terms, now time.Time) *problem.Problem {
	if r.Effective(now) == Expired {
		return problem.New(problem.HoldExpired, "The hold has expired; its place has been given back.").WithVersion(r.Version)
	}
	if expectedVersion != 0 && expectedVersion != r.Version {
		return problem.New(problem.VersionStale, "The reservation has changed since it was read: it is at version %d.", r.Version).WithVersion(r.Version)
	}
	if r.HeldByOffer() {
		return illegal(c, r, "while its offer is open")
	}
	if r.InHand() {
		return problem.New(problem.AttemptUnresolved, "An unfinished intent has this reservation in hand; wait for its end or call it off.").WithVersion(r.Version)
	}
	if !c.legal(r.Status) {
		return illegal(c, r, "when it is "+string(r.Status))
	}
	return c.rules(r, by, terms, now)
}

func illegal(c Command, r Reservation, when string) *problem.Problem {
	return problem.New(problem.IllegalTransition, "%s is not possible for this reservation %s.", c, when).WithVersion(r.Version)
}

// rules are the policy's conditions on a command that the state machine allows.
func (c Command) rules(r Reservation, by actor.Actor, terms Terms, now time.Time) *problem.Problem {
	switch {
	case r.RequestedAt != nil && (c == Extend || (c == Confirm && by.OwnOnly())):
		return problem.New(problem.PolicyForbids, "The reservation has been asked for; now the venue confirms or declines.").WithVersion(r.Version)
	case c == Extend && r.Extended:
		return problem.New(problem.PolicyForbids, "A hold can be extended once, and this one has been.").WithVersion(r.Version)
	case (c == Cancel || c == Move) && r.Status == Confirmed && !terms.MayCancelBy(policy.ChannelOf(by.Role), now, r.StartsAt):
		return problem.New(problem.OutsideCancellationWindow, "It is too late to change or cancel this reservation; please ask the venue.").WithVersion(r.Version)
	case c == Move && by.OwnOnly() && r.Status == Confirmed && terms.Confirmation == policy.Request:
		return problem.New(problem.PolicyForbids, "This venue confirms every change itself; please ask it.").WithVersion(r.Version)
	case c == CheckIn && !terms.CheckInOpen(now, r.StartsAt):
		return problem.New(problem.PolicyForbids, "Check-in has not opened yet for this reservation.").WithVersion(r.Version)
	case c == MarkGone && !terms.NoShowAllowed(now, r.StartsAt):
		return problem.New(problem.PolicyForbids, "The party still has time to arrive; it can't be marked a no-show yet.").WithVersion(r.Version)
	}
	return nil
}

// Open lists the commands that this actor could give now at the row's present version, apart from capacity. It is what a
// screen offers; the command itself decides again.
func Open(r Reservation, by actor.Actor, terms Terms, now time.Time) []Command {
	open := []Command{}
	for _, c := range Commands() {
		if by.Can(c.Capability()) && by.MaySee(r.VenueID, r.CustomerID) && Decide(c, r, 0, by, terms, now) == nil {
			open = append(open, c)
		}
	}
	return open
}

package reservation

import (
	"slices"
	"time"

	"github.com/slotq/slotq/internal/problem"
)

// CorrectedValues lists what a reservation can be made anew as.
func CorrectedValues() []Status { return []Status{Confirmed, CheckedIn} }

// corrigible says as what a reservation can be made anew that ended, or began, by mistake. A hold that lapsed was nobody's
// mistake, and what still stands is changed by its own commands.
var corrigible = map[Status][]Status{
	CheckedIn: {Confirmed},
	Completed: {Confirmed, CheckedIn},
	Cancelled: {Confirmed, CheckedIn},
	NoShow:    {Confirmed, CheckedIn},
}

// Correct answers whether the reservation may be made anew as becomes, in the order of Decide. Whether its place is free, and
// whether it was corrected before, is decided elsewhere.
func Correct(r Reservation, becomes Status, expectedVersion int, terms Terms, now time.Time) *problem.Problem {
	switch {
	case expectedVersion != r.Version:
		return problem.New(problem.VersionStale, "The reservation has changed since it was read: it is at version %d.", r.Version).WithVersion(r.Version)
	case r.InHand():
		return problem.New(problem.AttemptUnresolved, "An unfinished intent has this reservation in hand; wait for its end or call it off.").WithVersion(r.Version)
	case !slices.Contains(corrigible[r.Effective(now)], becomes):
		return problem.New(problem.IllegalTransition, "A reservation that is %s can't be corrected to %s.", r.Effective(now), becomes).WithVersion(r.Version)
	case !now.Before(r.EndsAt):
		return problem.New(problem.IllegalTransition, "The time of this reservation is over; there is nothing left to correct.").WithVersion(r.Version)
	case becomes == CheckedIn && !terms.CheckInOpen(now, r.StartsAt):
		return problem.New(problem.PolicyForbids, "Check-in has not opened yet for this reservation.").WithVersion(r.Version)
	}
	return nil
}

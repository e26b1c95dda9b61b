package intent

import (
	"time"

	"github.com/slotq/slotq/internal/problem"
)

// DecideCancel answers whether an intent may be called off now, in the published order: version, transition. What a provider
// may have done already can't be called off by a wish: ATTEMPT_UNRESOLVED.
func DecideCancel(w Work, expectedVersion int, now time.Time) *problem.Problem {
	return w.decide(Cancelled, expectedVersion, now, "call it off")
}

// DecideRetry answers whether the next attempt may begin at once.
func DecideRetry(w Work, expectedVersion int, now time.Time) *problem.Problem {
	return w.decide(Reserving, expectedVersion, now, "try again")
}

func (w Work) decide(to Status, expectedVersion int, now time.Time, what string) *problem.Problem {
	i := w.Intent
	switch state := i.Effective(w.Unresolved(), now); {
	case expectedVersion != i.Version:
		return problem.New(problem.VersionStale, "The intent has moved on since it was read: it is at version %d.", i.Version).WithVersion(i.Version)
	case w.Unresolved():
		return problem.New(problem.AttemptUnresolved, "An attempt may still turn out either way; it has to be settled before you can %s.", what).WithVersion(i.Version)
	case !state.Open():
		return problem.New(problem.IllegalTransition, "An intent that is %s can't become %s.", state, to).WithVersion(i.Version)
	case to == Cancelled && w.gaveUp():
		return problem.New(problem.IllegalTransition, "The old place has been given up already; the move has to come to its end.").WithVersion(i.Version)
	}
	return nil
}

// DecideResolve answers whether a person may settle an attempt: only one whose outcome is unknown.
func DecideResolve(a Attempt, expectedVersion int) *problem.Problem {
	switch {
	case expectedVersion != a.Version:
		return problem.New(problem.VersionStale, "The attempt has moved on since it was read: it is at version %d.", a.Version).WithVersion(a.Version)
	case a.Status != Unknown:
		return problem.New(problem.IllegalTransition, "An attempt that is %s can't be settled by a person.", a.Status).WithVersion(a.Version)
	}
	return nil
}

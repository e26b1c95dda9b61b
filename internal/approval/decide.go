package approval

import (
	"time"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// Visible reports whether the actor may see the approval: a customer and its agents see their own, staff those of their
// venues. Whoever has no role sees nothing.
func (a Approval) Visible(by actor.Actor) bool {
	if !by.SeesVenue(a.VenueID) {
		return false
	}
	switch by.Role {
	case actor.Customer, actor.Agent:
		return a.CustomerID != nil && by.Owns(*a.CustomerID)
	case actor.Staff, actor.Admin:
		return true
	default:
		return false
	}
}

// MayDecide reports whether the actor may say yes or no: whoever it is for, or staff of the venue. An agent never does,
// whoever it acts for: what prepares must not approve.
func (a Approval) MayDecide(by actor.Actor) bool { return by.Role != actor.Agent && a.Visible(by) }

// Supersedes reports whether preparing next puts an older one of the same owner out of force. One waits for a yes per action
// and target, whatever the channel; on the web, one in all, for there a person looks at one thing at a time.
func Supersedes(next, old Approval) bool {
	if old.OwnerID != next.OwnerID || old.Status != Pending {
		return false
	}
	return old.Action == next.Action && old.TargetKey == next.TargetKey || next.Channel == Web && old.Channel == Web
}

// Decide answers whether a person's yes or no may be written down now, in the published order: what is over is over whatever
// the version, then version, then transition.
func Decide(a Approval, to Status, expectedVersion int, now time.Time) *problem.Problem {
	if over := a.over(now); over != nil {
		return over
	}
	if expectedVersion != a.Version {
		return a.stale()
	}
	if !a.Status.CanBecome(to) {
		return problem.New(problem.IllegalTransition, "An approval that is %s can't become %s.", a.Status, to).WithVersion(a.Version)
	}
	return nil
}

// Carry answers whether what was approved may be carried out now. Whether anybody said yes comes before the version; last of
// all, that it is still the very thing that was approved.
func Carry(a Approval, digest string, expectedVersion int, now time.Time) *problem.Problem {
	if over := a.over(now); over != nil {
		return over
	}
	switch {
	case a.Status == Pending:
		return problem.New(problem.ApprovalRequired, "Nobody has approved this yet; a person has to.").WithVersion(a.Version)
	case !a.Status.CanBecome(Consumed):
		return problem.New(problem.IllegalTransition, "An approval that is %s can't be carried out.", a.Status).WithVersion(a.Version)
	case expectedVersion != a.Version:
		return a.stale()
	case digest != a.ArgsDigest:
		return problem.New(problem.DecisionStale, "This is not what was approved; it has to be prepared anew.").WithVersion(a.Version)
	}
	return nil
}

// over is why nothing can come of the approval any more, or not a second time.
func (a Approval) over(now time.Time) *problem.Problem {
	switch a.Effective(now) {
	case Expired:
		return problem.New(problem.ApprovalExpired, "The time to approve and carry this out is over; it has to be prepared anew.").WithVersion(a.Version)
	case Superseded:
		return problem.New(problem.ApprovalSuperseded, "This has been prepared anew since; look at the newer one.").WithVersion(a.Version)
	case Consumed:
		return problem.New(problem.ApprovalConsumed, "This has been carried out already.").WithVersion(a.Version)
	default:
		return nil
	}
}

func (a Approval) stale() *problem.Problem {
	return problem.New(problem.VersionStale, "The approval has changed since it was read: it is at version %d.", a.Version).WithVersion(a.Version)
}

package waitlist

import (
	"time"

	"github.com/slotq/slotq/internal/problem"
)

// HighestPriority is the best standing that staff can give an entry; 0 is what it has from the start.
const HighestPriority = 100

// DecidePriority answers whether an entry may be given another standing now, in the published order: version, transition.
// One that is offered something may: it may wait again.
func DecidePriority(e Entry, expectedVersion int, now time.Time) *problem.Problem {
	if expectedVersion != e.Version {
		return problem.New(problem.VersionStale, "The waitlist entry has changed since it was read: it is at version %d.", e.Version).WithVersion(e.Version)
	}
	if effective := e.Effective(now); !effective.Live() {
		return problem.New(problem.IllegalTransition, "A waitlist entry that is %s waits for nothing any more.", effective).WithVersion(e.Version)
	}
	return nil
}

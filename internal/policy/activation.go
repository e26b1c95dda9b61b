package policy

import (
	"time"

	"github.com/slotq/slotq/internal/problem"
)

// Due reports whether a draft's moment to come into force is here.
func (v Version) Due(now time.Time) bool {
	return v.Status == Draft && v.ActivatesAt != nil && !now.Before(*v.ActivatesAt)
}

// DecideActivation answers whether a version may come into force now, at the version of it that was read. A person may also
// bring forward what was to come into force later. Nobody has read anything where the clock activates (expectedVersion 0):
// only what is due comes into force then, whatever was planned when its turn was noted down.
func DecideActivation(v Version, expectedVersion int, now time.Time) *problem.Problem {
	if expectedVersion != 0 && expectedVersion != v.Version {
		return problem.New(problem.VersionStale, "The policy version has changed since it was read: it is at version %d.", v.Version).WithVersion(v.Version)
	}
	if !v.Status.CanBecome(Active) {
		return problem.New(problem.IllegalTransition, "A policy version that is %s can't become %s.", v.Status, Active).WithVersion(v.Version)
	}
	if expectedVersion == 0 && !v.Due(now) {
		return problem.New(problem.IllegalTransition, "The policy version is not due to come into force.").WithVersion(v.Version)
	}
	return nil
}

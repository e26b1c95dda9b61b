package agenda

import "time"

// An offer runs out in the last quarter of its time: a venue that gives a day means hours by "soon", one that gives ten
// minutes means two or three. But a person who is to telephone somebody needs two minutes, so it is never less than that, nor
// more than the offer has.
const (
	lastPart = 4
	LeastRun = 2 * time.Minute
)

// RunsOutFrom is when an offer begins to run out.
func RunsOutFrom(made, expires time.Time) time.Time {
	run := max(expires.Sub(made)/lastPart, LeastRun)
	if from := expires.Add(-run); from.After(made) {
		return from
	}
	return made
}

// When an intent counts as stuck although time goes on for it.
const (
	// IdleAfter is how long after it was due nobody has looked at it. Workers look every second; one that dies in the middle
	// has its lease for half a minute. Beyond that there is nobody.
	IdleAfter = 2 * time.Minute
	// FailingAfter is how old an intent is that has failed before and is still being tried. Pauses between tries are a minute
	// by then, and its time is a quarter of an hour as a rule: a person can still do something else for the customer.
	FailingAfter = 5 * time.Minute
)

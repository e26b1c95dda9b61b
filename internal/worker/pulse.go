package worker

import (
	"sync/atomic"
	"time"
)

// pulse is how a loop shows that it is alive: it beats at the beginning of every round.
type pulse struct {
	since time.Time
	last  atomic.Int64 // as nanoseconds after since, which a step of the wall clock doesn't move
}

func newPulse() *pulse { return &pulse{since: time.Now()} }

func (p *pulse) beat() { p.last.Store(int64(time.Since(p.since))) }

// Idle is for how long the loop hasn't begun a round, or hasn't been run at all. It does every second, unless a round takes
// longer.
func (p *pulse) Idle() time.Duration { return time.Since(p.since) - time.Duration(p.last.Load()) }

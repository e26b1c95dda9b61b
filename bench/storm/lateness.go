package main

import (
	"fmt"
	"slices"
	"time"
)

// hearing is a change that a watcher heard of.
type hearing struct {
	happened time.Time // by the database's clock
	late     time.Duration
}

// lateness is how long after they happened some changes were heard of.
type lateness []time.Duration

// latenessBetween is of what happened in a while.
func (s *storm) latenessBetween(from, to time.Time) (all lateness) {
	for _, w := range s.watchers {
		w.mu.Lock()
		for _, h := range w.hearings {
			if h.happened.After(from) && h.happened.Before(to) {
				all = append(all, h.late)
			}
		}
		w.mu.Unlock()
	}
	slices.Sort(all)
	return all
}

func (l lateness) milliseconds() (all []float64) {
	for _, d := range l {
		all = append(all, float64(d)/float64(time.Millisecond))
	}
	return all
}

// String tells them for people.
func (l lateness) String() string {
	if len(l) == 0 {
		return "watchers heard of no change meanwhile"
	}
	ms := l.milliseconds()
	return fmt.Sprintf("watchers heard of %d changes meanwhile, p50 %.0f ms, p99 %.0f ms and at most %.0f ms after they happened",
		len(l), quantile(ms, 0.5), quantile(ms, 0.99), ms[len(ms)-1])
}

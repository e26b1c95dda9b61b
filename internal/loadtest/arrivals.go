package loadtest

import (
	"context"
	"sync"
	"time"
)

// Arrivals are calls at a constant rate.
type Arrivals struct {
	Rate  float64       // calls a second
	For   time.Duration // how long calls become due
	Most  int           // calls that are out at once; those that are due meanwhile wait here, and their time runs
	Grace time.Duration // after the last was due: what hasn't been sent by then is given up, what is out is broken off
	Clock Clock
}

// Total is how many calls become due.
func (a Arrivals) Total() int { return int(a.Rate * a.For.Seconds()) }

// due is when a call should be made. It follows from the start alone: a call that comes late makes no later one late.
func (a Arrivals) due(start time.Time, nth int) time.Time {
	return start.Add(time.Duration(float64(nth) / a.Rate * float64(time.Second)))
}

// Run makes every call when it is due, or as soon afterwards as fewer than Most are out, and tells the tally of each. It
// returns when the last is over, or with ctx's error when that has ended before.
func (a Arrivals) Run(ctx context.Context, call func(ctx context.Context, nth int) Answer, tally *Tally) error {
	start := a.Clock.Now()
	end := start.Add(a.For)
	patient, giveUp := context.WithCancel(ctx)
	defer giveUp()
	watching, watched := context.WithCancel(ctx)
	var waiter sync.WaitGroup
	waiter.Go(func() {
		if a.Clock.WaitUntil(watching, end.Add(a.Grace)) == nil {
			giveUp()
		}
	})
	defer waiter.Wait()
	defer watched()

	turns := make(chan struct{}, a.Most)
	var out sync.WaitGroup
	total := a.Total()
	for nth := range total {
		due := a.due(start, nth)
		if a.Clock.WaitUntil(patient, due) != nil || !take(patient, turns) {
			for ; nth < total && ctx.Err() == nil; nth++ {
				tally.Unsent(a.Clock.Now().Sub(a.due(start, nth)))
			}
			break
		}
		tally.Asked()
		out.Go(func() {
			defer func() { <-turns }()
			answer := call(patient, nth)
			tally.Over(answer, a.Clock.Now().Sub(due))
		})
	}
	out.Wait()
	tally.Took(a.Clock.Now().Sub(start))
	return ctx.Err()
}

// take waits for one of the turns; false when there won't be one.
func take(ctx context.Context, turns chan<- struct{}) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case turns <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

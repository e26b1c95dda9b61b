package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// crowd are clients who ask one thing after another, each on a connection of its own, as pgbench's do.
type crowd []*wire

// gather connects so many to an address in the name of a token. Connecting counts in nobody's figures.
func gather(ctx context.Context, address, token string, n int) (crowd, error) {
	var all crowd
	for range n {
		w, err := dial(ctx, address, token)
		if err != nil {
			all.leave()
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

func (c crowd) leave() {
	for _, w := range c {
		w.close()
	}
}

// errNothingLeft is what an act returns that found nothing to do any more. It ends the work, and is no failure.
var errNothingLeft = errors.New("nothing is left to do")

// work lets all of them act, each again as soon as it has done, until the time is up, nothing is left to do or ctx ends. It returns
// how many acts a second came to an end.
func (c crowd) work(ctx context.Context, until time.Duration, act func(w *wire) error) (perSecond float64, done int, err error) {
	var over atomic.Int64
	start := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	for _, w := range c {
		group.Go(func() error {
			for time.Since(start) < until && ctx.Err() == nil {
				if err := act(w); err != nil {
					return err
				}
				over.Add(1)
			}
			return ctx.Err()
		})
	}
	err = group.Wait()
	if errors.Is(err, errNothingLeft) {
		err = nil
	}
	return float64(over.Load()) / time.Since(start).Seconds(), int(over.Load()), err
}

// first lets nobody act more often than so many times in all.
func first(most int, act func(w *wire, nth int) error) func(w *wire) error {
	var next atomic.Int64
	return func(w *wire) error {
		nth := int(next.Add(1)) - 1
		if nth >= most {
			return errNothingLeft
		}
		return act(w, nth)
	}
}

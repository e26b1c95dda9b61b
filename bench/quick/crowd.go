package main

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// crowd are clients who ask one thing after another, each on a connection of its own, as pgbench's do.
type crowd []*wire

// gather connects so many in the name of a token. Connecting counts in nobody's figures.
func (b *bench) gather(ctx context.Context, token string, n int) (crowd, error) {
	var all crowd
	for range n {
		w, err := dial(ctx, b.at.GraphQL, token)
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

// work lets all of them act, each again as soon as it has done, until the time is up or nothing is left to do; each act is
// told its number. It returns how many acts a second came to an end.
func (c crowd) work(ctx context.Context, until time.Duration, left int, act func(w *wire, nth int) error) (perSecond float64, done int, err error) {
	var next, over atomic.Int64
	start := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	for _, w := range c {
		group.Go(func() error {
			for time.Since(start) < until && ctx.Err() == nil {
				nth := int(next.Add(1)) - 1
				if nth >= left {
					return nil
				}
				if err := act(w, nth); err != nil {
					return err
				}
				over.Add(1)
			}
			return ctx.Err()
		})
	}
	err = group.Wait()
	return float64(over.Load()) / time.Since(start).Seconds(), int(over.Load()), err
}

// mean is what many rounds of the same come to.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(v float64) { m.sum, m.n = m.sum+v, m.n+1 }

func (m *mean) value() float64 { return m.sum / float64(max(m.n, 1)) }

// side is what the rounds of one side came to.
type side struct {
	mean
	done int
	used used
}

func (s *side) add(perSecond float64, done int, u used) {
	s.mean.add(perSecond)
	s.done, s.used = s.done+done, s.used.plus(u)
}

// each is what one deed took of the processors, in microseconds.
func (s *side) each() float64 { return float64(s.used.all().Microseconds()) / float64(max(s.done, 1)) }

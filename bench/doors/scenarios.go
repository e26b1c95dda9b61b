package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/slotq/slotq/bench/audience"
	"github.com/slotq/slotq/bench/process"
)

// fanout tells one event after another to all who listen to a venue.
func fanout(ctx context.Context, s *audience.Server, l load) ([]measured, error) {
	f, err := audience.Measure(ctx, s, l.subscribers, l.events)
	if err != nil {
		return nil, err
	}
	return []measured{
		{"rss_kb_per_idle_subscriber", f.IdleKB, "kB"},
		{"cpu_us_per_delivery", float64(f.Delivery.Nanoseconds()) / 1000, "us"},
		{"to_the_last_ms_p50", ms(audience.Quantile(f.Took, 0.5)), "ms, from asking for the change"},
		{"to_the_last_ms_p99", ms(audience.Quantile(f.Took, 0.99)), "ms, from asking for the change"},
		{"rss_kb_per_subscriber_after", f.AfterKB, "kB"},
	}, nil
}

// crowd lets many come back at once after a cut, each behind the cursor it had, while one event has been missed.
func crowd(ctx context.Context, s *audience.Server, l load) ([]measured, error) {
	first, err := audience.Many(ctx, s, 1)
	if err != nil {
		return nil, err
	}
	cursor := first[0].Cursor
	audience.Leave(first)
	if err := s.Emit(ctx); err != nil {
		return nil, err
	}
	all := make([]*audience.Subscriber, l.crowd)
	took := make([]time.Duration, l.crowd)
	start := time.Now()
	var group errgroup.Group
	var again atomic.Int64
	for i := range all {
		group.Go(func() error {
			for {
				one, err := audience.Subscribe(ctx, s, cursor, false)
				if err == nil {
					_, err = one.Next()
				}
				if err == nil {
					all[i], took[i] = one, time.Since(start)
					return nil
				}
				if time.Since(start) > process.Patience {
					return err
				}
				again.Add(1)
				select { // as clients do who are told to come again
				case <-time.After(100*time.Millisecond + rand.N(900*time.Millisecond)): //nolint:gosec // no secret
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		})
	}
	err = group.Wait()
	defer audience.Leave(all)
	if err != nil {
		return nil, err
	}
	return []measured{
		{"crowd_back_s_p50", audience.Quantile(took, 0.5).Seconds(), "s, all at once"},
		{"crowd_back_s_last", audience.Quantile(took, 1).Seconds(), "s, all at once"},
		{"crowd_came_again", float64(again.Load()), "times that one of them was told to"},
	}, nil
}

// stalled lets some stop reading and looks at what that costs the others, and whether they are let go.
func stalled(ctx context.Context, s *audience.Server, l load) ([]measured, error) {
	var slow []*audience.Subscriber
	defer func() { audience.Leave(slow) }()
	for range l.stalled {
		one, err := audience.Subscribe(ctx, s, "", true)
		if err != nil {
			return nil, err
		}
		slow = append(slow, one)
		if _, err := one.Next(); err != nil {
			return nil, err
		}
	}
	all, err := audience.Many(ctx, s, l.keepingUp)
	defer audience.Leave(all)
	if err != nil {
		return nil, err
	}
	took, err := audience.Tell(ctx, s, all, l.events)
	if err != nil {
		return nil, err
	}
	reaped, err := untilReaped(ctx, s, all)
	if err != nil {
		return nil, err
	}
	return []measured{
		{"beside_stalled_ms_p99", ms(audience.Quantile(took, 0.99)), "ms, from asking for the change"},
		{"stalled_reaped_s", reaped.Seconds(), "s until the last was let go"},
	}, nil
}

// spare is for the connections over which events are made to happen.
const spare = 4

var errNotReaped = errors.New("those who don't read are still there")

// untilReaped goes on telling until the server has let everybody go who doesn't read, by what the kernel says of its
// connections.
func untilReaped(ctx context.Context, s *audience.Server, all []*audience.Subscriber) (time.Duration, error) {
	start := time.Now()
	stop, stopped := make(chan struct{}), make(chan struct{})
	var telling sync.WaitGroup
	telling.Go(func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				if _, err := audience.Tell(ctx, s, all, 10); err != nil {
					return
				}
			}
		}
	})
	defer telling.Wait()
	defer close(stop)
	err := process.Await(ctx, stopped, func() error {
		if open(s) > len(all)+spare {
			return errNotReaped
		}
		return nil
	})
	return time.Since(start), err
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

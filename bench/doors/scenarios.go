package main

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// fanout tells one event after another to all who listen to a venue.
func fanout(t *target, l load) error {
	for range 4 { // warm
		if err := t.emit(); err != nil {
			return err
		}
	}
	before, err := t.spent()
	if err != nil {
		return err
	}
	for range l.events {
		if err := t.emit(); err != nil {
			return err
		}
	}
	alone, err := t.spent()
	if err != nil {
		return err
	}
	empty, err := t.resident()
	if err != nil {
		return err
	}
	all, err := many(t, l.subscribers)
	defer leave(all)
	if err != nil {
		return err
	}
	idle, err := t.resident()
	if err != nil {
		return err
	}
	say(t, "rss_kb_per_idle_subscriber", float64(idle-empty)/float64(l.subscribers), "kB")
	started, err := t.spent()
	if err != nil {
		return err
	}
	took, err := tell(t, all, l.events)
	if err != nil {
		return err
	}
	ended, err := t.spent()
	if err != nil {
		return err
	}
	delivering := (ended - started) - (alone - before)
	say(t, "cpu_us_per_delivery", float64(delivering.Microseconds())/float64(l.events*l.subscribers), "us")
	say(t, "to_the_last_ms_p50", ms(quantile(took, 0.5)), "ms, from asking for the change")
	say(t, "to_the_last_ms_p99", ms(quantile(took, 0.99)), "ms, from asking for the change")
	after, err := t.resident()
	if err != nil {
		return err
	}
	say(t, "rss_kb_per_subscriber_after", float64(after-empty)/float64(l.subscribers), "kB")
	return nil
}

// crowd lets many come back at once after a cut, each behind the cursor it had, while one event has been missed.
func crowd(t *target, l load) error {
	first, err := many(t, 1)
	if err != nil {
		return err
	}
	cursor := first[0].cursor
	leave(first)
	if err := t.emit(); err != nil {
		return err
	}
	all := make([]*subscriber, l.crowd)
	took := make([]time.Duration, l.crowd)
	start := time.Now()
	var group errgroup.Group
	var again atomic.Int64
	for i := range all {
		group.Go(func() error {
			for {
				s, err := subscribe(t, cursor, false)
				if err == nil {
					_, err = s.next()
				}
				if err == nil {
					all[i], took[i] = s, time.Since(start)
					return nil
				}
				if time.Since(start) > patience {
					return err
				}
				again.Add(1)
				time.Sleep(100*time.Millisecond + rand.N(900*time.Millisecond)) // as clients do who are told to come again
			}
		})
	}
	err = group.Wait()
	defer leave(all)
	if err != nil {
		return err
	}
	say(t, "crowd_back_s_p50", quantile(took, 0.5).Seconds(), "s, all at once")
	say(t, "crowd_back_s_last", quantile(took, 1).Seconds(), "s, all at once")
	say(t, "crowd_came_again", float64(again.Load()), "times that one of them was told to")
	return nil
}

// stalled lets some stop reading and looks at what that costs the others, and whether they are let go.
func stalled(t *target, l load) error {
	var slow []*subscriber
	for range l.stalled {
		s, err := subscribe(t, "", true)
		if err != nil {
			return err
		}
		if _, err := s.next(); err != nil {
			return err
		}
		slow = append(slow, s)
	}
	defer leave(slow)
	all, err := many(t, l.keepingUp)
	defer leave(all)
	if err != nil {
		return err
	}
	took, err := tell(t, all, l.events)
	if err != nil {
		return err
	}
	say(t, "beside_stalled_ms_p99", ms(quantile(took, 0.99)), "ms, from asking for the change")
	reaped, err := untilReaped(t, all)
	if err != nil {
		say(t, "stalled_reaped_s", -1, "s; -1: they were not let go in two minutes")
		return nil
	}
	say(t, "stalled_reaped_s", reaped.Seconds(), "s until the last was let go")
	return nil
}

// spare is for the connections over which events are made to happen.
const spare = 4

var errNotReaped = errors.New("those who don't read are still there")

// untilReaped goes on telling until the server has let everybody go who doesn't read, by what the kernel says of its
// connections.
func untilReaped(t *target, all []*subscriber) (time.Duration, error) {
	start := time.Now()
	stop := make(chan struct{})
	var telling sync.WaitGroup
	telling.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if _, err := tell(t, all, 10); err != nil {
					return
				}
			}
		}
	})
	defer telling.Wait()
	defer close(stop)
	gone := func() error {
		if open(t) > len(all)+spare {
			return errNotReaped
		}
		return nil
	}
	if err := await(gone); err != nil {
		return 0, err
	}
	return time.Since(start), nil
}

func quantile(took []time.Duration, q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

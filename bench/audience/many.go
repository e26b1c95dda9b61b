package audience

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Many subscribes n times, a few at once, and waits until each has been told where it stands. Those who came are returned with an
// error as well, to Leave.
func Many(ctx context.Context, s *Server, n int) ([]*Subscriber, error) {
	all := make([]*Subscriber, n)
	var group errgroup.Group
	group.SetLimit(32)
	for i := range all {
		group.Go(func() (err error) {
			if all[i], err = Subscribe(ctx, s, "", false); err == nil {
				_, err = all[i].Next()
			}
			return err
		})
	}
	return all, group.Wait()
}

// Leave closes the sockets of those who came.
func Leave(all []*Subscriber) {
	for _, s := range all {
		if s != nil {
			_ = s.conn.Close()
		}
	}
}

// Tell makes n events happen, one when the last has reached everybody, and returns how long each took to the last.
func Tell(ctx context.Context, s *Server, all []*Subscriber, n int) (took []time.Duration, err error) {
	for range n {
		var group errgroup.Group
		var mu sync.Mutex
		var last time.Time
		for _, one := range all {
			group.Go(func() error {
				kind, err := one.Next()
				if err == nil && kind != "CHANGE" {
					err = fmt.Errorf("told a %s", kind)
				}
				mu.Lock()
				defer mu.Unlock()
				last = time.Now()
				return err
			})
		}
		start := time.Now()
		if err := s.Emit(ctx); err != nil {
			return nil, err
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		took = append(took, last.Sub(start))
	}
	return took, nil
}

// Quantile is the time that a share of all took at most.
func Quantile(took []time.Duration, q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

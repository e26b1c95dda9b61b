package throttle

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/slotq/slotq/internal/problem"
)

// placePatience is how long somebody waits for a place.
const placePatience = 5 * time.Second

// Places bound how many operations run at once, so that those that run get on, and what else the process does as well.
type Places struct{ free *semaphore.Weighted }

// NewPlaces makes n places; 0 is as many as anybody wants.
func NewPlaces(n int) *Places {
	if n <= 0 {
		return &Places{}
	}
	return &Places{semaphore.NewWeighted(int64(n))}
}

// Take takes a place, in the order of coming; leave gives it back, and is to be called once. It is problem.ErrUnavailable
// when none gets free in five seconds or until ctx ends.
func (p *Places) Take(ctx context.Context) (leave func(), err error) {
	if p.free == nil {
		return func() {}, nil
	}
	waiting, cancel := context.WithTimeout(ctx, placePatience)
	defer cancel()
	if err := p.free.Acquire(waiting, 1); err != nil {
		return nil, fmt.Errorf("%w: too much is done at once", problem.ErrUnavailable)
	}
	return func() { p.free.Release(1) }, nil
}

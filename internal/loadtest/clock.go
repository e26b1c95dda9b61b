package loadtest

import (
	"context"
	"time"
)

// Clock tells the time and waits for a moment. Tests bring one of their own.
type Clock interface {
	Now() time.Time
	// WaitUntil returns at the moment, at once if it has passed, or with ctx's error when that ends first.
	WaitUntil(ctx context.Context, moment time.Time) error
}

// Wall is the clock of the machine.
var Wall Clock = wall{}

type wall struct{}

func (wall) Now() time.Time { return time.Now() }

func (wall) WaitUntil(ctx context.Context, moment time.Time) error {
	ahead := time.Until(moment)
	if ahead <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(ahead)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

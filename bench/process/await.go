package process

import (
	"context"
	"errors"
	"time"
)

// Patience bounds every wait, on a busy machine too.
const Patience = 2 * time.Minute

// ErrEnded says that what was waited for has ended.
var ErrEnded = errors.New("the server has ended")

// Await asks again and again until it succeeds, the process has ended, or patience has: then it returns the last answer.
func Await(ctx context.Context, ended <-chan struct{}, ask func() error) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(Patience); ; {
		err := ask()
		if err == nil || time.Now().After(end) {
			return err
		}
		select {
		case <-tick.C:
		case <-ended:
			return ErrEnded
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

package worker

import (
	"context"

	"github.com/google/uuid"
)

// Observer looks on while errands are run. It must return at once, and changes nothing.
type Observer interface {
	// Errand is told that an intent is taken a step further. What it returns as a context goes through the step and what is
	// asked of a provider; ended is called once.
	Errand(ctx context.Context, intent uuid.UUID) (_ context.Context, ended func(error))
}

// Observed lets somebody look on from now on. Call it before Run.
func (e *Errands) Observed(by Observer) *Errands {
	e.observer = by
	return e
}

// nobody looks on.
type nobody struct{}

func (nobody) Errand(ctx context.Context, _ uuid.UUID) (context.Context, func(error)) {
	return ctx, func(error) {}
}

// beside has the values of ctx, and ends when other does.
func beside(ctx, other context.Context) (context.Context, context.CancelFunc) {
	both, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	if other.Err() != nil { // at once, lest something is begun meanwhile
		cancel(context.Cause(other))
	}
	unhook := context.AfterFunc(other, func() { cancel(context.Cause(other)) })
	return both, func() {
		unhook()
		cancel(nil)
	}
}

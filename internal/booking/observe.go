package booking

import (
	"context"

	"github.com/slotq/slotq/internal/command"
)

// Observer looks on while the desk works. It must return at once, and changes nothing.
type Observer interface {
	// Command is told that a command begins. What it returns as a context goes through the command's transactions; ended is
	// called once, with what the caller is told, and with neither result nor error when the command panicked.
	Command(ctx context.Context, operation, correlationID string) (_ context.Context, ended func(command.Result, error))
	// Routine is told likewise that the program begins something by itself; did is whether there was anything to do.
	Routine(ctx context.Context, operation string) (_ context.Context, ended func(did bool, err error))
	// Group is told that so many commands shared a transaction; an error says that they are run again in parts.
	Group(commands int, err error)
}

// Observed lets somebody look on from now on. Call it before the desk is used.
func (d *Desk) Observed(by Observer) *Desk {
	d.observer = by
	return d
}

// nobody looks on.
type nobody struct{}

func (nobody) Command(ctx context.Context, _, _ string) (context.Context, func(command.Result, error)) {
	return ctx, func(command.Result, error) {}
}

func (nobody) Routine(ctx context.Context, _ string) (context.Context, func(bool, error)) {
	return ctx, func(bool, error) {}
}

func (nobody) Group(int, error) {}

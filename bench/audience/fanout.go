package audience

import (
	"context"
	"time"

	"github.com/slotq/slotq/bench/process"
)

// FanOut is what it took to tell everybody who listens to a venue.
type FanOut struct {
	IdleKB   float64         // the growth of the server's resident set, a subscriber who hasn't been told anything yet
	AfterKB  float64         // the same when all had been told everything
	Delivery time.Duration   // processor time of the server, without its database and without what the changes themselves take
	Took     []time.Duration // of each event, from asking for the change until the last had it
}

// Measure tells one event after another to so many subscribers. The server should be fresh: what it has used before makes its
// memory say nothing.
func Measure(ctx context.Context, s *Server, subscribers, events int) (f FanOut, err error) {
	const warm = 4
	if _, err := emit(ctx, s, warm); err != nil {
		return f, err
	}
	alone, err := emit(ctx, s, events)
	if err != nil {
		return f, err
	}
	empty, err := process.Resident(s.PID)
	if err != nil {
		return f, err
	}
	all, err := Many(ctx, s, subscribers)
	defer Leave(all)
	if err != nil {
		return f, err
	}
	idle, err := process.Resident(s.PID)
	if err != nil {
		return f, err
	}
	before := process.Spent(s.PID)
	if f.Took, err = Tell(ctx, s, all, events); err != nil {
		return f, err
	}
	f.Delivery = (process.Spent(s.PID) - before - alone) / time.Duration(events*subscribers)
	after, err := process.Resident(s.PID)
	f.IdleKB, f.AfterKB = float64(idle-empty)/float64(subscribers), float64(after-empty)/float64(subscribers)
	return f, err
}

// emit makes events happen that nobody hears, and returns the processor time that they took of the server.
func emit(ctx context.Context, s *Server, events int) (time.Duration, error) {
	before := process.Spent(s.PID)
	for range events {
		if err := s.Emit(ctx); err != nil {
			return 0, err
		}
	}
	return process.Spent(s.PID) - before, nil
}

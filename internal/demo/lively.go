package demo

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// pace is how often a simulated customer does something. In a tenant they keep at most so many bookings ahead, and so many
// wishes in the queue.
const (
	pace       = 1500 * time.Millisecond
	mostBooked = 150
	mostWait   = 8
	mostAsked  = 6                // intents of the library that are not done yet
	waitsFor   = 10 * time.Minute // one of those, for a taken seat
)

// Lively lets simulated customers book, cancel, wait, answer offers, come and go until ctx ends, away from the evening that
// Seed prepared for the story. An act that goes wrong is told in the log and forgotten: it is only for show.
func (s *Seeder) Lively(ctx context.Context) error {
	beat := time.NewTicker(pace)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
			s.act(ctx)
		}
	}
}

// act lets one customer of one tenant do one thing.
func (s *Seeder) act(ctx context.Context) {
	acts := []func(context.Context, tenant) error{s.actBook, s.actBook, s.actBook, s.actRequest, s.actCancel, s.actWait, s.actAnswer, s.actArrive, s.actLeave}
	all := tenants()
	t := all[random(len(all))]
	err := acts[random(len(acts))](ctx, t)
	if err != nil && !errors.Is(err, errNothing) && ctx.Err() == nil {
		s.Log.DebugContext(ctx, "a simulated customer failed", "tenant", t.code, "error", err)
	}
}

func random(n int) int { return rand.IntN(n) } //nolint:gosec // for show

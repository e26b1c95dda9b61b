package main

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"
)

// load is what callers want of which slots.
type load struct {
	name     string
	title    string
	capacity int                                    // units of each slot
	slots    func(seconds float64, callers int) int // enough of them for a round
	run      func(ctx context.Context, c *crowd, until time.Time) error
}

var loads = []load{
	{"race", "Race: all callers at once for the last four units of a slot, then for those of the next", 4,
		func(seconds float64, callers int) int { return int(3000*seconds)/callers + 50 }, race},
	{"rush", "Rush: all callers on one slot with units for everybody, until it is sold and the next begins", 200,
		func(seconds float64, _ int) int { return int(25*seconds) + 50 }, rush},
	{"spread", "Spread: each booking on any of 2,000 slots", 200,
		func(float64, int) int { return 2000 }, spread},
}

// crowd is callers, each with a connection of its own, and the slots that they book.
type crowd struct {
	desk     desk
	conns    []*sql.Conn
	slots    []uuid.UUID
	capacity int
	seed     uint64
	answers  [][]answer // by caller
}

// ask lets a caller make a request and notes what it is told.
func (c *crowd) ask(ctx context.Context, caller int, r request) error {
	a, err := c.desk.ask(ctx, c.conns[caller], r)
	if err != nil {
		return err
	}
	c.answers[caller] = append(c.answers[caller], a)
	return nil
}

// all runs act once for each caller, all of them at a time.
func (c *crowd) all(ctx context.Context, act func(ctx context.Context, caller int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	start := make(chan struct{})
	for caller := range c.conns {
		group.Go(func() error {
			<-start
			return act(ctx, caller)
		})
	}
	close(start)
	return group.Wait()
}

// race lets all callers want one slot at the same moment, each once, and when all have been answered, the next slot.
func race(ctx context.Context, c *crowd, until time.Time) error {
	for _, slot := range c.slots {
		if !time.Now().Before(until) {
			return nil
		}
		if err := c.all(ctx, func(ctx context.Context, caller int) error { return c.ask(ctx, caller, newRequest(slot)) }); err != nil {
			return err
		}
	}
	return nil
}

// rush hands out as many tickets for a slot as it has units, so that nobody is refused and all are at one slot.
func rush(ctx context.Context, c *crowd, until time.Time) error {
	var tickets atomic.Int64
	return c.all(ctx, func(ctx context.Context, caller int) error {
		for time.Now().Before(until) {
			slot := int(tickets.Add(1)-1) / c.capacity
			if slot >= len(c.slots) {
				return nil
			}
			if err := c.ask(ctx, caller, newRequest(c.slots[slot])); err != nil {
				return err
			}
		}
		return nil
	})
}

// spread draws a slot for each booking.
func spread(ctx context.Context, c *crowd, until time.Time) error {
	return c.all(ctx, func(ctx context.Context, caller int) error {
		draw := rand.New(rand.NewPCG(c.seed, uint64(caller))) //nolint:gosec // a load that can be drawn again
		for time.Now().Before(until) {
			if err := c.ask(ctx, caller, newRequest(c.slots[draw.IntN(len(c.slots))])); err != nil {
				return err
			}
		}
		return nil
	})
}

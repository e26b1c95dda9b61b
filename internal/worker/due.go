// Package worker runs what nobody asks for: the loop that records what time has decided and offers what has become free,
// and the durable and daily jobs. What is done stands in other rooms; here is only when.
package worker

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Due is a tenant with work, and how far away the earliest of it is by the database's clock; zero or less is now.
type Due struct {
	Tenant uuid.UUID
	In     time.Duration
}

// Agenda tells which tenants have work due within a while.
type Agenda interface {
	Due(ctx context.Context, within time.Duration) ([]Due, error)
}

// Desk does a tenant's due work.
type Desk interface {
	CatchUp(ctx context.Context, tenant uuid.UUID) (did int, err error)
}

const (
	tick     = time.Second // the poll that heals whatever was missed
	parallel = 4           // tenants looked after at once
)

// Loop wakes at start, on a poke, at the next due instant and every second, and catches up with what is due. Any number of
// loops may run on one database.
type Loop struct {
	*pulse
	agenda Agenda
	desk   Desk
	log    *slog.Logger
	poke   chan struct{}
}

// NewLoop makes a loop; Run runs it.
func NewLoop(agenda Agenda, desk Desk, log *slog.Logger) *Loop {
	return &Loop{pulse: newPulse(), agenda: agenda, desk: desk, log: log, poke: make(chan struct{}, 1)}
}

// Poke says that something may be due now. It returns at once; pokes that come together are one.
func (l *Loop) Poke() {
	select {
	case l.poke <- struct{}{}:
	default:
	}
}

// Run loops until ctx ends, and returns when the work under way is over.
func (l *Loop) Run(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-l.poke:
		case <-timer.C:
		}
		l.beat()
		next := tick
		if until, err := l.round(ctx); err != nil && ctx.Err() == nil {
			l.log.WarnContext(ctx, "due work", "error", err)
		} else if err == nil {
			next = until
		}
		timer.Reset(next)
	}
}

// round does what is due and returns how long nothing else will be.
func (l *Loop) round(ctx context.Context) (next time.Duration, err error) {
	due, err := l.agenda.Due(ctx, tick)
	if err != nil {
		return tick, fmt.Errorf("ask what is due: %w", err)
	}
	next = tick
	places := make(chan struct{}, parallel)
	var all sync.WaitGroup
	for _, d := range due {
		if d.In > 0 {
			next = min(next, d.In+time.Millisecond)
			continue
		}
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			if _, err := l.desk.CatchUp(ctx, d.Tenant); err != nil && ctx.Err() == nil {
				l.log.WarnContext(ctx, "catch up", "tenant", d.Tenant, "error", err)
			}
		})
	}
	all.Wait()
	return next, nil
}

package worker

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
)

// Outdated is a venue whose slots don't follow its opening rules yet.
type Outdated struct{ Tenant, Venue uuid.UUID }

// Venues tells which venues are outdated.
type Venues interface {
	Outdated(ctx context.Context) ([]Outdated, error)
}

// Layout lets the slots of a venue follow its rules.
type Layout interface {
	Extend(ctx context.Context, tenant, venue uuid.UUID) (added int, err error)
}

// breather is the least time between two looks: every commit of every command pokes, and few of them change rules.
const breather = 100 * time.Millisecond

// Layouts wakes at start, on a poke and every second, and lets outdated venues follow their rules, one after the other: a
// large one takes seconds, which nobody's promotion may wait for. A venue that fails is left alone for a while, longer
// every time. Any number of such loops may run on one database.
type Layouts struct {
	*pulse
	venues Venues
	layout Layout
	log    *slog.Logger
	poke   chan struct{}
	rests  map[Outdated]leave
}

type leave struct {
	length time.Duration
	until  time.Time
}

// NewLayouts makes a loop; Run runs it.
func NewLayouts(venues Venues, layout Layout, log *slog.Logger) *Layouts {
	return &Layouts{pulse: newPulse(), venues: venues, layout: layout, log: log, poke: make(chan struct{}, 1), rests: map[Outdated]leave{}}
}

// Poke says that rules may have changed. It returns at once; pokes that come together are one.
func (l *Layouts) Poke() {
	select {
	case l.poke <- struct{}{}:
	default:
	}
}

// Run loops until ctx ends, and returns when the part under way is over.
func (l *Layouts) Run(ctx context.Context) error {
	for {
		l.beat()
		if err := l.round(ctx); err != nil && ctx.Err() == nil {
			l.log.WarnContext(ctx, "outdated venues", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(breather):
		}
		select {
		case <-ctx.Done():
			return nil
		case <-l.poke:
		case <-time.After(tick):
		}
	}
}

func (l *Layouts) round(ctx context.Context) error {
	outdated, err := l.venues.Outdated(ctx)
	if err != nil {
		return fmt.Errorf("ask which venues are outdated: %w", err)
	}
	rests := make(map[Outdated]leave, len(outdated))
	for _, o := range outdated {
		if rest, known := l.rests[o]; known { // what isn't outdated any more is forgotten
			rests[o] = rest
		}
	}
	l.rests = rests
	for _, o := range outdated {
		if ctx.Err() != nil {
			return nil
		}
		if time.Now().Before(rests[o].until) {
			continue
		}
		l.beat() // a venue may take a while
		if _, err := l.layout.Extend(ctx, o.Tenant, o.Venue); err != nil && ctx.Err() == nil {
			length := min(max(2*rests[o].length, shortestRest), longestRest)
			rests[o] = leave{length: length, until: time.Now().Add(length)}
			l.log.WarnContext(ctx, "lay out", "tenant", o.Tenant, "venue", o.Venue, "error", err)
		}
	}
	return nil
}

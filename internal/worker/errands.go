package worker

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/intent"
)

// Chore is an intent that has to be looked at, and how far away that is by the database's clock; zero or less is now.
type Chore struct {
	Tenant, Intent uuid.UUID
	In             time.Duration
}

// Chores tells which intents have to be looked at within a while: the most overdue of each tenant first, then the second
// of each, and so on, so that the end of the list hurts only those who have much to do.
type Chores interface {
	Chores(ctx context.Context, within time.Duration) ([]Chore, error)
}

// IntentDesk takes an intent a step further, and is told what a provider said. No transaction is open when it returns.
type IntentDesk interface {
	// Advance does what can be done here, and returns what has to be asked of a provider; nil when nothing is, now.
	Advance(ctx context.Context, tenant, intent uuid.UUID) (*booking.Errand, error)
	// Answered reports what came of a write, Sighted what came of a lookup.
	Answered(ctx context.Context, e booking.Errand, a intent.Answer) error
	Sighted(ctx context.Context, e booking.Errand, s intent.Sighting) error
}

// Provider is an outside booking system, as slow as it likes.
type Provider interface {
	Book(ctx context.Context, o intent.Order) intent.Answer
	Cancel(ctx context.Context, reference string) intent.Answer
	Find(ctx context.Context, reference string) intent.Sighting
}

// Providers finds the one behind a registration.
type Providers interface {
	Of(p intent.Provider) Provider
}

// DefaultCallers is how many providers are asked at once, unless the operator says otherwise.
const DefaultCallers = 256

// breath is how far two looks at the list are apart, at least: many ends that come together are one look.
const breath = 20 * time.Millisecond

// Errands is the loop that has intents done: it lists what is due and gives each intent to somebody of its own, who asks
// the provider while no connection and no lock is held. Calls that are out never hold the loop up. Any number of loops may
// run on one database.
type Errands struct {
	*pulse
	chores    Chores
	desk      IntentDesk
	providers Providers
	log       *slog.Logger
	hands     *hands
	steps     chan struct{} // a place for each step in the database
	poke      chan struct{}
	observer  Observer
}

// NewErrands makes a loop that has at most so many calls out at once; zero means DefaultCallers. Run runs it.
func NewErrands(chores Chores, desk IntentDesk, providers Providers, callers int, log *slog.Logger) *Errands {
	return &Errands{
		pulse: newPulse(), observer: nobody{},
		chores: chores, desk: desk, providers: providers, log: log, hands: newHands(cmp.Or(callers, DefaultCallers)),
		steps: make(chan struct{}, parallel), poke: make(chan struct{}, 1),
	}
}

// Poke says that an intent may have to be looked at now. It returns at once; pokes that come together are one.
func (e *Errands) Poke() {
	select {
	case e.poke <- struct{}{}:
	default:
	}
}

// Run loops until ctx ends. Then nobody is asked any more; calls that are out have a while to end, and what they say is
// reported before Run returns.
func (e *Errands) Run(ctx context.Context) error {
	w := e.begin(ctx)
	defer w.finish()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-e.poke:
		case <-timer.C:
		}
		e.beat()
		began := time.Now()
		next, err := e.round(ctx, w)
		if err != nil && ctx.Err() == nil {
			e.log.WarnContext(ctx, "due intents", "error", err)
		}
		// A long list must not keep the database busy with being listed.
		if !pause(ctx, max(breath, 4*time.Since(began))) {
			return nil
		}
		timer.Reset(next)
	}
}

// round gives out what is due and returns how long nothing else will be. What nobody is free for is listed again when
// somebody is.
func (e *Errands) round(ctx context.Context, w *work) (next time.Duration, err error) {
	due, err := e.chores.Chores(ctx, tick)
	if err != nil {
		return tick, fmt.Errorf("ask which intents are due: %w", err)
	}
	next = tick
	for _, c := range due {
		if c.In > 0 {
			next = min(next, c.In+time.Millisecond)
			continue
		}
		if e.hands.take(c, time.Now()) {
			w.all.Go(func() { w.see(ctx, c) })
		}
	}
	return next, nil
}

// pause is false when ctx ended meanwhile.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

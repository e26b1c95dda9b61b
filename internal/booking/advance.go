package booking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/ref"
)

// steps is how many steps of an intent are taken in one go.
const steps = 16

// leaseMargin is what a worker has for its own doings besides the call.
const leaseMargin = 20 * time.Second

// forgotten is when an intent is looked at again about which nothing is due: a lost wake-up heals by itself.
const forgotten = time.Minute

// Advance takes an intent as far as it goes without asking a provider, each step a transaction of its own, and returns what
// has to be asked next, if anything. The attempt behind the errand is marked before this returns: whoever doesn't report
// within intent.Lease has lost it. Any number of workers may call it at once.
func (d *Desk) Advance(ctx context.Context, tenant, id uuid.UUID) (*Errand, error) {
	for range steps {
		step, err := d.advanceOnce(ctx, tenant, id, false)
		if err != nil || step.errand != nil || !step.more {
			return step.errand, err
		}
	}
	return nil, nil
}

// advanced is what one step came to.
type advanced struct {
	errand *Errand
	more   bool // whether another step may follow at once
}

// advanceOnce takes one step, decided anew when rows moved meanwhile. seekOnly leaves alone everything but the search for a
// place.
func (d *Desk) advanceOnce(ctx context.Context, tenant, id uuid.UUID, seekOnly bool) (step advanced, err error) {
	var more []uuid.UUID
	for range tries {
		_, err = d.routine(ctx, tenant, "advanceIntent", func(ctx context.Context, tx Tx) (*Changes, *answer, error) {
			step = advanced{}
			w, err := findWork(ctx, tx, id)
			if err != nil || w == nil {
				return nil, nil, err
			}
			now, err := tx.Now(ctx)
			if err != nil {
				return nil, nil, err
			}
			next := intent.Next(w.Work, now)
			if seekOnly && next.Kind != intent.Seek {
				return nil, nil, nil
			}
			changes, err := d.take(ctx, tx, tenant, w, next, now, more, &step)
			if err != nil || changes == nil {
				return nil, nil, err
			}
			if len(changes.Events) == 0 {
				return changes, nil, nil
			}
			a := about(w.Intent.VenueID, ref.Ref{Kind: ref.Intent, ID: id})
			return changes, &a, nil
		})
		var wide *wider
		if errors.As(err, &wide) {
			more = union(more, wide.slots)
		}
		if !again(err) && !errors.Is(err, ErrWall) {
			return step, err
		}
	}
	return advanced{}, fmt.Errorf("intent %s moved %d times: %w", id, tries, err)
}

// take does one step.
func (d *Desk) take(ctx context.Context, tx Tx, tenant uuid.UUID, w *work, next intent.Step, now time.Time, more []uuid.UUID, step *advanced) (*Changes, error) {
	switch next.Kind {
	case intent.Rest:
		return rest(w, next, now), nil
	case intent.Seek:
		step.more = true
		return seek(ctx, tx, tenant, w, more, step)
	case intent.Begin:
		step.more = true
		return beginAttempt(ctx, tx, tenant, w, next)
	case intent.Run:
		return runAttempt(ctx, tx, tenant, w, *next.Attempt, step)
	case intent.Doubt:
		step.more = true
		return doubtAttempt(ctx, tx, tenant, w, *next.Attempt)
	case intent.Await, intent.End:
		step.more = true
		b, err := w.lock(ctx, tx, tenant, true)
		if err != nil {
			return nil, err
		}
		if w.untied() && next.Status == intent.FailedUpstream {
			running := b.ownBooks(w.Intent, w.next)
			if w.Intent.Status == intent.Requested {
				w.Intent = b.leadIntent(w.Intent, nil, intent.Reserving)
			}
			return b.complete(running, running.Own(b.now)), nil
		}
		b.fail(next)
		return b.done(), nil
	default: // ASK, WATCH, UNDO: nothing changes before there is an answer
		a := *next.Attempt
		step.errand = &Errand{Tenant: tenant, IntentID: w.Intent.ID, Kind: next.Kind, Provider: w.provider(a), Attempt: a, Subject: a.Reference}
		return nil, nil
	}
}

// rest moves the next look of an intent that was looked at too early, or about which nothing is due.
func rest(w *work, next intent.Step, now time.Time) *Changes {
	i := w.Intent
	if !i.Status.Open() || i.NextAt == nil || i.NextAt.After(now) {
		return nil
	}
	at := next.At
	if !at.After(now) {
		at = now.Add(forgotten)
	}
	return &Changes{Now: now, Rescheduled: []Reschedule{{IntentID: i.ID, At: at}}}
}

// beginAttempt writes an attempt down. It is made in a transaction of its own, so that a crash before it asks is known to
// have asked nobody.
func beginAttempt(ctx context.Context, tx Tx, tenant uuid.UUID, w *work, next intent.Step) (*Changes, error) {
	b, err := w.lock(ctx, tx, tenant, false)
	if err != nil {
		return nil, err
	}
	i := w.Intent
	if i.Status != intent.Reserving {
		i = b.leadIntent(i, nil, intent.Reserving)
	}
	b.begin(i, w.next, next)
	i.NextAt = &b.now
	b.changes.Rescheduled = append(b.changes.Rescheduled, Reschedule{IntentID: i.ID, At: b.now})
	return b.done(), nil
}

// runAttempt marks an attempt as being made, by a worker with a number of its own, and hands it out.
func runAttempt(ctx context.Context, tx Tx, tenant uuid.UUID, w *work, a intent.Attempt, step *advanced) (*Changes, error) {
	b, err := w.lock(ctx, tx, tenant, false)
	if err != nil {
		return nil, err
	}
	p := w.provider(a)
	if !p.Usable(b.now) {
		step.more = true
		return b.outcome(a, intent.Answer{Kind: intent.Unavailable, Detail: "The provider is not verified any more; it was not asked."}, p.Contract), nil
	}
	if apart := p.Contract.WritesPerSecond; apart > 0 && a.AskAt == nil {
		at, err := tx.Turn(ctx, p.ID, time.Duration(float64(time.Second)/apart))
		if err != nil {
			return nil, fmt.Errorf("take a turn at provider %s: %w", p.Code, err)
		}
		if at.After(b.now) { // in line: the turn is kept with the attempt
			waiting := a
			waiting.AskAt = &at
			b.changes.Looked = append(b.changes.Looked, waiting)
			b.changes.Rescheduled = append(b.changes.Rescheduled, Reschedule{IntentID: w.Intent.ID, At: at})
			return b.done(), nil
		}
	}
	lease := b.now.Add(max(intent.Lease, p.Contract.Deadline+leaseMargin))
	i := w.Intent
	i.Epoch, i.NextAt = i.Epoch+1, &lease
	i = b.amendIntent(w.Intent, i)
	running := a
	running.Status, running.Epoch, running.AskAt = intent.Running, i.Epoch, nil
	running = b.amendAttempt(a, running)
	order, err := w.order(ctx, tx, running)
	if err != nil {
		return nil, err
	}
	step.errand = &Errand{Tenant: tenant, IntentID: i.ID, Kind: intent.Run, Provider: p, Attempt: running, Subject: running.Reference, Order: order}
	return b.done(), nil
}

// doubtAttempt notes that the worker which made an attempt is gone. From here on that worker writes nothing.
func doubtAttempt(ctx context.Context, tx Tx, tenant uuid.UUID, w *work, a intent.Attempt) (*Changes, error) {
	b, err := w.lock(ctx, tx, tenant, false)
	if err != nil {
		return nil, err
	}
	i := w.Intent
	i.Epoch++
	doubted := a.Doubted(w.provider(a).Contract, b.now)
	doubted.Epoch = i.Epoch
	doubted = b.amendAttempt(a, doubted)
	at := b.now.Add(forgotten)
	if doubted.AskAt != nil {
		at = *doubted.AskAt
	}
	i.NextAt = &at
	b.amendIntent(w.Intent, i)
	return b.done(), nil
}

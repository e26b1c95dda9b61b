package booking

import (
	"context"
	"errors"
	"fmt"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/ref"
)

// errLate means that a report came from a worker that has lost its attempt: it changes nothing.
var errLate = errors.New("the attempt is no longer this worker's")

// Answered reports what a provider answered to a write. A report under an older epoch is dropped: the attempt has another
// worker, and what the provider did is found by looking.
func (d *Desk) Answered(ctx context.Context, e Errand, answer intent.Answer) error {
	return d.report(ctx, e, "attemptAnswered", func(ctx context.Context, tx Tx, w *work, a intent.Attempt) (*Changes, error) {
		c := w.provider(a).Contract
		if e.Kind == intent.Undo {
			return d.undone(ctx, tx, e, w, a, answer)
		}
		if a.Status != intent.Running || a.Epoch != e.Attempt.Epoch {
			return d.late(ctx, tx, e, w, a, answer)
		}
		return d.settleAttempt(ctx, tx, e, w, a, func(b *bench) intent.Attempt { return a.Heard(answer, c, b.now) }, answer)
	})
}

// Sighted reports what a provider has under our reference.
func (d *Desk) Sighted(ctx context.Context, e Errand, s intent.Sighting) error {
	return d.report(ctx, e, "attemptSighted", func(ctx context.Context, tx Tx, w *work, a intent.Attempt) (*Changes, error) {
		if a.Version != e.Attempt.Version {
			return nil, errLate
		}
		c := w.provider(a).Contract
		if e.Kind == intent.Watch {
			return d.watched(ctx, tx, e, w, a, s)
		}
		return d.settleAttempt(ctx, tx, e, w, a, func(b *bench) intent.Attempt { return a.Seen(s, c, b.now) }, intent.Answer{})
	})
}

// report runs a worker's report, decided anew when rows moved meanwhile.
func (d *Desk) report(ctx context.Context, e Errand, operation string, decide func(context.Context, Tx, *work, intent.Attempt) (*Changes, error)) error {
	var err error
	for range tries {
		_, err = d.routine(ctx, e.Tenant, operation, func(ctx context.Context, tx Tx) (*Changes, *answer, error) {
			w, err := findWork(ctx, tx, e.IntentID)
			if err != nil || w == nil {
				return nil, nil, err
			}
			a := w.attempt(e.Attempt)
			if a == nil {
				return nil, nil, fmt.Errorf("attempt %s of intent %s is gone", e.Attempt.ID, e.IntentID)
			}
			changes, err := decide(ctx, tx, w, *a)
			if err != nil || changes == nil {
				return nil, nil, err
			}
			if len(changes.Events) == 0 {
				return changes, nil, nil
			}
			shown := about(w.Intent.VenueID, ref.Ref{Kind: ref.Intent, ID: e.IntentID})
			return changes, &shown, nil
		})
		if errors.Is(err, errLate) {
			return nil
		}
		if !again(err) && !errors.Is(err, ErrWall) {
			return err
		}
	}
	return fmt.Errorf("attempt %s moved %d times: %w", e.Attempt.ID, tries, err)
}

// attempt finds the same attempt as it stands now.
func (w *work) attempt(like intent.Attempt) *intent.Attempt {
	for k := range w.Attempts {
		if w.Attempts[k].ID == like.ID {
			return &w.Attempts[k]
		}
	}
	return nil
}

// settleAttempt writes what an attempt came to: by a success that completes the intent everything in hand is locked, else
// the intent alone.
func (d *Desk) settleAttempt(ctx context.Context, tx Tx, e Errand, w *work, a intent.Attempt, become func(*bench) intent.Attempt, answer intent.Answer) (*Changes, error) {
	probe := become(&bench{ground: &ground{sheet: &sheet{now: a.UpdatedAt}}})
	completes := probe.Status == intent.AttemptSucceeded && w.Completes(probe)
	b, err := w.lock(ctx, tx, e.Tenant, completes)
	if err != nil {
		return nil, err
	}
	after := become(b)
	switch {
	case after.Status == a.Status: // still unknown
		b.changes.Looked = append(b.changes.Looked, after)
		if after.AskAt != nil {
			b.changes.Rescheduled = append(b.changes.Rescheduled, Reschedule{IntentID: w.Intent.ID, At: *after.AskAt})
		}
		return b.done(), nil
	case completes:
		return b.complete(a, after), nil
	}
	return b.turnedOut(a, after, answer), nil
}

// watched writes what came of one more look at an attempt that was given up.
func (d *Desk) watched(ctx context.Context, tx Tx, e Errand, w *work, a intent.Attempt, s intent.Sighting) (*Changes, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	after := w.Watched(a, s, w.provider(a).Contract, now)
	sheet := newSheet(e.Tenant, now, nil)
	if after.Status == a.Status {
		sheet.changes.Looked = append(sheet.changes.Looked, after)
		return sheet.done(), nil
	}
	sheet.amendAttempt(a, after)
	what := "an attempt that had been given up came late; the provider is asked to undo it"
	if after.Compensation == intent.UndoFailed {
		what = "an attempt that had been given up came late and can't be undone; a person must see to it"
	}
	d.log.WarnContext(ctx, what, "intent", w.Intent.ID, "winner", w.Intent.CompletedBy,
		"attempt", a.ID, "provider", a.Provider, "reference", a.Reference, "compensation", after.Compensation)
	return sheet.done(), nil
}

// undone writes what came of asking a provider to undo.
func (d *Desk) undone(ctx context.Context, tx Tx, e Errand, w *work, a intent.Attempt, answer intent.Answer) (*Changes, error) {
	if a.Version != e.Attempt.Version {
		return nil, errLate
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	after := a.UndoHeard(answer, now)
	sheet := newSheet(e.Tenant, now, nil)
	if after.Compensation == a.Compensation {
		sheet.changes.Looked = append(sheet.changes.Looked, after)
		return sheet.done(), nil
	}
	sheet.amendAttempt(a, after)
	if after.Compensation == intent.UndoFailed {
		d.log.ErrorContext(ctx, "a booking that counts for nothing could not be undone at the provider; a person must see to it",
			"intent", w.Intent.ID, "attempt", a.ID, "provider", a.Provider, "reference", a.Reference)
	}
	return sheet.done(), nil
}

// late is an answer that came to a worker which had lost its attempt meanwhile. It changes nothing, but for one thing: what
// was given up and turns out to be done is discarded, and undone at the provider.
func (d *Desk) late(ctx context.Context, tx Tx, e Errand, w *work, a intent.Attempt, answer intent.Answer) (*Changes, error) {
	d.log.WarnContext(ctx, "an answer came too late to count", "intent", e.IntentID, "winner", w.Intent.CompletedBy,
		"attempt", a.ID, "status", a.Status, "answer", answer.Kind, "reference", a.Reference)
	if answer.Kind != intent.Done || !a.Status.CanBecome(intent.Discarded) || a.Status.Unresolved() {
		return nil, errLate
	}
	return d.watched(ctx, tx, e, w, a, intent.Sighting{Kind: intent.Found, Booking: answer.Booking})
}

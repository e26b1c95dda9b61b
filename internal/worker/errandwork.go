package worker

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
)

// How long calls that are out may take to end when the program is told to stop, and then what they said to be reported.
const (
	callMoment   = 10 * time.Second
	reportMoment = 3 * time.Second
)

// work is what one run of the loop has under way.
type work struct {
	*Errands
	all sync.WaitGroup

	// Neither ends with the run: a provider that was asked is listened to, and what it said is written down.
	calls, reports             context.Context
	cancelCalls, cancelReports context.CancelFunc
}

func (e *Errands) begin(ctx context.Context) *work {
	w := &work{Errands: e}
	w.calls, w.cancelCalls = context.WithCancel(context.WithoutCancel(ctx))
	w.reports, w.cancelReports = context.WithCancel(context.WithoutCancel(ctx))
	return w
}

// finish waits for all that is under way, with an end to its patience.
func (w *work) finish() {
	defer time.AfterFunc(callMoment, w.cancelCalls).Stop()
	defer time.AfterFunc(callMoment+reportMoment, w.cancelReports).Stop()
	w.all.Wait()
	w.cancelCalls()
	w.cancelReports()
}

// see takes one intent as far as it goes now.
func (w *work) see(ctx context.Context, c Chore) {
	err := w.errand(ctx, c)
	for err == nil && ctx.Err() == nil {
		err = w.errand(ctx, c)
	}
	wrong := err != nil && !errors.Is(err, errNothingDue)
	if wrong {
		w.log.WarnContext(ctx, "an intent can't be taken further", "tenant", c.Tenant, "intent", c.Intent, "error", err)
	}
	w.hands.done(c, wrong, time.Now())
	w.Poke()
}

// errNothingDue means that an intent is where it can be for now.
var errNothingDue = errors.New("nothing is due")

// errand takes an intent one step further and runs the errand that comes of it.
func (w *work) errand(ctx context.Context, c Chore) (err error) {
	ctx, ended := w.observer.Errand(ctx, c.Intent)
	defer func() {
		if errors.Is(err, errNothingDue) {
			ended(nil)
			return
		}
		ended(err)
	}()
	began := time.Now() // before the lease does, so that ours is over first
	var e *booking.Errand
	err = w.step(ctx, func() (err error) {
		e, err = w.desk.Advance(ctx, c.Tenant, c.Intent)
		return err
	})
	switch {
	case err != nil && ctx.Err() == nil:
		return err
	case err != nil || e == nil:
		return errNothingDue
	case ctx.Err() != nil: // told to stop between the two: it is given back at once, for nothing was sent
		return w.report(ctx, *e, began, notAsked(e.Kind))
	}
	said, err := w.ask(ctx, *e)
	if err != nil {
		return err // whether anything was sent nobody knows: the lease runs out, and then somebody finds out
	}
	return w.report(ctx, *e, began, said)
}

// said is what came of an errand: an answer to a write, or a sighting.
type said struct {
	answer   intent.Answer
	sighting intent.Sighting
}

// ask runs an errand. A fault in what talks to the provider is an error, and the end of this errand alone.
func (w *work) ask(ctx context.Context, e booking.Errand) (s said, err error) {
	calls, done := beside(ctx, w.calls)
	defer done()
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("attempt %s: asking provider %s panicked: %v\n%s", e.Attempt.ID, e.Provider.Code, fault, debug.Stack())
		}
	}()
	provider := w.providers.Of(e.Provider)
	switch {
	case e.Kind == intent.Run && e.Attempt.Action == intent.Book:
		s.answer = provider.Book(calls, e.Order)
	case e.Kind == intent.Run, e.Kind == intent.Undo:
		s.answer = provider.Cancel(calls, e.Subject)
	case e.Kind == intent.Ask, e.Kind == intent.Watch:
		s.sighting = provider.Find(calls, e.Subject)
	default:
		return s, fmt.Errorf("attempt %s: no errand is %s", e.Attempt.ID, e.Kind)
	}
	return s, nil
}

// notAsked is what to report when nobody was asked.
func notAsked(kind intent.StepKind) said {
	const detail = "The worker was stopped before it asked."
	return said{
		answer:   intent.Answer{Kind: intent.Unavailable, Detail: detail},
		sighting: intent.Sighting{Kind: intent.NotVisible, Detail: detail},
	}
}

// report tells the desk what was said. While the database is away it is told again and again, until the lease is over: by
// then somebody else has the attempt, and finds out. Once it is told in any case, for even a late answer is news.
func (w *work) report(ctx context.Context, e booking.Errand, began time.Time, s said) error {
	reports, done := beside(ctx, w.reports)
	defer done()
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval = 100*time.Millisecond, 2*time.Second
	leased := max(time.Until(began.Add(intent.Lease)), time.Millisecond)
	_, err := backoff.Retry(reports, func() (struct{}, error) {
		err := w.step(reports, func() error { return w.tell(reports, e, s) })
		if err != nil && !mayPass(err) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pauses), backoff.WithMaxElapsedTime(leased))
	if err != nil {
		return fmt.Errorf("attempt %s: what provider %s said is not recorded: %w", e.Attempt.ID, e.Provider.Code, err)
	}
	return nil
}

// mayPass reports whether the same report may be taken another time. Telling it twice is harmless: the second finds its
// attempt moved on.
func mayPass(err error) bool {
	return errors.Is(err, problem.ErrUnavailable) || errors.Is(err, booking.ErrCommitUnknown) || errors.Is(err, booking.ErrMoved)
}

func (w *work) tell(ctx context.Context, e booking.Errand, s said) error {
	if e.Kind == intent.Ask || e.Kind == intent.Watch {
		return w.desk.Sighted(ctx, e, s.sighting)
	}
	return w.desk.Answered(ctx, e, s.answer)
}

// step does something in the database when there is a place for it.
func (w *work) step(ctx context.Context, do func() error) error {
	select {
	case w.steps <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-w.steps }()
	return do()
}

package booking

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// CancelIntent calls off what isn't done yet and gives back what was kept for it. While an attempt may still turn out either
// way the answer is ATTEMPT_UNRESOLVED: a provider may be doing it this moment.
func (d *Desk) CancelIntent(ctx context.Context, by actor.Actor, in IntentCommand, correlationID string) (command.Result, error) {
	return d.onIntent(ctx, by, in, "cancelIntent", true, intent.DecideCancel, correlationID, func(b *bench) {
		b.fail(intent.Step{Kind: intent.End, Status: intent.Cancelled, Failure: "Called off by " + by.Label() + "."})
	}, false)
}

// RetryIntent lets the next attempt begin at once instead of after its pause. The answer is ACCEPTED: a worker makes it.
// While an attempt may still turn out either way it is ATTEMPT_UNRESOLVED.
func (d *Desk) RetryIntent(ctx context.Context, by actor.Actor, in IntentCommand, correlationID string) (command.Result, error) {
	return d.onIntent(ctx, by, in, "retryIntent", false, intent.DecideRetry, correlationID, func(b *bench) {
		i := b.work.Intent
		i.NextAt = &b.now
		if i.NotBefore != nil && i.NotBefore.After(b.now) {
			i.NotBefore = &b.now
		}
		b.amendIntent(b.work.Intent, i)
	}, true)
}

// onIntent runs a command on one intent.
func (d *Desk) onIntent(ctx context.Context, by actor.Actor, in IntentCommand, operation string, all bool,
	decide func(intent.Work, int, time.Time) *problem.Problem, correlationID string, change func(*bench), accepted bool,
) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.IntentWrite, operation: operation, key: in.Key, correlationID: correlationID,
		input: struct {
			IntentID        string
			ExpectedVersion int
		}{in.IntentID, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		w, err := visibleWork(ctx, tx, by, in.IntentID)
		if err != nil {
			return verdict{}, err
		}
		if w == nil {
			return unknownReference("intent")
		}
		b, err := w.lock(ctx, tx, by.TenantID, all && w.Intent.Status.Open())
		if err != nil {
			return verdict{}, err
		}
		shown := w.answer()
		if p := decide(w.Work, in.ExpectedVersion, b.now); p != nil {
			return refused(p, shown)
		}
		change(b)
		v := verdict{changes: b.done(), answer: shown}
		if accepted {
			v.accepted = shown.subject
		}
		return v, nil
	})
}

// visibleWork finds an intent that the actor may refer to; nil means that it can't.
func visibleWork(ctx context.Context, tx Tx, by actor.Actor, text string) (*work, error) {
	id, ok := ref.Decode(ref.Intent, text)
	if !ok {
		return nil, nil
	}
	w, err := findWork(ctx, tx, id)
	if err != nil {
		return nil, fmt.Errorf("find intent %s: %w", id, err)
	}
	if w == nil || !by.MaySee(w.Intent.VenueID, w.Intent.CustomerID) {
		return nil, nil
	}
	return w, nil
}

// answer shows the intent.
func (w *work) answer() answer {
	return about(w.Intent.VenueID, ref.Ref{Kind: ref.Intent, ID: w.Intent.ID})
}

// ResolveAttempt is a person's word on an attempt of unknown outcome: it did it, it didn't, or it shall count for nothing.
// With SUCCEEDED the intent is done; otherwise the next attempt may begin, and should the provider turn out to have done it
// after all, it is undone there.
func (d *Desk) ResolveAttempt(ctx context.Context, by actor.Actor, in ResolveAttempt, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	if err := checkReason(in.Reason); err != nil {
		return command.Result{}, err
	}
	if in.UpstreamRef != nil && (utf8.RuneCountInString(*in.UpstreamRef) > 200 || *in.UpstreamRef == "") {
		return command.Result{}, problem.NewInvalid("upstreamRef", "give the provider's own reference, of 1 to 200 characters")
	}
	c := call{actor: by, capability: actor.IntentOperate, operation: "resolveAttempt", key: in.Key, correlationID: correlationID, reason: in.Reason,
		input: struct {
			AttemptID       string
			ExpectedVersion int
			Resolution      intent.Resolution
			UpstreamRef     *string
			Reason          string
		}{in.AttemptID, in.ExpectedVersion, in.Resolution, in.UpstreamRef, in.Reason}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) { return resolveAttempt(ctx, tx, by, in) })
}

func resolveAttempt(ctx context.Context, tx Tx, by actor.Actor, in ResolveAttempt) (verdict, error) {
	id, ok := ref.Decode(ref.Attempt, in.AttemptID)
	if !ok {
		return unknownReference("attempt")
	}
	found, err := tx.Attempt(ctx, id)
	if err != nil {
		return verdict{}, fmt.Errorf("find attempt %s: %w", id, err)
	}
	if found == nil || !by.MaySee(found.VenueID, found.CustomerID) {
		return unknownReference("attempt")
	}
	w, err := findWork(ctx, tx, found.IntentID)
	if err != nil || w == nil {
		return verdict{}, fmt.Errorf("find the intent of attempt %s: %w", id, err)
	}
	a := *w.attempt(*found)
	completes := in.Resolution == intent.ResolveSucceeded && w.Completes(a) && a.Status == intent.Unknown
	b, err := w.lock(ctx, tx, by.TenantID, completes)
	if err != nil {
		return verdict{}, err
	}
	now, err := tx.Attempt(ctx, id) // as it stands under the intent's lock
	if err != nil || now == nil {
		return verdict{}, fmt.Errorf("read attempt %s: %w", id, err)
	}
	shown := w.answer()
	shown.refs = append(shown.refs, ref.Ref{Kind: ref.Attempt, ID: id})
	if p := intent.DecideResolve(*now, in.ExpectedVersion); p != nil {
		return refused(p, shown)
	}
	after := now.Settled(in.Resolution, in.UpstreamRef, by.Label(), in.Reason, w.provider(a).Contract, b.now)
	after.Epoch++ // whoever still works on it writes nothing from here on
	if completes {
		return verdict{changes: b.complete(*now, after), answer: shown}, nil
	}
	return verdict{changes: b.turnedOut(*now, after, intent.Answer{}), answer: shown}, nil
}

package booking

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// answer is what a command shows: the refs of the payload, and for the audit the venue and the subject.
type answer struct {
	venue   uuid.UUID
	subject *ref.Ref
	refs    []ref.Ref
}

// about makes an answer whose subject is also its first ref.
func about(venue uuid.UUID, subject ref.Ref, more ...ref.Ref) answer {
	return answer{venue: venue, subject: &subject, refs: append([]ref.Ref{subject}, more...)}
}

// refused is a verdict that changes nothing but the ledger.
func refused(p *problem.Problem, a answer) (verdict, error) {
	return verdict{problem: p, answer: a}, nil
}

// unknownReference is the one answer for everything that is malformed, foreign, not granted, not one's own or gone.
func unknownReference(what string) (verdict, error) {
	return refused(problem.New(problem.ReferenceNotFound, "There is no such %s.", what), answer{})
}

// ledgerEntry is a call with its digests, on the way to becoming a ledger row.
type ledgerEntry struct {
	call
	key   command.Digest
	input command.Digest
	lock  int64
}

func (e ledgerEntry) inProgress() command.Result {
	return command.Result{Outcome: command.InProgress, RetryAfter: twinPatience, CorrelationID: e.correlationID}
}

// once is the body of the transaction. wrote tells whether rows were written.
func (e ledgerEntry) once(ctx context.Context, tx Tx, locked bool, decide func(context.Context, Tx) (verdict, error)) (result command.Result, wrote bool, err error) {
	if !locked {
		if locked, err = tx.WaitForKey(ctx, e.lock, twinPatience); err != nil {
			return result, false, fmt.Errorf("wait for the key: %w", err)
		}
		if !locked {
			return e.inProgress(), false, nil
		}
	}
	record, err := tx.Record(ctx, e.actor.PrincipalID, e.key)
	if err != nil {
		return result, false, fmt.Errorf("look the key up: %w", err)
	}
	if record != nil {
		return e.replay(*record), false, nil
	}
	v, err := decide(ctx, tx)
	if err != nil {
		return result, false, err
	}
	result, writes := e.resultOf(&v)
	if !writes {
		return result, false, nil
	}
	now := v.changes.Now
	if now.IsZero() {
		if now, err = tx.Now(ctx); err != nil {
			return result, false, fmt.Errorf("read the clock: %w", err)
		}
	}
	e.enter(result, &v, now)
	if err := tx.Apply(ctx, v.changes); err != nil {
		return result, false, fmt.Errorf("write: %w", err)
	}
	result.Rows = rowsNamed(v.answer, v.changes)
	return result, true, nil
}

// resultOf is what a verdict is for the caller, and whether anything of it is to be written: not where the refusal may be
// another the next time.
func (e ledgerEntry) resultOf(v *verdict) (result command.Result, writes bool) {
	result = command.Result{Outcome: command.Committed, Problem: v.problem, Refs: v.answer.refs, CorrelationID: e.correlationID}
	if v.accepted != nil {
		result.Outcome = command.Accepted
	}
	if v.problem != nil {
		result.Outcome, v.changes = command.Rejected, nil
		if !v.problem.Replayable() {
			return result, false
		}
	}
	if v.changes == nil {
		v.changes = &Changes{}
	}
	return result, true
}

// enter adds to a verdict's changes the command's own row and its line of the audit.
func (e ledgerEntry) enter(result command.Result, v *verdict, now time.Time) {
	v.changes.Now = now
	v.changes.Records = []LedgerRow{e.row(result, now)}
	v.changes.Audit = append(v.changes.Audit, e.audit(result, v.answer, now))
}

// rowsNamed are the rows that an answer names, as the changes leave them, where they hold them whole.
func rowsNamed(a answer, c *Changes) map[ref.Ref]any {
	rows := map[ref.Ref]any{}
	for _, r := range c.Booked {
		rows[ref.Ref{Kind: ref.Reservation, ID: r.ID}] = r
	}
	for _, change := range c.Reservations { // one row may change more than once, in order
		rows[ref.Ref{Kind: ref.Reservation, ID: change.After.ID}] = change.After
	}
	for _, change := range c.Offers {
		rows[ref.Ref{Kind: ref.Offer, ID: change.After.ID}] = change.After
	}
	for _, change := range c.Entries {
		rows[ref.Ref{Kind: ref.Entry, ID: change.After.ID}] = change.After
	}
	maps.DeleteFunc(rows, func(r ref.Ref, _ any) bool { return !slices.Contains(a.refs, r) })
	return rows
}

// replay answers from the ledger: the same key with another job is a mismatch, and the first result stays as it is.
func (e ledgerEntry) replay(record command.Record) command.Result {
	if record.Operation != e.operation || record.InputDigest != e.input {
		return command.Result{
			Outcome:       command.Rejected,
			Problem:       problem.New(problem.IdempotencyMismatch, "This idempotency key was used for another command or other input; the first result stands.").WithField("idempotencyKey"),
			CorrelationID: e.correlationID,
		}
	}
	result := record.Result
	result.Replayed, result.CorrelationID = true, e.correlationID
	return result
}

func (e ledgerEntry) row(result command.Result, now time.Time) LedgerRow {
	return LedgerRow{Owner: e.actor.PrincipalID, Key: e.key, Record: command.Record{
		Operation: e.operation, InputDigest: e.input, Result: result, CreatedAt: now, CompletedAt: now,
	}}
}

func (e ledgerEntry) audit(result command.Result, a answer, now time.Time) AuditEntry {
	entry := AuditEntry{
		At: now, Principal: &e.actor.PrincipalID, Actor: e.actor.Label(), Operation: e.operation,
		Outcome: string(result.Outcome), CorrelationID: e.correlationID,
	}
	if a.venue != uuid.Nil {
		entry.Venue = &a.venue
	}
	if a.subject != nil {
		subject := a.subject.String()
		entry.Subject = &subject
	}
	if e.reason != "" {
		entry.Reason = &e.reason
	}
	if result.Problem != nil {
		code := string(result.Problem.Code)
		entry.ProblemCode = &code
	}
	return entry
}

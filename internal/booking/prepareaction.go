package booking

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// maxPending is how many actions of one owner may wait for a yes at a time.
const maxPending = 50

// PrepareAction writes down an action for a person to approve, with a preview of what a yes would do. It is refused as the
// action itself would be now, and takes nothing: the place may be gone when the yes comes. What the owner had prepared for
// the same target is superseded; prepared on the web, whatever the owner had prepared there.
func (d *Desk) PrepareAction(ctx context.Context, by actor.Actor, in PrepareAction, correlationID string) (command.Result, error) {
	x, err := in.Action.deed()
	if err != nil {
		return command.Result{}, err
	}
	c := call{
		actor: by, capability: actor.ApprovalPrepare, operation: "prepareAction", key: in.Key, correlationID: correlationID,
		input: struct {
			Action    string
			Arguments json.RawMessage
		}{x.action, x.arguments},
	}
	return d.run(ctx, c, widening(func(ctx context.Context, tx Tx, more []uuid.UUID) (verdict, error) {
		return prepare(ctx, tx, by, x, more)
	}))
}

func prepare(ctx context.Context, tx Tx, by actor.Actor, x deed, more []uuid.UUID) (verdict, error) {
	next := drafted(by, x)
	as := inNameOf(by, next.CustomerID)
	at, missing, err := x.scene(ctx, tx, as)
	if err != nil {
		return verdict{}, err
	}
	if at == nil {
		return unknownReference(missing)
	}
	if err := lockOwner(ctx, tx, next); err != nil {
		return verdict{}, err
	}
	v, err := rehearse(ctx, tx, x, hand{as: as, source: yesFrom(by)}, at, more)
	if err != nil || v.problem != nil {
		return verdict{problem: v.problem, answer: v.answer}, err
	}
	return writeDown(ctx, tx, next, at)
}

// writeDown makes way for the new approval and writes it, with its preview.
func writeDown(ctx context.Context, tx Tx, next approval.Approval, at *scene) (verdict, error) {
	if err := at.furnish(ctx, tx); err != nil {
		return verdict{}, err
	}
	terms, err := at.preview(ctx, tx, &next)
	if err != nil {
		return verdict{}, err
	}
	pending, err := tx.PendingApprovals(ctx, next.OwnerID)
	if err != nil {
		return verdict{}, fmt.Errorf("list pending approvals of %s: %w", next.OwnerID, err)
	}
	older, err := lockOlder(ctx, tx, next, pending)
	if err != nil {
		return verdict{}, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	ends, ok := at.deadline(now, terms.Rules.ApprovalTTL)
	if !ok {
		return verdict{}, ErrMoved
	}
	if waiting(pending, now)-waiting(older, now) >= maxPending {
		return refused(problem.New(problem.PolicyForbids, "%d prepared actions wait for a yes, as many as may be; approve or reject some of them first.", maxPending), answer{venue: at.venue})
	}
	s := newSheet(next.TenantID, now, nil)
	s.supersede(older)
	next.ExpiresAt, next.CreatedAt, next.UpdatedAt = ends, now, now
	s.prepared(next)
	return verdict{changes: s.done(), answer: approvalAnswer(next)}, nil
}

// preview reads the venue, says in words what the approval is for, and returns the rules that bound its time.
func (s *scene) preview(ctx context.Context, tx Tx, next *approval.Approval) (*policy.Version, error) {
	venue, err := tx.Venue(ctx, s.venue)
	if err != nil || venue == nil {
		return nil, fmt.Errorf("read venue %s: %w", s.venue, err)
	}
	terms, err := tx.ActivePolicy(ctx, s.venue)
	if err != nil || terms == nil {
		return nil, fmt.Errorf("read the policy of venue %s: %w", s.venue, err)
	}
	next.VenueID = s.venue
	next.Preview, err = previewOf(next.Action, *venue, s)
	return terms, err
}

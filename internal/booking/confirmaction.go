package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
)

// ConfirmAction carries out what a person has approved, once, in the name of whoever it is for and by all the rules that hold
// now. ACCEPTED with an intent, or COMMITTED with what was changed at once. What the action itself is refused for, it is
// refused for here, and the approval stays as it is. Confirming one's own a second time answers the same intent or result,
// replayed, whatever the key and the version.
func (d *Desk) ConfirmAction(ctx context.Context, by actor.Actor, in ApprovalCommand, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{
		actor: by, capability: actor.ApprovalPrepare, operation: "confirmAction", key: in.Key, correlationID: correlationID,
		input: canonicalApproval{in.ApprovalID, in.ExpectedVersion},
	}
	before := false // whether it was done before, under another key
	result, err := d.run(ctx, c, widening(func(ctx context.Context, tx Tx, more []uuid.UUID) (verdict, error) {
		before = false
		a, err := findApproval(ctx, tx, by, in.ApprovalID)
		if err != nil {
			return verdict{}, err
		}
		if a == nil {
			return unknownReference("approval")
		}
		if before = a.Status == approval.Consumed && ownOf(by, *a); before {
			return doneBefore(*a), nil
		}
		return carryOut(ctx, tx, by, *a, in.ExpectedVersion, more)
	}))
	result.Replayed = result.Replayed || before && err == nil
	return result, err
}

// ownOf tells whether the approval is the actor's own, or that of the customer whom it acts for.
func ownOf(by actor.Actor, a approval.Approval) bool {
	if a.CustomerID != nil {
		return by.OwnOnly() && by.Owns(*a.CustomerID)
	}
	return by.PrincipalID == a.OwnerID
}

// doneBefore answers what came of an approval.
func doneBefore(a approval.Approval) verdict {
	if a.IntentID != nil {
		i := ref.Ref{Kind: ref.Intent, ID: *a.IntentID}
		return verdict{accepted: &i, answer: approvalAnswer(a, i)}
	}
	if a.Result != nil {
		return verdict{answer: approvalAnswer(a, *a.Result)}
	}
	return verdict{answer: approvalAnswer(a)}
}

// carryOut does what was approved. The approval is locked last, as everywhere, so it is asked twice: before the deed, lest
// anything be decided for nothing, and after it, when nobody else can have it any more.
func carryOut(ctx context.Context, tx Tx, by actor.Actor, a approval.Approval, version int, more []uuid.UUID) (verdict, error) {
	digest := approval.Digest(a.Action, a.Arguments)
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	if p := approval.Carry(a, digest, version, now); p != nil {
		return refused(p, approvalAnswer(a))
	}
	x, err := keptDeed(a)
	if err != nil {
		return verdict{}, err
	}
	done, err := x.do(ctx, tx, hand{as: inNameOf(by, a.CustomerID), source: yesFrom(by), asked: askedFor{approval: &a.ID}}, more)
	if err != nil {
		return verdict{}, err
	}
	locked, now, err := lockApproval(ctx, tx, a.ID)
	if err != nil {
		return verdict{}, err
	}
	if locked.Version != a.Version { // perhaps somebody else did it, and the deed was refused for that alone
		return verdict{}, ErrMoved
	}
	if p := approval.Carry(locked, digest, version, now); p != nil {
		return refused(p, approvalAnswer(locked))
	}
	if done.problem != nil {
		return refused(done.problem, approvalAnswer(locked, done.answer.refs...))
	}
	s := newSheet(by.TenantID, now, nil)
	after := locked
	after.Status, after.ArgsDigest = approval.Consumed, digest
	switch {
	case done.accepted != nil:
		after.IntentID = &done.accepted.ID
	case done.answer.subject != nil:
		after.Result = done.answer.subject
	default:
		return verdict{}, fmt.Errorf("nothing came of approval %s", a.ID)
	}
	s.amendApproval(locked, after)
	return verdict{changes: done.changes.with(s), accepted: done.accepted, answer: approvalAnswer(after, done.answer.refs...)}, nil
}

// with adds what a second sheet says about approvals to the changes of a decision.
func (c *Changes) with(s *sheet) *Changes {
	c.Approvals = append(c.Approvals, s.changes.Approvals...)
	c.Events = append(c.Events, s.changes.Events...)
	return c
}

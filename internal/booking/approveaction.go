package booking

import (
	"context"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
)

// ApproveAction is a person's yes to a prepared action: whoever it is for, or staff of the venue. An agent never gives it.
// It doesn't make the time longer in which the action may be carried out.
func (d *Desk) ApproveAction(ctx context.Context, by actor.Actor, in ApprovalCommand, correlationID string) (command.Result, error) {
	return d.onApproval(ctx, by, "approveAction", approval.Approved, in, correlationID)
}

// RejectAction is a person's no to a prepared action. What was approved already can't be rejected; it can be left alone.
func (d *Desk) RejectAction(ctx context.Context, by actor.Actor, in ApprovalCommand, correlationID string) (command.Result, error) {
	return d.onApproval(ctx, by, "rejectAction", approval.Rejected, in, correlationID)
}

// canonicalApproval is a command on an approval as the digest sees it.
type canonicalApproval struct {
	ApprovalID      string
	ExpectedVersion int
}

// onApproval runs a person's decision on an approval: find, may they, lock, decide, change.
func (d *Desk) onApproval(ctx context.Context, by actor.Actor, operation string, to approval.Status, in ApprovalCommand, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{
		actor: by, capability: actor.ApprovalDecide, operation: operation, key: in.Key, correlationID: correlationID,
		input: canonicalApproval{in.ApprovalID, in.ExpectedVersion},
	}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		found, err := findApproval(ctx, tx, by, in.ApprovalID)
		if err != nil {
			return verdict{}, err
		}
		if found == nil {
			return unknownReference("approval")
		}
		if !found.MayDecide(by) {
			return verdict{}, problem.ErrForbidden
		}
		before, now, err := lockApproval(ctx, tx, found.ID)
		if err != nil {
			return verdict{}, err
		}
		if p := approval.Decide(before, to, in.ExpectedVersion, now); p != nil {
			return refused(p, approvalAnswer(before))
		}
		s := newSheet(by.TenantID, now, nil)
		after, person := before, by.Label()
		after.Status, after.DecidedBy, after.DecidedAt = to, &person, &now
		s.amendApproval(before, after)
		return verdict{changes: s.done(), answer: approvalAnswer(after)}, nil
	})
}

package booking

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// RevokeAdjustment takes an adjustment back.
type RevokeAdjustment struct {
	AdjustmentID    string
	ExpectedVersion int
	Reason          string
	Key             string
}

// RevokeAdjustment takes an adjustment back from now on; what was decided by it stays. One that is over, however it ended,
// is ILLEGAL_TRANSITION. All free slots are looked at afterwards.
func (d *Desk) RevokeAdjustment(ctx context.Context, by actor.Actor, in RevokeAdjustment, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	reason, err := givenReason(in.Reason)
	if err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.AdjustmentManage, operation: "revokeAdjustment", key: in.Key, correlationID: correlationID, reason: reason,
		input: struct {
			AdjustmentID    string
			ExpectedVersion int
			Reason          string
		}{in.AdjustmentID, in.ExpectedVersion, reason}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		found, err := lockAdjustment(ctx, tx, by, in.AdjustmentID)
		if err != nil {
			return verdict{}, err
		}
		if found == nil {
			return unknownReference("adjustment")
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return verdict{}, err
		}
		if p := waitlist.DecideRevoke(*found, in.ExpectedVersion, now); p != nil {
			return refused(p, adjustmentAnswer(*found))
		}
		s := newSheet(by.TenantID, now, nil)
		revoked := *found
		revoked.RevokedAt, revoked.RevokeReason, revoked.Version = &now, &reason, found.Version+1
		s.changes.Policies.Revoked = append(s.changes.Policies.Revoked, Change[waitlist.Adjustment]{Before: *found, After: revoked})
		s.announceAdjustment(revoked, event.AdjustmentRevoked)
		return verdict{changes: s.done(), answer: adjustmentAnswer(revoked)}, nil
	})
}

// lockAdjustment finds an adjustment and locks it. nil means that the actor can't refer to it; such a row isn't locked.
func lockAdjustment(ctx context.Context, tx Tx, by actor.Actor, text string) (*waitlist.Adjustment, error) {
	id, ok := ref.Decode(ref.Adjustment, text)
	if !ok {
		return nil, nil
	}
	found, err := tx.Adjustment(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find adjustment %s: %w", id, err)
	}
	if found == nil || !by.MaySee(found.VenueID, found.CustomerID) {
		return nil, nil
	}
	if found, err = tx.LockAdjustment(ctx, id); err != nil {
		return nil, fmt.Errorf("lock adjustment %s: %w", id, err)
	}
	return found, nil
}

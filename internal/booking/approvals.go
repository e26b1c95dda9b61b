package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ref"
)

// findApproval looks an approval up without locking. nil means that the actor can't refer to it.
func findApproval(ctx context.Context, tx Tx, by actor.Actor, text string) (*approval.Approval, error) {
	id, ok := ref.Decode(ref.Approval, text)
	if !ok {
		return nil, nil
	}
	found, err := tx.Approval(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("find approval %s: %w", id, err)
	}
	if found == nil || !found.Visible(by) {
		return nil, nil
	}
	return found, nil
}

// lockApproval locks an approval and reads the clock. Approvals are the last rows that a command locks.
func lockApproval(ctx context.Context, tx Tx, id uuid.UUID) (approval.Approval, time.Time, error) {
	rows, err := tx.LockApprovals(ctx, []uuid.UUID{id})
	if err != nil {
		return approval.Approval{}, time.Time{}, fmt.Errorf("lock approval %s: %w", id, err)
	}
	if len(rows) != 1 {
		return approval.Approval{}, time.Time{}, ErrMoved
	}
	now, err := tx.Now(ctx)
	return rows[0], now, err
}

// approvalAnswer shows an approval, and what else goes with it.
func approvalAnswer(a approval.Approval, more ...ref.Ref) answer {
	return about(a.VenueID, ref.Ref{Kind: ref.Approval, ID: a.ID}, more...)
}

// prepared writes a new approval.
func (s *sheet) prepared(a approval.Approval) {
	s.changes.Prepared = append(s.changes.Prepared, a)
	s.announce(a.VenueID, event.ApprovalPrepared, ref.Approval, a.ID, a.Version, a.CustomerID, a)
}

// amendApproval writes one change of an approval's row.
func (s *sheet) amendApproval(before, after approval.Approval) {
	after.Version, after.UpdatedAt = before.Version+1, s.now
	s.changes.Approvals = append(s.changes.Approvals, Change[approval.Approval]{Before: before, After: after})
	s.announce(after.VenueID, approvalGoes[after.Status], ref.Approval, after.ID, after.Version, after.CustomerID, after)
}

// approvalGoes says what is announced when an approval changes.
var approvalGoes = map[approval.Status]event.Kind{
	approval.Approved: event.ApprovalApproved, approval.Rejected: event.ApprovalRejected, approval.Consumed: event.ApprovalConsumed,
	approval.Superseded: event.ApprovalSuperseded, approval.Expired: event.ApprovalExpired,
}

// ExpireApproval records that the time of a prepared or approved action is over. Nothing happens when it isn't, or when
// something came of it already; any number of sweepers may try at once.
func (d *Desk) ExpireApproval(ctx context.Context, tenant, id uuid.UUID) (did bool, err error) {
	return d.routine(ctx, tenant, "expireApproval", func(ctx context.Context, tx Tx) (*Changes, *answer, error) {
		rows, err := tx.LockApprovals(ctx, []uuid.UUID{id})
		if err != nil || len(rows) != 1 || !rows[0].Status.Open() {
			return nil, nil, err
		}
		now, err := tx.Now(ctx)
		if err != nil || rows[0].Effective(now) != approval.Expired {
			return nil, nil, err
		}
		s := newSheet(tenant, now, nil)
		after := rows[0]
		after.Status = approval.Expired
		s.amendApproval(rows[0], after)
		a := approvalAnswer(after)
		return s.done(), &a, nil
	})
}

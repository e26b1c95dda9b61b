package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/approval"
)

// lockOlder locks those of the pending approvals that the next one supersedes.
func lockOlder(ctx context.Context, tx Tx, next approval.Approval, pending []approval.Approval) ([]approval.Approval, error) {
	var ids []uuid.UUID
	for _, p := range pending {
		if approval.Supersedes(next, p) {
			ids = append(ids, p.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	locked, err := tx.LockApprovals(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("lock approvals to be superseded: %w", err)
	}
	for _, a := range locked {
		if a.Status != approval.Pending {
			return nil, ErrMoved
		}
	}
	return locked, nil
}

// supersede takes approvals out of the way of a new one. One whose time is over already is recorded as just that.
func (s *sheet) supersede(older []approval.Approval) {
	for _, before := range older {
		after := before
		if after.Status = approval.Superseded; before.Effective(s.now) == approval.Expired {
			after.Status = approval.Expired
		}
		s.amendApproval(before, after)
	}
}

// waiting counts those that still wait for a yes.
func waiting(all []approval.Approval, now time.Time) (n int) {
	for _, a := range all {
		if a.Effective(now) == approval.Pending {
			n++
		}
	}
	return n
}

package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
)

// Approvals lists prepared actions of all venues that the actor is granted, oldest first. Statuses are those of now; nil is
// any, and an empty set is none. A customer, and an agent for its customer, sees only its own.
func (r *Reader) Approvals(ctx context.Context, a actor.Actor, statuses []approval.Status, page Page) (c Connection[approval.Approval], err error) {
	l := list{kind: approvalList, tenant: a.TenantID}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.now(ctx, a, func(ctx context.Context, rows Rows, now time.Time) error {
		found, err := rows.Approvals(ctx, seenBy(a).part(after, page.First), statuses, now)
		age(found, ageApproval, now)
		c = connect(l, page, found, func(v approval.Approval) Key { return Key{Sort: v.CreatedAt.UnixMicro(), ID: v.ID} })
		return err
	})
	if err != nil {
		return Connection[approval.Approval]{}, fmt.Errorf("list approvals: %w", err)
	}
	return c, nil
}

// ApprovalsByID finds prepared actions that the actor may see, in the state of now.
func (r *Reader) ApprovalsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]approval.Approval, error) {
	return batch(ctx, r, a, "approvals", ids, func(v approval.Approval) uuid.UUID { return v.ID },
		func(rows Rows, ctx context.Context, want Want) ([]approval.Approval, error) {
			now, err := rows.Clock(ctx)
			if err != nil {
				return nil, err
			}
			found, err := rows.Approvals(ctx, want, nil, now)
			age(found, ageApproval, now)
			return found, err
		})
}

package store

import (
	"context"
	"time"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/reading"
)

// readApprovals are owned by the customer they are for; those that staff prepared for the house are owned by a principal,
// and so by no customer.
var readApprovals = readTable{venue: "venue_id", owner: "owner_id", sort: "created_at"}

// readApprovalState is Approval.Effective in SQL; a test holds the two together.
var readApprovalState = []string{`CASE WHEN (status = 'PENDING' OR status = 'APPROVED') AND expires_at <= `, ` THEN 'EXPIRED' ELSE status END`}

// Approvals lists prepared actions by age.
func (t *readTx) Approvals(ctx context.Context, w reading.Want, statuses []approval.Status, now time.Time) ([]approval.Approval, error) {
	rows, err := t.ent.Approval.Query().
		Where(readApprovals.wanted(t.tenant, w), readState(readApprovalState, now, statuses)).
		Order(readApprovals.ordered).Limit(w.Limit).All(ctx)
	return each(rows, approvalOf), err
}

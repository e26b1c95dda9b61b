package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	entapproval "github.com/slotq/slotq/ent/db/approval"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/booking"
)

// Approval finds an approval.
func (t *tx) Approval(ctx context.Context, id uuid.UUID) (*approval.Approval, error) {
	row, err := t.ent.Approval.Query().Where(entapproval.TenantID(t.tenant), entapproval.ID(id)).Only(ctx)
	return maybe(row, err, approvalOf)
}

// PendingApprovals lists what of an owner's waits for a yes.
func (t *tx) PendingApprovals(ctx context.Context, owner uuid.UUID) ([]approval.Approval, error) {
	rows, err := t.ent.Approval.Query().
		Where(entapproval.TenantID(t.tenant), entapproval.OwnerID(owner), entapproval.StatusEQ(approval.Pending)).Order(byID).All(ctx)
	return each(rows, approvalOf), err
}

// LockApprovals locks approvals by id.
func (t *tx) LockApprovals(ctx context.Context, ids []uuid.UUID) ([]approval.Approval, error) {
	rows, err := t.ent.Approval.Query().Where(entapproval.TenantID(t.tenant), entapproval.IDIn(ids...), noKey).Order(byID).All(ctx)
	return each(rows, approvalOf), err
}

// DueApprovals lists what is over and not yet recorded.
func (t *tx) DueApprovals(ctx context.Context, limit int) ([]uuid.UUID, error) {
	return t.ids(ctx, `SELECT id FROM approvals WHERE tenant_id = $1 AND (status = 'PENDING' OR status = 'APPROVED') AND expires_at <= clock_timestamp() ORDER BY expires_at, id LIMIT $2`, limit)
}

func (t *tx) applyPrepared(ctx context.Context, c *booking.Changes) error {
	for _, a := range c.Prepared {
		err := t.ent.Approval.Create().SetID(a.ID).SetTenantID(t.tenant).SetVenueID(a.VenueID).SetOwnerID(a.OwnerID).SetNillableCustomerID(a.CustomerID).
			SetPrincipalID(a.PrincipalID).SetChannel(a.Channel).SetAction(a.Action).SetTargetKey(a.TargetKey).SetStatus(a.Status).SetVersion(a.Version).
			SetArguments(string(a.Arguments)).SetArgsDigest(a.ArgsDigest).SetPreview(string(a.Preview)).SetExpiresAt(a.ExpiresAt).
			SetCreatedAt(a.CreatedAt).SetUpdatedAt(a.UpdatedAt).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// consume carries an approval out in one statement that asks everything again: the state, the version, the arguments, and
// by the database's own clock whether there is still time.
const consume = `
UPDATE approvals SET status = 'CONSUMED', version = version + 1, intent_id = $5, result = $6, updated_at = $7
WHERE tenant_id = $1 AND id = $2 AND status = 'APPROVED' AND version = $3 AND args_digest = $4 AND expires_at > clock_timestamp()`

func (t *tx) applyApprovals(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.Approvals {
		if err := t.applyApproval(ctx, change); err != nil {
			return fmt.Errorf("%s: %w", change.After.ID, err)
		}
	}
	return nil
}

func (t *tx) applyApproval(ctx context.Context, change booking.Change[approval.Approval]) error {
	before, a := change.Before, change.After
	var result *string
	if a.Result != nil {
		text := a.Result.String()
		result = &text
	}
	if a.Status == approval.Consumed {
		done, err := t.sql.ExecContext(ctx, consume, t.tenant, a.ID, before.Version, a.ArgsDigest, a.IntentID, result, a.UpdatedAt)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		return changed(int(n), err)
	}
	update := t.ent.Approval.Update().
		Where(entapproval.TenantID(t.tenant), entapproval.ID(a.ID), entapproval.Version(before.Version)).
		SetNillableDecidedBy(a.DecidedBy).SetNillableDecidedAt(a.DecidedAt).SetUpdatedAt(a.UpdatedAt)
	if a.Status != before.Status {
		update.SetStatus(a.Status)
	}
	return changed(update.Save(ctx))
}

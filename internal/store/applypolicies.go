package store

import (
	"context"
	"fmt"

	entadjustment "github.com/slotq/slotq/ent/db/adjustment"
	entpolicyversion "github.com/slotq/slotq/ent/db/policyversion"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/policy"
)

// applyPolicies writes policy versions and adjustments. Versions change in the order given: the one that retires goes first,
// because two of a venue are never in force.
func (t *tx) applyPolicies(ctx context.Context, c *booking.Changes) error {
	for _, v := range c.Policies.Drafted {
		err := t.ent.PolicyVersion.Create().SetID(v.ID).SetTenantID(t.tenant).SetVenueID(v.VenueID).SetNumber(v.Number).SetStatus(v.Status).SetVersion(v.Version).
			SetRules(string(v.Rules.MarshalCanonical())).SetDigest(v.Digest).SetDraftedBy(v.DraftedBy).SetCreatedAt(v.CreatedAt).Exec(ctx)
		if err != nil {
			return err
		}
	}
	for _, change := range c.Policies.Versions {
		if err := t.applyVersion(ctx, change); err != nil {
			return fmt.Errorf("version %s: %w", change.After.ID, err)
		}
	}
	return t.applyAdjustments(ctx, c.Policies)
}

func (t *tx) applyVersion(ctx context.Context, change booking.Change[policy.Version]) error {
	before, v := change.Before, change.After
	update := t.ent.PolicyVersion.Update().
		Where(entpolicyversion.TenantID(t.tenant), entpolicyversion.ID(v.ID), entpolicyversion.Version(before.Version)).
		SetNillableActivatedAt(v.ActivatedAt).SetNillableActivatesAt(v.ActivatesAt)
	if v.ActivatesAt == nil && before.ActivatesAt != nil {
		update.ClearActivatesAt()
	}
	if v.Status != before.Status {
		update.SetStatus(v.Status)
	}
	return changed(update.Save(ctx))
}

func (t *tx) applyAdjustments(ctx context.Context, c booking.PolicyChanges) error {
	for _, a := range c.Granted {
		err := t.ent.Adjustment.Create().SetID(a.ID).SetTenantID(t.tenant).SetVenueID(a.VenueID).SetCustomerID(a.CustomerID).SetKind(a.Kind).SetAmount(a.Amount).
			SetReason(a.Reason).SetGrantedBy(a.GrantedBy).SetNillableExpiresAt(a.ExpiresAt).SetVersion(a.Version).SetCreatedAt(a.CreatedAt).Exec(ctx)
		if err != nil {
			return err
		}
	}
	for _, change := range c.Revoked {
		a := change.After
		err := changed(t.ent.Adjustment.Update().
			Where(entadjustment.TenantID(t.tenant), entadjustment.ID(a.ID), entadjustment.Version(change.Before.Version)).
			SetNillableRevokedAt(a.RevokedAt).SetNillableRevokeReason(a.RevokeReason).Save(ctx))
		if err != nil {
			return fmt.Errorf("adjustment %s: %w", a.ID, err)
		}
	}
	if len(c.LapsesNoted) == 0 {
		return nil
	}
	// Time alone raises no version, and this is not even a state.
	_, err := t.sql.ExecContext(ctx, `UPDATE adjustments SET lapse_noted = true WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`, t.tenant, array(c.LapsesNoted))
	return err
}

package store

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entadjustment "github.com/slotq/slotq/ent/db/adjustment"
	entpolicyversion "github.com/slotq/slotq/ent/db/policyversion"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

// Rulebook reads the versions of a venue that count, or shall, and the number of the newest.
func (t *tx) Rulebook(ctx context.Context, venue uuid.UUID) (*booking.Rulebook, error) {
	book := &booking.Rulebook{}
	err := t.sql.QueryRowContext(ctx, `SELECT coalesce(max(number), 0) FROM policy_versions WHERE tenant_id = $1 AND venue_id = $2`, t.tenant, venue).Scan(&book.Last)
	if err != nil {
		return nil, err
	}
	versions, err := readVersions(ctx, t.ent.PolicyVersion.Query().
		Where(entpolicyversion.TenantID(t.tenant), entpolicyversion.VenueID(venue), entpolicyversion.Or(
			entpolicyversion.StatusEQ(policy.Active), entpolicyversion.And(entpolicyversion.StatusEQ(policy.Draft), entpolicyversion.ActivatesAtNotNil()))).
		Order(func(s *entsql.Selector) { s.OrderBy(s.C("activates_at"), s.C("number")) }))
	if err != nil {
		return nil, err
	}
	for i, v := range versions {
		if v.Status == policy.Active {
			book.Active = &versions[i]
		} else {
			book.Planned = append(book.Planned, v)
		}
	}
	return book, nil
}

const dueRules = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
SELECT venue_id, true FROM policy_versions, clock WHERE tenant_id = $1 AND status = 'DRAFT' AND activates_at <= now
UNION
SELECT venue_id, false FROM adjustments, clock WHERE tenant_id = $1 AND revoked_at IS NULL AND NOT lapse_noted AND expires_at <= now`

// DueRules lists the venues where plans or the ends of adjustments are due.
func (t *tx) DueRules(ctx context.Context) (planned, lapsed []uuid.UUID, err error) {
	rows, err := t.sql.QueryContext(ctx, dueRules, t.tenant)
	if err != nil {
		return nil, nil, err
	}
	err = readEach(rows, func(scan func(...any) error) error {
		var venue uuid.UUID
		var plan bool
		err := scan(&venue, &plan)
		if plan {
			planned = append(planned, venue)
		} else {
			lapsed = append(lapsed, venue)
		}
		return err
	})
	return planned, lapsed, err
}

// Adjustment finds an adjustment.
func (t *tx) Adjustment(ctx context.Context, id uuid.UUID) (*waitlist.Adjustment, error) {
	row, err := t.ent.Adjustment.Query().Where(entadjustment.TenantID(t.tenant), entadjustment.ID(id)).Only(ctx)
	return maybe(row, err, adjustmentOf)
}

// LockAdjustment locks an adjustment.
func (t *tx) LockAdjustment(ctx context.Context, id uuid.UUID) (*waitlist.Adjustment, error) {
	row, err := t.ent.Adjustment.Query().Where(entadjustment.TenantID(t.tenant), entadjustment.ID(id), noKey).Only(ctx)
	return maybe(row, err, adjustmentOf)
}

// AdjustmentsInForce counts a customer's adjustments at a venue.
func (t *tx) AdjustmentsInForce(ctx context.Context, venue, customer uuid.UUID, now time.Time) (int, error) {
	return t.ent.Adjustment.Query().Where(entadjustment.TenantID(t.tenant), entadjustment.VenueID(venue), entadjustment.CustomerID(customer),
		entadjustment.RevokedAtIsNil(), entadjustment.Or(entadjustment.ExpiresAtIsNil(), entadjustment.ExpiresAtGT(now))).Count(ctx)
}

const claimLapses = `
SELECT id FROM adjustments
WHERE tenant_id = $1 AND venue_id = $2 AND revoked_at IS NULL AND NOT lapse_noted AND expires_at <= clock_timestamp()
ORDER BY id
FOR NO KEY UPDATE SKIP LOCKED`

// ClaimLapses locks what has ended by itself and was not noted.
func (t *tx) ClaimLapses(ctx context.Context, venue uuid.UUID) ([]uuid.UUID, error) {
	rows, err := t.sql.QueryContext(ctx, claimLapses, t.tenant, venue)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return scanIDs(rows)
}

func adjustmentOf(a *db.Adjustment) waitlist.Adjustment {
	return waitlist.Adjustment{
		ID: a.ID, TenantID: a.TenantID, VenueID: a.VenueID, CustomerID: a.CustomerID, Kind: a.Kind, Amount: a.Amount, Reason: a.Reason,
		ExpiresAt: utc(a.ExpiresAt), RevokedAt: utc(a.RevokedAt), RevokeReason: a.RevokeReason, GrantedBy: a.GrantedBy,
		Version: a.Version, CreatedAt: a.CreatedAt.UTC(),
	}
}

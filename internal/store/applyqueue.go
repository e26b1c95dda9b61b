package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/slotq/slotq/ent/db"
	entoffer "github.com/slotq/slotq/ent/db/offer"
	entvacancy "github.com/slotq/slotq/ent/db/vacancy"
	entwaitlistentry "github.com/slotq/slotq/ent/db/waitlistentry"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/waitlist"
)

func (t *tx) applySelections(ctx context.Context, c *booking.Changes) error {
	for _, s := range c.Selections {
		skipped, err := json.Marshal(append([]waitlist.Skipped{}, s.Skipped...))
		if err != nil {
			return err
		}
		err = t.ent.Selection.Create().SetID(s.ID).SetTenantID(t.tenant).SetVenueID(s.VenueID).SetSlotID(s.SlotID).SetEntryID(s.EntryID).
			SetPolicyVersionID(s.PolicyVersionID).SetPolicyDigest(s.PolicyDigest).SetConsidered(s.Considered).SetSkipped(string(skipped)).
			SetOverride(s.Override).SetNillableReason(s.Reason).SetGeneration(s.Generation).SetNillableFreedAt(s.FreedAt).SetCreatedAt(s.CreatedAt).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) applyOffered(ctx context.Context, c *booking.Changes) error {
	for _, o := range c.Offered {
		err := t.ent.Offer.Create().SetID(o.ID).SetTenantID(t.tenant).SetVenueID(o.VenueID).SetEntryID(o.EntryID).SetCustomerID(o.CustomerID).
			SetReservationID(o.ReservationID).SetSelectionID(o.SelectionID).SetStatus(o.Status).SetVersion(o.Version).SetExpiresAt(o.ExpiresAt).
			SetDeliveryState(o.DeliveryState).SetGeneration(o.Generation).SetCreatedAt(o.CreatedAt).SetUpdatedAt(o.UpdatedAt).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) applyOffers(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.Offers {
		o := change.After
		update := t.ent.Offer.Update().
			Where(entoffer.TenantID(t.tenant), entoffer.ID(o.ID), entoffer.Version(change.Before.Version)).
			SetNillableDecidedAt(o.DecidedAt).SetNillableDecidedBy(o.DecidedBy).SetNillableSource(o.Source).
			SetNillableReasonCode(o.ReasonCode).SetNillableReason(o.Reason).SetNillableIntentID(o.IntentID).SetUpdatedAt(o.UpdatedAt)
		if o.IntentID == nil && change.Before.IntentID != nil {
			update.ClearIntentID()
		}
		if o.Status != change.Before.Status {
			update.SetStatus(o.Status)
		}
		if err := changed(update.Save(ctx)); err != nil {
			return fmt.Errorf("%s: %w", o.ID, err)
		}
	}
	return nil
}

func (t *tx) applyJoined(ctx context.Context, c *booking.Changes) error {
	for _, e := range c.Joined {
		err := t.ent.WaitlistEntry.Create().SetID(e.ID).SetTenantID(t.tenant).SetVenueID(e.VenueID).SetCustomerID(e.CustomerID).
			SetPartySize(e.PartySize).SetFromAt(e.From).SetToAt(e.To).SetNillableResourceID(e.ResourceID).SetStatus(e.Status).SetVersion(e.Version).
			SetJoinedAt(e.JoinedAt).SetCreatedAt(e.CreatedAt).SetUpdatedAt(e.UpdatedAt).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) applyEntries(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.Entries {
		e := change.After
		update := t.ent.WaitlistEntry.Update().
			Where(entwaitlistentry.TenantID(t.tenant), entwaitlistentry.ID(e.ID), entwaitlistentry.Version(change.Before.Version)).
			SetJoinedAt(e.JoinedAt).SetPriority(e.Priority).SetNillableOfferID(e.OfferID).SetNillableOfferExpiresAt(e.OfferExpiresAt).
			SetRequeuesOnLapse(e.RequeuesOnLapse).SetUpdatedAt(e.UpdatedAt)
		if e.OfferExpiresAt == nil && change.Before.OfferExpiresAt != nil {
			update.ClearOfferExpiresAt()
		}
		if e.Status != change.Before.Status {
			update.SetStatus(e.Status)
		}
		if err := changed(update.Save(ctx)); err != nil {
			return fmt.Errorf("%s: %w", e.ID, err)
		}
	}
	return nil
}

// applyPassedOver counts without raising versions: being passed by isn't a change of state. The rows are locked.
func (t *tx) applyPassedOver(ctx context.Context, c *booking.Changes) error {
	if len(c.PassedOver) == 0 {
		return nil
	}
	_, err := t.sql.ExecContext(ctx, `UPDATE waitlist_entries SET passed_over = passed_over + 1 WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`, t.tenant, array(c.PassedOver))
	return err
}

// dropUnwanted leaves alone what somebody looks at now, what speaks of a range, and venues that don't promote: their notes are
// kept until they do.
const dropUnwanted = `
DELETE FROM vacancies WHERE tenant_id = $1 AND (id = ANY ($2::uuid[]) OR id IN (
  SELECT v.id FROM vacancies v
  JOIN policy_versions p ON p.tenant_id = v.tenant_id AND p.venue_id = v.venue_id AND p.status = 'ACTIVE' AND (p.rules ->> 'autoPromote')::boolean
  JOIN venues h ON h.tenant_id = v.tenant_id AND h.id = v.venue_id AND h.offers_on
  WHERE v.tenant_id = $1 AND v.slot_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM waitlist_entries e WHERE e.tenant_id = $1 AND e.venue_id = v.venue_id AND e.status = 'WAITING')
    AND NOT EXISTS (SELECT FROM intents i WHERE i.tenant_id = $1 AND i.venue_id = v.venue_id AND i.status = 'WAITING_FOR_SEAT' AND i.next_at IS NOT NULL)
  FOR UPDATE OF v SKIP LOCKED))`

func (t *tx) applyVacancies(ctx context.Context, c *booking.Changes) error {
	if len(c.Vacancies) > 0 {
		err := t.ent.Vacancy.MapCreateBulk(c.Vacancies, func(create *db.VacancyCreate, i int) {
			v := c.Vacancies[i]
			create.SetID(v.ID).SetTenantID(t.tenant).SetVenueID(v.VenueID).SetNillableSlotID(v.SlotID).SetNillableFromAt(v.From).SetNillableToAt(v.To).
				SetNillableResourceID(v.ResourceID).SetCause(v.Cause).SetNillableFreedAt(v.FreedAt).SetCreatedAt(v.CreatedAt)
		}).Exec(ctx)
		if err != nil {
			return err
		}
	}
	if c.Unwanted {
		_, err := t.sql.ExecContext(ctx, dropUnwanted, t.tenant, array(c.Drained))
		return err
	}
	if len(c.Drained) == 0 {
		return nil
	}
	_, err := t.ent.Vacancy.Delete().Where(entvacancy.TenantID(t.tenant), entvacancy.IDIn(c.Drained...)).Exec(ctx)
	return err
}

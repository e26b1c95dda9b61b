package store

import (
	"context"
	"encoding/json"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

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
	return applyPatches(ctx, c.Offers, func(o waitlist.Offer) (uuid.UUID, int) { return o.ID, o.Version }, patchOffer,
		func(ctx context.Context, at func(*entsql.Selector), sets []func(*db.OfferUpdate)) (int, error) {
			update := t.ent.Offer.Update().Where(entoffer.TenantID(t.tenant), at)
			for _, set := range sets {
				set(update)
			}
			return update.Save(ctx)
		})
}

func patchOffer(change booking.Change[waitlist.Offer]) *patch[*db.OfferUpdate] {
	type update = *db.OfferUpdate
	b, o, p := change.Before, change.After, &patch[update]{}
	p.set(o.Status != b.Status, "status", o.Status, func(u update) { u.SetStatus(o.Status) })
	p.set(true, "updated", o.UpdatedAt.UnixNano(), func(u update) { u.SetUpdatedAt(o.UpdatedAt) })
	if o.DecidedAt != nil {
		p.moment(b.DecidedAt, o.DecidedAt, "decided", func(u update, t time.Time) { u.SetDecidedAt(t) }, nil)
	}
	noteMaybe(p, b.DecidedBy, o.DecidedBy, "by", func(u update, s string) { u.SetDecidedBy(s) }, nil)
	noteMaybe(p, b.Source, o.Source, "source", func(u update, s string) { u.SetSource(s) }, nil)
	noteMaybe(p, b.ReasonCode, o.ReasonCode, "code", func(u update, s string) { u.SetReasonCode(s) }, nil)
	noteMaybe(p, b.Reason, o.Reason, "reason", func(u update, s string) { u.SetReason(s) }, nil)
	noteMaybe(p, b.IntentID, o.IntentID, "intent", func(u update, id uuid.UUID) { u.SetIntentID(id) }, func(u update) { u.ClearIntentID() })
	return p
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
	return applyPatches(ctx, c.Entries, func(e waitlist.Entry) (uuid.UUID, int) { return e.ID, e.Version }, patchEntry,
		func(ctx context.Context, at func(*entsql.Selector), sets []func(*db.WaitlistEntryUpdate)) (int, error) {
			update := t.ent.WaitlistEntry.Update().Where(entwaitlistentry.TenantID(t.tenant), at)
			for _, set := range sets {
				set(update)
			}
			return update.Save(ctx)
		})
}

func patchEntry(change booking.Change[waitlist.Entry]) *patch[*db.WaitlistEntryUpdate] {
	type update = *db.WaitlistEntryUpdate
	b, e, p := change.Before, change.After, &patch[update]{}
	p.set(e.Status != b.Status, "status", e.Status, func(u update) { u.SetStatus(e.Status) })
	p.set(!e.JoinedAt.Equal(b.JoinedAt), "joined", e.JoinedAt.UnixNano(), func(u update) { u.SetJoinedAt(e.JoinedAt) })
	p.set(e.Priority != b.Priority, "priority", e.Priority, func(u update) { u.SetPriority(e.Priority) })
	p.set(e.RequeuesOnLapse != b.RequeuesOnLapse, "requeues", e.RequeuesOnLapse, func(u update) { u.SetRequeuesOnLapse(e.RequeuesOnLapse) })
	p.set(true, "updated", e.UpdatedAt.UnixNano(), func(u update) { u.SetUpdatedAt(e.UpdatedAt) })
	p.moment(b.OfferExpiresAt, e.OfferExpiresAt, "expires", func(u update, t time.Time) { u.SetOfferExpiresAt(t) }, func(u update) { u.ClearOfferExpiresAt() })
	noteMaybe(p, b.OfferID, e.OfferID, "offer", func(u update, id uuid.UUID) { u.SetOfferID(id) }, nil)
	return p
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

package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/slotq/slotq/ent/db"
	entallocation "github.com/slotq/slotq/ent/db/allocation"
	entcustomer "github.com/slotq/slotq/ent/db/customer"
	entreservation "github.com/slotq/slotq/ent/db/reservation"
	entslot "github.com/slotq/slotq/ent/db/slot"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reservation"
)

// Apply writes the sets in an order in which no wall is touched on the way: what is given back before what is taken, what
// ends before what begins, the ledger last.
func (t *tx) Apply(ctx context.Context, c *booking.Changes) error {
	steps := []struct {
		what string
		do   func(context.Context, *booking.Changes) error
	}{
		{"customers", t.applyCustomers}, {"the house", t.applyHouse}, {"opening rules", t.applyOpening}, {"policies", t.applyPolicies},
		{"feeds", t.applyFeeds}, {"access", t.applyAccess}, {"series", t.applySeries}, {"new reservations", t.applyBooked}, {"reservations", t.applyReservations},
		{"releases", t.applyReleases}, {"allocations", t.applyAllocations}, {"slots", t.applySlots},
		{"selections", t.applySelections}, {"offers", t.applyOffers}, {"new offers", t.applyOffered},
		{"entries", t.applyEntries}, {"new entries", t.applyJoined}, {"passed entries", t.applyPassedOver},
		{"new intents", t.applyRequested}, {"new attempts", t.applyAttempted}, {"attempts", t.applyAttempts}, {"intents", t.applyIntents},
		{"next looks", t.applyRescheduled}, {"looks", t.applyLooked}, {"approvals", t.applyApprovals}, {"new approvals", t.applyPrepared},
		{"vacancies", t.applyVacancies}, {"events", t.applyEvents}, {"audit", t.applyAudit},
	}
	for _, step := range steps {
		if err := step.do(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	if err := t.applyRecord(ctx, c.Record); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	return nil
}

// CheckWalls makes every deferred constraint immediate.
func (t *tx) CheckWalls(ctx context.Context) error {
	_, err := t.sql.ExecContext(ctx, `SET CONSTRAINTS ALL IMMEDIATE`)
	return err
}

// changed turns "no row was at that version" into ErrMoved.
func changed(n int, err error) error {
	if err == nil && n != 1 {
		return booking.ErrMoved
	}
	return err
}

func (t *tx) applyCustomers(ctx context.Context, c *booking.Changes) error {
	for _, w := range c.Customers {
		emailKey, phoneKey := customer.EmailKey(w.Customer.Email), customer.PhoneKey(w.Customer.Phone)
		if w.Insert {
			create := t.ent.Customer.Create().SetID(w.Customer.ID).SetTenantID(t.tenant).SetName(w.Customer.Name).
				SetNillableEmail(w.Customer.Email).SetNillableEmailKey(emailKey).
				SetNillablePhone(w.Customer.Phone).SetNillablePhoneKey(phoneKey).SetCreatedAt(c.Now).SetUpdatedAt(c.Now)
			if err := create.Exec(ctx); err != nil {
				return err
			}
			continue
		}
		update := t.ent.Customer.Update().
			Where(entcustomer.TenantID(t.tenant), entcustomer.ID(w.Customer.ID), entcustomer.Version(w.Customer.Version)).
			SetName(w.Customer.Name).SetNillableEmail(w.Customer.Email).SetNillablePhone(w.Customer.Phone).SetNillablePhoneKey(phoneKey).SetUpdatedAt(c.Now)
		if emailKey != nil {
			// An address that another customer is known by stays that customer's, for matching.
			others, err := t.ent.Customer.Query().Where(entcustomer.TenantID(t.tenant), entcustomer.EmailKey(*emailKey), entcustomer.IDNEQ(w.Customer.ID)).Exist(ctx)
			if err != nil {
				return err
			}
			if !others {
				update.SetEmailKey(*emailKey)
			}
		}
		if err := changed(update.Save(ctx)); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) applyBooked(ctx context.Context, c *booking.Changes) error {
	if len(c.Booked) == 0 {
		return nil
	}
	return t.ent.Reservation.MapCreateBulk(c.Booked, func(create *db.ReservationCreate, i int) {
		r := c.Booked[i]
		create.SetID(r.ID).SetTenantID(t.tenant).SetVenueID(r.VenueID).SetCustomerID(r.CustomerID).SetPartySize(r.PartySize).
			SetStatus(r.Status).SetVersion(r.Version).SetNillableExpiresAt(r.ExpiresAt).SetPromotional(r.Promotional).
			SetPolicyVersionID(r.PolicyVersionID).SetTied(r.Tied).SetNillableIntentID(r.IntentID).SetStartsAt(r.StartsAt).SetEndsAt(r.EndsAt).SetNote(r.Note).
			SetNillableNoShowAt(r.NoShowAt).SetWalkIn(r.WalkIn).SetNillableOverrideReason(r.OverrideReason).SetOverrideCodes(strings.Join(r.OverrideCodes, " ")).
			SetNillableSeriesID(r.SeriesID).SetNillableCorrectsID(r.CorrectsID).
			SetCreatedAt(r.CreatedAt).SetUpdatedAt(r.UpdatedAt)
	}).Exec(ctx)
}

func (t *tx) applyReservations(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.Reservations {
		if err := t.applyReservation(ctx, change); err != nil {
			return fmt.Errorf("%s: %w", change.After.ID, err)
		}
	}
	return nil
}

func (t *tx) applyReservation(ctx context.Context, change booking.Change[reservation.Reservation]) error {
	r := change.After
	update := t.ent.Reservation.Update().
		Where(entreservation.TenantID(t.tenant), entreservation.ID(r.ID), entreservation.Version(change.Before.Version)).
		SetPartySize(r.PartySize).SetTied(r.Tied).SetNillableStatusReason(r.StatusReason).SetNillableExpiresAt(r.ExpiresAt).SetExtended(r.Extended).
		SetNillableIntentID(r.IntentID).SetNillableUpstreamAttemptID(r.UpstreamID).SetStartsAt(r.StartsAt).SetEndsAt(r.EndsAt).SetUpdatedAt(r.UpdatedAt).
		SetNillableRequestedAt(r.RequestedAt).SetNillableNoShowAt(r.NoShowAt).
		SetNillableOverrideReason(r.OverrideReason).SetOverrideCodes(strings.Join(r.OverrideCodes, " "))
	if r.IntentID == nil && change.Before.IntentID != nil {
		update.ClearIntentID()
	}
	if r.ExpiresAt == nil && change.Before.ExpiresAt != nil {
		update.ClearExpiresAt()
	}
	if r.UpstreamID == nil && change.Before.UpstreamID != nil {
		update.ClearUpstreamAttemptID()
	}
	if r.Status != change.Before.Status {
		update.SetStatus(r.Status)
	}
	return changed(update.Save(ctx))
}

func (t *tx) applyReleases(ctx context.Context, c *booking.Changes) error {
	for _, release := range c.Released {
		n, err := t.ent.Allocation.Update().
			Where(entallocation.TenantID(t.tenant), entallocation.ReservationID(release.ReservationID), entallocation.ReleasedAtIsNil()).
			SetReleasedAt(c.Now).SetSuperseded(release.Superseded).Save(ctx)
		if err == nil && n == 0 {
			err = booking.ErrMoved
		}
		if err != nil {
			return fmt.Errorf("reservation %s: %w", release.ReservationID, err)
		}
	}
	return nil
}

func (t *tx) applyAllocations(ctx context.Context, c *booking.Changes) error {
	if len(c.Allocated) == 0 {
		return nil
	}
	return t.ent.Allocation.MapCreateBulk(c.Allocated, func(create *db.AllocationCreate, i int) {
		a := c.Allocated[i]
		create.SetID(a.ID).SetTenantID(t.tenant).SetReservationID(a.ReservationID).SetSlotID(a.SlotID).SetUnits(a.Units).SetCreatedAt(c.Now)
		if a.Keeps != nil {
			create.SetOccupiesFrom(a.Keeps.From).SetOccupiesUntil(a.Keeps.Until)
		}
	}).Exec(ctx)
}

func (t *tx) applySlots(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.Slots {
		if err := t.applySlot(ctx, change); err != nil {
			return fmt.Errorf("%s: %w", change.After.ID, err)
		}
	}
	return nil
}

func (t *tx) applySlot(ctx context.Context, change booking.Change[inventory.Slot]) error {
	return changed(t.ent.Slot.Update().
		Where(entslot.TenantID(t.tenant), entslot.ID(change.After.ID), entslot.Version(change.Before.Version)).
		SetTaken(change.After.Taken).AddVersion(change.After.Version - change.Before.Version).Save(ctx))
}

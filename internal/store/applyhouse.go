package store

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/ent/db"
	entallowedcustomer "github.com/slotq/slotq/ent/db/allowedcustomer"
	entpolicyversion "github.com/slotq/slotq/ent/db/policyversion"
	entvenue "github.com/slotq/slotq/ent/db/venue"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/policy"
)

// applyHouse writes venues, areas, resources, pauses and switches: what others stand in before what stands in it.
func (t *tx) applyHouse(ctx context.Context, c *booking.Changes) error {
	for _, step := range []func(context.Context, *booking.Changes) error{
		t.applyFounded, t.applyVenues, t.applyAllowLists, t.applyAreasMade, t.applyAreas,
		t.applyResourced, t.applyResources, t.applyPaused, t.applyPauses, t.applyCapacitated,
	} {
		if err := step(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// applyFounded makes venues. A version of rules is born a draft and then comes into force, as every other.
func (t *tx) applyFounded(ctx context.Context, c *booking.Changes) error {
	for _, f := range c.House.Founded {
		v, p := f.Venue, f.Policy
		err := t.ent.Venue.Create().SetID(v.ID).SetTenantID(t.tenant).SetCode(v.Code).SetName(v.Name).SetTimeZone(v.TimeZone).
			SetLayoutDays(v.LayoutDays).SetCreatedAt(v.CreatedAt).Exec(ctx)
		if err != nil {
			return fmt.Errorf("new venue: %w", err)
		}
		err = t.ent.PolicyVersion.Create().SetID(p.ID).SetTenantID(t.tenant).SetVenueID(v.ID).SetNumber(p.Number).
			SetRules(string(p.Rules.MarshalCanonical())).SetDigest(p.Digest).SetDraftedBy(p.DraftedBy).SetCreatedAt(p.CreatedAt).Exec(ctx)
		if err != nil {
			return fmt.Errorf("its rules: %w", err)
		}
		err = changed(t.ent.PolicyVersion.Update().Where(entpolicyversion.TenantID(t.tenant), entpolicyversion.ID(p.ID)).
			SetStatus(policy.Active).SetNillableActivatedAt(p.ActivatedAt).Save(ctx))
		if err != nil {
			return fmt.Errorf("its rules in force: %w", err)
		}
	}
	return nil
}

func (t *tx) applyVenues(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.House.Venues {
		v := change.After
		update := t.ent.Venue.Update().Where(entvenue.TenantID(t.tenant), entvenue.ID(v.ID), entvenue.Version(change.Before.Version)).
			SetName(v.Name).SetTimeZone(v.TimeZone).SetLayoutDays(v.LayoutDays).SetOpeningNumber(v.OpeningNumber).
			SetNillableHolidayRegion(v.HolidayRegion).SetClosedOnHolidays(v.ClosedOnHolidays).
			SetOffersOn(v.Switches.Offers).SetNoticesOn(v.Switches.Notices).SetAllowListed(v.Switches.AllowListed)
		if v.HolidayRegion == nil {
			update.ClearHolidayRegion()
		}
		if err := changed(update.Save(ctx)); err != nil {
			return fmt.Errorf("venue %s: %w", v.ID, err)
		}
	}
	return nil
}

// applyAllowLists replaces whole lists.
func (t *tx) applyAllowLists(ctx context.Context, c *booking.Changes) error {
	for _, list := range c.House.AllowLists {
		if _, err := t.ent.AllowedCustomer.Delete().Where(entallowedcustomer.TenantID(t.tenant), entallowedcustomer.VenueID(list.VenueID)).Exec(ctx); err != nil {
			return fmt.Errorf("old allow list: %w", err)
		}
		err := t.ent.AllowedCustomer.MapCreateBulk(list.Customers, func(create *db.AllowedCustomerCreate, i int) {
			create.SetTenantID(t.tenant).SetVenueID(list.VenueID).SetCustomerID(list.Customers[i]).SetCreatedAt(c.Now)
		}).Exec(ctx)
		if err != nil {
			return fmt.Errorf("allow list: %w", err)
		}
	}
	return nil
}

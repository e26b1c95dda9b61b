package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/ent/db"
	entallocation "github.com/slotq/slotq/ent/db/allocation"
	entcustomer "github.com/slotq/slotq/ent/db/customer"
	entreservation "github.com/slotq/slotq/ent/db/reservation"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/customer"
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
	if err := t.applyRecords(ctx, c.Records); err != nil {
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
	if err := t.insertCustomers(ctx, c); err != nil {
		return err
	}
	for _, w := range c.Customers {
		if w.Insert {
			continue
		}
		emailKey, phoneKey := customer.EmailKey(w.Customer.Email), customer.PhoneKey(w.Customer.Phone)
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

func (t *tx) insertCustomers(ctx context.Context, c *booking.Changes) error {
	var creates []*db.CustomerCreate
	for _, w := range c.Customers {
		if w.Insert {
			creates = append(creates, t.ent.Customer.Create().SetID(w.Customer.ID).SetTenantID(t.tenant).SetName(w.Customer.Name).
				SetNillableEmail(w.Customer.Email).SetNillableEmailKey(customer.EmailKey(w.Customer.Email)).
				SetNillablePhone(w.Customer.Phone).SetNillablePhoneKey(customer.PhoneKey(w.Customer.Phone)).SetCreatedAt(c.Now).SetUpdatedAt(c.Now))
		}
	}
	if len(creates) == 0 {
		return nil
	}
	return t.ent.Customer.CreateBulk(creates...).Exec(ctx)
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
	return applyPatches(ctx, c.Reservations, func(r reservation.Reservation) (uuid.UUID, int) { return r.ID, r.Version }, patchReservation,
		func(ctx context.Context, at func(*entsql.Selector), sets []func(*db.ReservationUpdate)) (int, error) {
			update := t.ent.Reservation.Update().Where(entreservation.TenantID(t.tenant), at)
			for _, set := range sets {
				set(update)
			}
			return update.Save(ctx)
		})
}

func patchReservation(change booking.Change[reservation.Reservation]) *patch[*db.ReservationUpdate] {
	type update = *db.ReservationUpdate
	b, r, p := change.Before, change.After, &patch[update]{}
	p.set(r.Status != b.Status, "status", r.Status, func(u update) { u.SetStatus(r.Status) })
	p.set(r.PartySize != b.PartySize, "party", r.PartySize, func(u update) { u.SetPartySize(r.PartySize) })
	p.set(r.Tied != b.Tied, "tied", r.Tied, func(u update) { u.SetTied(r.Tied) })
	p.set(r.Extended != b.Extended, "extended", r.Extended, func(u update) { u.SetExtended(r.Extended) })
	p.set(!r.StartsAt.Equal(b.StartsAt), "starts", r.StartsAt.UnixNano(), func(u update) { u.SetStartsAt(r.StartsAt) })
	p.set(!r.EndsAt.Equal(b.EndsAt), "ends", r.EndsAt.UnixNano(), func(u update) { u.SetEndsAt(r.EndsAt) })
	p.set(true, "updated", r.UpdatedAt.UnixNano(), func(u update) { u.SetUpdatedAt(r.UpdatedAt) })
	p.moment(b.ExpiresAt, r.ExpiresAt, "expires", func(u update, t time.Time) { u.SetExpiresAt(t) }, func(u update) { u.ClearExpiresAt() })
	if r.RequestedAt != nil {
		p.moment(b.RequestedAt, r.RequestedAt, "requested", func(u update, t time.Time) { u.SetRequestedAt(t) }, nil)
	}
	if r.NoShowAt != nil {
		p.moment(b.NoShowAt, r.NoShowAt, "noShow", func(u update, t time.Time) { u.SetNoShowAt(t) }, nil)
	}
	noteMaybe(p, b.StatusReason, r.StatusReason, "reason", func(u update, s string) { u.SetStatusReason(s) }, nil)
	noteMaybe(p, b.IntentID, r.IntentID, "intent", func(u update, id uuid.UUID) { u.SetIntentID(id) }, func(u update) { u.ClearIntentID() })
	noteMaybe(p, b.UpstreamID, r.UpstreamID, "upstream", func(u update, id uuid.UUID) { u.SetUpstreamAttemptID(id) }, func(u update) { u.ClearUpstreamAttemptID() })
	noteMaybe(p, b.OverrideReason, r.OverrideReason, "override", func(u update, s string) { u.SetOverrideReason(s) }, nil)
	codes := strings.Join(r.OverrideCodes, " ")
	p.set(codes != strings.Join(b.OverrideCodes, " "), "codes", codes, func(u update) { u.SetOverrideCodes(codes) })
	return p
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

// countUnits changes the counters of slots: all of them, or somebody was first.
const countUnits = `
UPDATE slots s SET taken = w.taken, version = w.after
FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) AS w (id, before, after, taken)
WHERE s.tenant_id = $1 AND s.id = w.id AND s.version = w.before`

func (t *tx) applySlots(ctx context.Context, c *booking.Changes) error {
	if len(c.Slots) == 0 {
		return nil
	}
	ids := make([]uuid.UUID, len(c.Slots))
	before, after, taken := make([]int, len(c.Slots)), make([]int, len(c.Slots)), make([]int, len(c.Slots))
	for i, change := range c.Slots {
		ids[i], before[i], after[i], taken[i] = change.After.ID, change.Before.Version, change.After.Version, change.After.Taken
	}
	result, err := t.sql.ExecContext(ctx, countUnits, t.tenant, array(ids), pq.Array(before), pq.Array(after), pq.Array(taken))
	if err != nil {
		return err
	}
	return all(result, len(ids))
}

// all turns "some rows were not at those versions" into ErrMoved.
func all(result sql.Result, want int) error {
	n, err := result.RowsAffected()
	if err == nil && int(n) != want {
		return booking.ErrMoved
	}
	return err
}

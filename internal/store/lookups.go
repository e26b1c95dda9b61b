package store

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/ent/db"
	entallocation "github.com/slotq/slotq/ent/db/allocation"
	entoffer "github.com/slotq/slotq/ent/db/offer"
	entpolicyversion "github.com/slotq/slotq/ent/db/policyversion"
	entreservation "github.com/slotq/slotq/ent/db/reservation"
	entresource "github.com/slotq/slotq/ent/db/resource"
	entslot "github.com/slotq/slotq/ent/db/slot"
	entvenue "github.com/slotq/slotq/ent/db/venue"
	entwaitlistentry "github.com/slotq/slotq/ent/db/waitlistentry"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// maybe turns "not found" into nil and maps the row.
func maybe[Row any, T any](row *Row, err error, of func(*Row) T) (*T, error) {
	if db.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := of(row)
	return &found, nil
}

// Now reads the clock that decides.
func (t *tx) Now(ctx context.Context) (now time.Time, err error) {
	err = t.sql.QueryRowContext(ctx, `SELECT clock_timestamp()`).Scan(&now)
	return now.UTC(), err
}

// Venue finds a venue.
func (t *tx) Venue(ctx context.Context, id uuid.UUID) (*inventory.Venue, error) {
	row, err := t.ent.Venue.Query().Where(entvenue.TenantID(t.tenant), entvenue.ID(id)).Only(ctx)
	return maybe(row, err, venueOf)
}

// Resources lists a venue's resources.
func (t *tx) Resources(ctx context.Context, venue uuid.UUID) ([]inventory.Resource, error) {
	rows, err := t.ent.Resource.Query().Where(entresource.TenantID(t.tenant), entresource.VenueID(venue)).Order(byID).All(ctx)
	return each(rows, resourceOf), err
}

// ActivePolicy finds the rules that a venue decides by now.
func (t *tx) ActivePolicy(ctx context.Context, venue uuid.UUID) (*policy.Version, error) {
	row, err := t.ent.PolicyVersion.Query().
		Where(entpolicyversion.TenantID(t.tenant), entpolicyversion.VenueID(venue), entpolicyversion.StatusEQ(policy.Active)).Only(ctx)
	return maybePolicy(row, err)
}

// PolicyVersion finds the rules that something was made under.
func (t *tx) PolicyVersion(ctx context.Context, id uuid.UUID) (*policy.Version, error) {
	row, err := t.ent.PolicyVersion.Query().Where(entpolicyversion.TenantID(t.tenant), entpolicyversion.ID(id)).Only(ctx)
	return maybePolicy(row, err)
}

func maybePolicy(row *db.PolicyVersion, err error) (*policy.Version, error) {
	if db.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	version, err := policyOf(row)
	return &version, err
}

// Reservation finds a reservation.
func (t *tx) Reservation(ctx context.Context, id uuid.UUID) (*reservation.Reservation, error) {
	row, err := t.ent.Reservation.Query().Where(entreservation.TenantID(t.tenant), entreservation.ID(id)).Only(ctx)
	return maybe(row, err, reservationOf)
}

// Offer finds an offer.
func (t *tx) Offer(ctx context.Context, id uuid.UUID) (*waitlist.Offer, error) {
	row, err := t.ent.Offer.Query().Where(entoffer.TenantID(t.tenant), entoffer.ID(id)).Only(ctx)
	return maybe(row, err, offerOf)
}

// OfferOfHold finds the offer that a hold backs.
func (t *tx) OfferOfHold(ctx context.Context, hold uuid.UUID) (*waitlist.Offer, error) {
	row, err := t.ent.Offer.Query().Where(entoffer.TenantID(t.tenant), entoffer.ReservationID(hold)).Only(ctx)
	return maybe(row, err, offerOf)
}

// Entry finds a waitlist entry.
func (t *tx) Entry(ctx context.Context, id uuid.UUID) (*waitlist.Entry, error) {
	row, err := t.ent.WaitlistEntry.Query().Where(entwaitlistentry.TenantID(t.tenant), entwaitlistentry.ID(id)).Only(ctx)
	return maybe(row, err, entryOf)
}

// Allocations lists what a reservation has, by start, without what a move left behind.
func (t *tx) Allocations(ctx context.Context, id uuid.UUID) ([]inventory.Allocation, error) {
	rows, err := t.ent.Allocation.Query().
		Where(entallocation.TenantID(t.tenant), entallocation.ReservationID(id), entallocation.Superseded(false)).Order(byStart).All(ctx)
	return each(rows, allocationOf), err
}

// byStart sorts allocations by their slots.
func byStart(s *entsql.Selector) {
	slots := entsql.Table(entslot.Table)
	s.Join(slots).On(s.C(entallocation.FieldSlotID), slots.C(entslot.FieldID)).OrderBy(slots.C(entslot.FieldStartsAt), slots.C(entslot.FieldID))
}

// Whether anything of the tenant has lapsed is asked first: nearly always nothing has, and a slot that everybody wants has as many
// holds as it has units.
const lapsedHolds = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
SELECT clock.now, ARRAY(
  SELECT DISTINCT r.id::text FROM allocations a JOIN reservations r ON r.tenant_id = a.tenant_id AND r.id = a.reservation_id
  WHERE EXISTS (SELECT FROM reservations l WHERE l.tenant_id = $1 AND l.status = 'HELD' AND l.expires_at <= clock.now)
    AND a.tenant_id = $1 AND a.slot_id = ANY ($2::uuid[]) AND a.released_at IS NULL AND r.status = 'HELD' AND r.expires_at <= clock.now)
FROM clock`

// Lapsed reads the clock and, nearly always, that nothing has lapsed: one statement. The rows follow only if there are any.
func (t *tx) Lapsed(ctx context.Context, slots []uuid.UUID) (now time.Time, holds []booking.LapsedHold, err error) {
	var texts []string
	if err := t.sql.QueryRowContext(ctx, lapsedHolds, t.tenant, array(slots)).Scan(&now, pq.Array(&texts)); err != nil || len(texts) == 0 {
		return now.UTC(), nil, err
	}
	ids := make([]uuid.UUID, len(texts))
	for i, text := range texts {
		if ids[i], err = uuid.Parse(text); err != nil {
			return now, nil, err
		}
	}
	rows, err := t.ent.Reservation.Query().Where(entreservation.TenantID(t.tenant), entreservation.IDIn(ids...)).Order(byID).All(ctx)
	if err != nil {
		return now, nil, err
	}
	units, err := t.ent.Allocation.Query().
		Where(entallocation.TenantID(t.tenant), entallocation.ReservationIDIn(ids...), entallocation.ReleasedAtIsNil()).Order(byID).All(ctx)
	if err != nil {
		return now, nil, err
	}
	for _, row := range rows {
		hold := booking.LapsedHold{Reservation: reservationOf(row)}
		for _, a := range units {
			if a.ReservationID == row.ID {
				hold.Allocations = append(hold.Allocations, allocationOf(a))
			}
		}
		if hold.Reservation.Lapsed(now) {
			holds = append(holds, hold)
		}
	}
	return now.UTC(), holds, nil
}

const nextSelection = `
SELECT coalesce(max(generation), 0) + 1, (SELECT min(freed_at) FROM vacancies WHERE tenant_id = $1 AND slot_id = $2)
FROM selections WHERE tenant_id = $1 AND slot_id = $2`

// NextSelection numbers a slot's next selection, and tells since when the slot has been free.
func (t *tx) NextSelection(ctx context.Context, slot uuid.UUID) (generation int64, freed *time.Time, err error) {
	err = t.sql.QueryRowContext(ctx, nextSelection, t.tenant, slot).Scan(&generation, &freed)
	return generation, utc(freed), err
}

// OverlappingEntries finds what stands in the way of another entry of the customer.
func (t *tx) OverlappingEntries(ctx context.Context, customer, venue uuid.UUID, from, to time.Time) ([]waitlist.Entry, error) {
	rows, err := t.ent.WaitlistEntry.Query().Where(
		entwaitlistentry.TenantID(t.tenant), entwaitlistentry.CustomerID(customer), entwaitlistentry.VenueID(venue),
		entwaitlistentry.FromAtLT(to), entwaitlistentry.ToAtGT(from),
		func(s *entsql.Selector) { s.Where(entsql.ExprP(s.C("status") + " IN ('WAITING', 'OFFERED')")) }, // spelled out, as the index on those has it
	).Order(func(s *entsql.Selector) { s.OrderBy(s.C("joined_at"), s.C("id")) }).All(ctx)
	return each(rows, entryOf), err
}

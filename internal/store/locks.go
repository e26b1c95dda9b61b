package store

import (
	"context"
	"database/sql"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/ent/db"
	entcustomer "github.com/slotq/slotq/ent/db/customer"
	entoffer "github.com/slotq/slotq/ent/db/offer"
	entreservation "github.com/slotq/slotq/ent/db/reservation"
	entwaitlistentry "github.com/slotq/slotq/ent/db/waitlistentry"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// lockPlaces locks in the order of ids: the rows are sorted before they are locked. NO KEY, so that rows which only refer
// to a slot can be written meanwhile.
const lockPlaces = readPlaces + `
FOR NO KEY UPDATE OF s`

const readPlaces = `
SELECT ` + standingColumns + `,
       p.id, p.number, p.status, p.version, p.rules::text, p.digest, r.tied, s.awaited > 0, v.offers_on, v.notices_on, v.allow_listed, v.pauses_until
FROM slots s
JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
JOIN venues v ON v.tenant_id = s.tenant_id AND v.id = s.venue_id
JOIN policy_versions p ON p.tenant_id = s.tenant_id AND p.venue_id = s.venue_id AND p.status = 'ACTIVE'
WHERE s.tenant_id = $1 AND s.id = ANY ($2::uuid[])
ORDER BY s.id`

// LockPlaces locks slots by id and reads what decides about them.
func (t *tx) LockPlaces(ctx context.Context, slots []uuid.UUID) ([]booking.Place, error) {
	return t.places(ctx, lockPlaces, slots)
}

// Places reads the same without locking.
func (t *tx) Places(ctx context.Context, slots []uuid.UUID) ([]booking.Place, error) {
	return t.places(ctx, readPlaces, slots)
}

func (t *tx) places(ctx context.Context, query string, slots []uuid.UUID) ([]booking.Place, error) {
	if len(slots) == 0 {
		return nil, nil
	}
	rows, err := t.sql.QueryContext(ctx, query, t.tenant, array(slots))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var places []booking.Place
	for rows.Next() {
		place, err := t.scanPlace(rows)
		if err != nil {
			return nil, err
		}
		places = append(places, place)
	}
	return places, rows.Err()
}

func (t *tx) scanPlace(rows *sql.Rows) (booking.Place, error) {
	var p booking.Place
	var rules string
	var combines pq.StringArray
	v, w := &p.Policy, &p.Switches
	err := rows.Scan(append(scanPlace(&p.Slot, &p.Resource, &combines),
		&v.ID, &v.Number, &v.Status, &v.Version, &rules, &v.Digest, &p.Tied, &p.Awaited, &w.Offers, &w.Notices, &w.AllowListed, &p.PausesUntil)...)
	if err != nil {
		return p, err
	}
	placed(&p.Slot, &p.Resource, t.tenant, combines)
	v.TenantID, v.VenueID, p.PausesUntil = t.tenant, p.Slot.VenueID, utc(p.PausesUntil)
	if v.Rules, err = rulesOf(v.ID, rules); err != nil {
		return p, fmt.Errorf("policy version %s: %w", v.ID, err)
	}
	return p, nil
}

// byID sorts the rows before they are locked.
func byID(s *entsql.Selector) { s.OrderBy(s.C("id")) }

// noKey locks against writers, not against rows that refer.
func noKey(s *entsql.Selector) { s.For(entsql.LockStrength("NO KEY UPDATE")) }

// LockReservations locks reservations by id.
func (t *tx) LockReservations(ctx context.Context, ids []uuid.UUID) ([]reservation.Reservation, error) {
	rows, err := t.ent.Reservation.Query().Where(entreservation.TenantID(t.tenant), among(entreservation.FieldID, ids), noKey).Order(byID).All(ctx)
	return each(rows, reservationOf), err
}

// LockOffers locks offers by id.
func (t *tx) LockOffers(ctx context.Context, ids []uuid.UUID) ([]waitlist.Offer, error) {
	rows, err := t.ent.Offer.Query().Where(entoffer.TenantID(t.tenant), among(entoffer.FieldID, ids), noKey).Order(byID).All(ctx)
	return each(rows, offerOf), err
}

// LockEntries locks entries by id.
func (t *tx) LockEntries(ctx context.Context, ids []uuid.UUID) ([]waitlist.Entry, error) {
	rows, err := t.ent.WaitlistEntry.Query().Where(entwaitlistentry.TenantID(t.tenant), among(entwaitlistentry.FieldID, ids), noKey).Order(byID).All(ctx)
	return each(rows, entryOf), err
}

// LockCustomer locks a customer, so that what is counted for it stays counted.
func (t *tx) LockCustomer(ctx context.Context, id uuid.UUID) (*customer.Customer, error) {
	row, err := t.ent.Customer.Query().Where(entcustomer.TenantID(t.tenant), entcustomer.ID(id), noKey).Only(ctx)
	if db.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := customerOf(row)
	return &found, nil
}

// claimVacancy passes over notes that somebody else is working on and venues that don't promote now.
const claimVacancy = `
SELECT v.id, v.venue_id, v.slot_id, v.from_at, v.to_at, v.resource_id, v.cause, v.freed_at, v.created_at
FROM vacancies v
JOIN policy_versions p ON p.tenant_id = v.tenant_id AND p.venue_id = v.venue_id AND p.status = 'ACTIVE' AND (p.rules ->> 'autoPromote')::boolean
JOIN venues w ON w.tenant_id = v.tenant_id AND w.id = v.venue_id AND w.offers_on
WHERE v.tenant_id = $1 AND NOT v.id = ANY ($2::uuid[])
ORDER BY $3::boolean AND v.slot_id IS NULL, v.created_at, v.id
LIMIT 1
FOR UPDATE OF v SKIP LOCKED`

// ClaimVacancy locks the oldest note that is not passed by.
func (t *tx) ClaimVacancy(ctx context.Context, passed []uuid.UUID, singles bool) (*booking.Vacancy, error) {
	var v booking.Vacancy
	err := t.sql.QueryRowContext(ctx, claimVacancy, t.tenant, array(passed), singles).Scan(&v.ID, &v.VenueID, &v.SlotID, &v.From, &v.To, &v.ResourceID, &v.Cause, &v.FreedAt, &v.CreatedAt)
	if err == sql.ErrNoRows {
		return nil, nil
	}
	return &v, err
}

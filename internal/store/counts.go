package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entcustomer "github.com/slotq/slotq/ent/db/customer"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
)

// MatchCustomer finds a customer by e-mail, else by phone; the oldest where a phone is shared.
func (t *tx) MatchCustomer(ctx context.Context, emailKey, phoneKey *string) (*customer.Customer, error) {
	if emailKey != nil {
		row, err := t.ent.Customer.Query().Where(entcustomer.TenantID(t.tenant), entcustomer.EmailKey(*emailKey)).Only(ctx)
		if !db.IsNotFound(err) {
			return maybe(row, err, customerOf)
		}
	}
	if phoneKey != nil {
		row, err := t.ent.Customer.Query().Where(entcustomer.TenantID(t.tenant), entcustomer.PhoneKey(*phoneKey)).
			Order(entcustomer.ByCreatedAt(), byID).First(ctx)
		return maybe(row, err, customerOf)
	}
	return nil, nil
}

const activeReservations = `
SELECT (SELECT count(*) FROM intents WHERE tenant_id = $1 AND customer_id = $2 AND next_at IS NOT NULL AND reservation_id IS NULL) + count(*) FROM reservations
WHERE tenant_id = $1 AND customer_id = $2 AND (status IN ('CONFIRMED', 'CHECKED_IN') OR (status = 'HELD' AND (expires_at IS NULL OR expires_at > $3)))`

// ActiveReservations counts what a customer occupies, or will by a request under way.
func (t *tx) ActiveReservations(ctx context.Context, owner uuid.UUID, now time.Time) (count int, err error) {
	err = t.sql.QueryRowContext(ctx, activeReservations, t.tenant, owner, now).Scan(&count)
	return count, err
}

const overlappingReservation = `
SELECT EXISTS (
  SELECT FROM reservations r
  JOIN allocations a ON a.tenant_id = r.tenant_id AND a.reservation_id = r.id AND a.released_at IS NULL
  JOIN slots s ON s.tenant_id = a.tenant_id AND s.id = a.slot_id
  WHERE r.tenant_id = $1 AND r.customer_id = $2 AND r.venue_id = $3 AND ($4::uuid IS NULL OR s.resource_id = $4::uuid)
    AND s.starts_at < $6 AND s.ends_at > $5
    AND (r.status IN ('CONFIRMED', 'CHECKED_IN') OR (r.status = 'HELD' AND (r.expires_at IS NULL OR r.expires_at > $7))))`

// OverlappingReservation tells whether the customer has a place at that time.
func (t *tx) OverlappingReservation(ctx context.Context, owner, venue uuid.UUID, resource *uuid.UUID, from, to, now time.Time) (found bool, err error) {
	err = t.sql.QueryRowContext(ctx, overlappingReservation, t.tenant, owner, venue, resource, from, to, now).Scan(&found)
	return found, err
}

// timeKept says that somebody keeps time of what the resource r of slot s takes. The times of one resource never overlap, so of
// those that end behind the slot's start the first to end is the first to begin: one row a resource, however long the history.
const timeKept = `EXISTS (
    SELECT FROM unnest(coalesce(r.combines, ARRAY[r.id])) AS leaf
    CROSS JOIN LATERAL (
      SELECT o.resource_id, o.from_at FROM occupancies o
      WHERE o.tenant_id = s.tenant_id AND (o.resource_id, o.until_at) > (leaf, s.starts_at) ORDER BY o.resource_id, o.until_at LIMIT 1
    ) o WHERE o.resource_id = leaf AND o.from_at < s.ends_at)`

// promising leaves out what a look can't serve: slots without units or whose time is kept, entries that don't fit, had their
// chance or are barred. Whether somebody is served is decided under the slot's lock.
var promising = `
SELECT s.id, s.starts_at FROM slots s
JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id AND r.active AND NOT r.walk_in_only
JOIN venues v ON v.tenant_id = s.tenant_id AND v.id = s.venue_id
WHERE s.tenant_id = $1 AND s.venue_id = $2 AND s.starts_at >= $3 AND s.starts_at < $4 AND s.ends_at <= $4 AND s.starts_at > $6
  AND ($5::uuid IS NULL OR s.resource_id = $5::uuid) AND s.taken < s.capacity AND s.state = 'OPEN' AND NOT s.walk_in_only
  AND NOT (s.kind = 'EXCLUSIVE' AND ` + timeKept + `)
  AND ($7::timestamptz IS NULL OR (s.starts_at, s.id) > ($7::timestamptz, $8::uuid))
  AND EXISTS (
    SELECT FROM waitlist_entries e
    WHERE e.tenant_id = s.tenant_id AND e.venue_id = s.venue_id AND e.status = 'WAITING' AND e.to_at > $6
      AND e.from_at <= s.starts_at AND e.to_at >= s.ends_at AND (e.resource_id IS NULL OR e.resource_id = s.resource_id)
      AND e.party_size BETWEEN r.min_party AND r.max_party
      AND CASE r.kind WHEN 'POOLED' THEN e.party_size ELSE 1 END <= s.capacity - s.taken
      AND NOT EXISTS (SELECT FROM selections x WHERE x.tenant_id = e.tenant_id AND x.slot_id = s.id AND x.entry_id = e.id AND NOT x.override)
      AND NOT ` + readBarred(`$6`) + `
      AND NOT (v.allow_listed AND NOT EXISTS (SELECT FROM allowed_customers l WHERE l.tenant_id = e.tenant_id AND l.venue_id = e.venue_id AND l.customer_id = e.customer_id)))
ORDER BY s.starts_at, s.id
LIMIT $9`

// Promising lists slots of a range where somebody could be served.
func (t *tx) Promising(ctx context.Context, v booking.Vacancy, after *inventory.Slot, now time.Time, limit int) ([]inventory.Slot, error) {
	var at, id any
	if after != nil {
		at, id = after.StartsAt, after.ID
	}
	rows, err := t.sql.QueryContext(ctx, promising, t.tenant, v.VenueID, v.From, v.To, v.ResourceID, now, at, id, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var slots []inventory.Slot
	for rows.Next() {
		var s inventory.Slot
		if err := rows.Scan(&s.ID, &s.StartsAt); err != nil {
			return nil, err
		}
		slots = append(slots, s)
	}
	return slots, rows.Err()
}

// DueHolds lists holds that are over, oldest first.
func (t *tx) DueHolds(ctx context.Context, limit int) ([]uuid.UUID, error) {
	return t.ids(ctx, `SELECT id FROM reservations WHERE tenant_id = $1 AND status = 'HELD' AND expires_at <= clock_timestamp() ORDER BY expires_at, id LIMIT $2`, limit)
}

// DueEntries lists waiting entries whose range is over, oldest first.
func (t *tx) DueEntries(ctx context.Context, limit int) ([]uuid.UUID, error) {
	return t.ids(ctx, `SELECT id FROM waitlist_entries WHERE tenant_id = $1 AND status = 'WAITING' AND to_at <= clock_timestamp() ORDER BY to_at, id LIMIT $2`, limit)
}

func (t *tx) ids(ctx context.Context, query string, limit int) ([]uuid.UUID, error) {
	rows, err := t.sql.QueryContext(ctx, query, t.tenant, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return scanIDs(rows)
}

func scanIDs(rows *sql.Rows) ([]uuid.UUID, error) {
	var ids []uuid.UUID
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

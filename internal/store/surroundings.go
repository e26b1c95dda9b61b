package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

// surroundings reads what lies around slots, for commands and for readers alike.
type surroundings struct {
	sql    *sql.Tx
	tenant uuid.UUID
}

// A hold is lapsed by the moment that the caller decides at. Moments are compared one by one: under row-level security an
// index answers only operators that leak nothing, and that of ranges isn't known for it. The times of one resource never overlap, so
// in the order of their ends there come those that end within the stretch, and behind them one at most that begins in it: as many rows
// as there are, however full the past and the future. The first are asked for as ANY of one resource, which the wall's own index, that
// knows the resource alone, can't answer; a pair of resource and end would begin at the right row and read on to the resource's last.
// Nobody can say beforehand how many rows lie in a stretch, and PostgreSQL expects far too many; so reservations are looked up row by
// row, and not joined, and what lies in two stretches is told apart by who reads: DISTINCT laid out a table for those it expected,
// seven milliseconds for three rows in a full house.
const busyTime = `
	SELECT o.resource_id, o.reservation_id, o.slot_id, o.from_at, o.until_at,
		(SELECT r.status = 'HELD' AND r.expires_at <= $5 FROM reservations r WHERE r.tenant_id = $1 AND r.id = o.reservation_id)
	FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS w (leaf, from_at, until_at)
	CROSS JOIN LATERAL (
		SELECT o.* FROM occupancies o
		WHERE o.tenant_id = $1 AND o.resource_id = ANY (ARRAY[w.leaf]) AND o.until_at > w.from_at AND o.until_at <= w.until_at
		UNION ALL
		SELECT last.* FROM (
			SELECT o.* FROM occupancies o WHERE o.tenant_id = $1 AND (o.resource_id, o.until_at) > (w.leaf, w.until_at)
			ORDER BY o.resource_id, o.until_at LIMIT 1
		) last WHERE last.resource_id = w.leaf AND last.from_at < w.until_at
	) o`

// stretches are reaches as three arrays.
func stretches(reaches []availability.Reach) (leaves, from, until any) {
	ids := make([]uuid.UUID, len(reaches))
	begins, ends := make([]string, len(reaches)), make([]string, len(reaches))
	for i, r := range reaches {
		ids[i], begins[i], ends[i] = r.Resource, r.From.Format(time.RFC3339Nano), r.Until.Format(time.RFC3339Nano)
	}
	return array(ids), pq.Array(begins), pq.Array(ends)
}

// Busy lists the time that is kept of resources.
func (t surroundings) Busy(ctx context.Context, reaches []availability.Reach, now time.Time) ([]inventory.Busy, error) {
	leaves, from, until := stretches(reaches)
	rows, err := t.sql.QueryContext(ctx, busyTime, t.tenant, leaves, from, until, now)
	if err != nil {
		return nil, err
	}
	var all []inventory.Busy
	seen := map[inventory.Busy]bool{}
	err = readEach(rows, func(scan func(...any) error) error {
		var b inventory.Busy
		var lapsed sql.NullBool
		err := scan(&b.ResourceID, &b.ReservationID, &b.SlotID, &b.From, &b.Until, &lapsed)
		b.From, b.Until, b.Lapsed = b.From.UTC(), b.Until.UTC(), lapsed.Bool
		if !seen[b] {
			seen[b], all = true, append(all, b)
		}
		return err
	})
	return all, err
}

const closedAmong = `SELECT id FROM resources WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND NOT active`

// Closed lists resources that are closed.
func (t surroundings) Closed(ctx context.Context, resources []uuid.UUID) ([]uuid.UUID, error) {
	rows, err := t.sql.QueryContext(ctx, closedAmong, t.tenant, array(resources))
	if err != nil {
		return nil, err
	}
	var all []uuid.UUID
	err = readEach(rows, func(scan func(...any) error) error {
		var id uuid.UUID
		err := scan(&id)
		all = append(all, id)
		return err
	})
	return all, err
}

const pausesWithin = `
	SELECT id, venue_id, resource_id, from_at, until_at, reason, version FROM pauses
	WHERE tenant_id = $1 AND venue_id = ANY ($2::uuid[]) AND ended_at IS NULL AND from_at < $4 AND until_at > $3`

// Pauses lists the pauses of venues.
func (t surroundings) Pauses(ctx context.Context, venues []uuid.UUID, span policy.Span) ([]inventory.Pause, error) {
	rows, err := t.sql.QueryContext(ctx, pausesWithin, t.tenant, array(venues), span.From, span.Until)
	if err != nil {
		return nil, err
	}
	var all []inventory.Pause
	err = readEach(rows, func(scan func(...any) error) error {
		p := inventory.Pause{TenantID: t.tenant}
		err := scan(&p.ID, &p.VenueID, &p.ResourceID, &p.From, &p.Until, &p.Reason, &p.Version)
		p.From, p.Until = p.From.UTC(), p.Until.UTC()
		all = append(all, p)
		return err
	})
	return all, err
}

// A reservation arrives at its start. What is over has left; a lapsed hold never comes.
const arrivalsWithin = `
	SELECT venue_id, date_bin('15 minutes', starts_at, 'epoch'), count(*), sum(party_size) FROM reservations
	WHERE tenant_id = $1 AND venue_id = ANY ($2::uuid[]) AND starts_at >= $3 AND starts_at < $4
	  AND (status IN ('CONFIRMED', 'CHECKED_IN') OR (status = 'HELD' AND (expires_at IS NULL OR expires_at > $5)))
	GROUP BY 1, 2`

// Arrivals counts who arrives, by quarter of an hour.
func (t surroundings) Arrivals(ctx context.Context, venues []uuid.UUID, span policy.Span, now time.Time) (map[availability.Quarter]inventory.Arrivals, error) {
	rows, err := t.sql.QueryContext(ctx, arrivalsWithin, t.tenant, array(venues), span.From, span.Until, now)
	if err != nil {
		return nil, err
	}
	all := map[availability.Quarter]inventory.Arrivals{}
	err = readEach(rows, func(scan func(...any) error) error {
		var q availability.Quarter
		var a inventory.Arrivals
		err := scan(&q.Venue, &q.From, &a.Parties, &a.Covers)
		q.From = q.From.UTC()
		all[q] = a
		return err
	})
	return all, err
}

var slotsAround = `
	SELECT DISTINCT ON (s.id) ` + standingColumns + `, lapsed.units, ` + placeAwaited + `
	FROM unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[]) AS w (leaf, from_at, until_at)
	JOIN resources r ON r.tenant_id = $1 AND r.venue_id = ANY ($2::uuid[]) AND (r.id = w.leaf OR w.leaf = ANY (r.combines))
	JOIN slots s ON s.tenant_id = $1 AND s.resource_id = r.id AND s.starts_at < w.until_at AND s.ends_at > w.from_at
	CROSS JOIN LATERAL (` + lapsedUnits(`$7`) + `) lapsed
	WHERE s.kind = 'EXCLUSIVE' AND s.state = 'OPEN' AND s.starts_at > $7 AND NOT s.id = ANY ($6::uuid[])
	ORDER BY s.id`

// Around finds the slots that take the time of resources too.
func (t surroundings) Around(ctx context.Context, venues []uuid.UUID, reaches []availability.Reach, besides []uuid.UUID, now time.Time) ([]inventory.Standing, error) {
	leaves, from, until := stretches(reaches)
	rows, err := t.sql.QueryContext(ctx, slotsAround, t.tenant, array(venues), leaves, from, until, array(besides), now)
	if err != nil {
		return nil, err
	}
	return scanStandings(rows, t.tenant)
}

var slotsByID = `
	SELECT ` + standingColumns + `, lapsed.units, ` + placeAwaited + `
	FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
	CROSS JOIN LATERAL (` + lapsedUnits(`$3`) + `) lapsed
	WHERE s.tenant_id = $1 AND s.id = ANY ($2::uuid[])`

// ByID reads slots.
func (t surroundings) ByID(ctx context.Context, slots []uuid.UUID, now time.Time) ([]inventory.Standing, error) {
	rows, err := t.sql.QueryContext(ctx, slotsByID, t.tenant, array(slots), now)
	if err != nil {
		return nil, err
	}
	return scanStandings(rows, t.tenant)
}

// Queue reads the fronts of queues.
func (t surroundings) Queue(ctx context.Context, slots []uuid.UUID, now time.Time, limit int) (map[uuid.UUID][]waitlist.Candidate, error) {
	return Queue(ctx, t.sql, t.tenant, slots, now, limit)
}

const adjustmentsOf = `
	SELECT id, venue_id, customer_id, kind, amount, expires_at FROM adjustments
	WHERE tenant_id = $1 AND venue_id = ANY ($2::uuid[]) AND customer_id = ANY ($3::uuid[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $4)`

// AdjustmentsOf lists what is in force for customers.
func (t surroundings) AdjustmentsOf(ctx context.Context, venues, customers []uuid.UUID, now time.Time) ([]waitlist.Adjustment, error) {
	rows, err := t.sql.QueryContext(ctx, adjustmentsOf, t.tenant, array(venues), array(customers), now)
	if err != nil {
		return nil, err
	}
	var all []waitlist.Adjustment
	err = readEach(rows, func(scan func(...any) error) error {
		a := waitlist.Adjustment{TenantID: t.tenant}
		err := scan(&a.ID, &a.VenueID, &a.CustomerID, &a.Kind, &a.Amount, &a.ExpiresAt)
		all = append(all, a)
		return err
	})
	return all, err
}

const allowedOf = `
	SELECT venue_id, customer_id FROM allowed_customers WHERE tenant_id = $1 AND venue_id = ANY ($2::uuid[]) AND customer_id = ANY ($3::uuid[])`

// Allowed lists who is on the allow lists.
func (t surroundings) Allowed(ctx context.Context, venues, customers []uuid.UUID) (map[availability.Member]bool, error) {
	rows, err := t.sql.QueryContext(ctx, allowedOf, t.tenant, array(venues), array(customers))
	if err != nil {
		return nil, err
	}
	all := map[availability.Member]bool{}
	err = readEach(rows, func(scan func(...any) error) error {
		var m availability.Member
		err := scan(&m.Venue, &m.Customer)
		all[m] = true
		return err
	})
	return all, err
}

// timeLocks are taken in one order, whoever asks for them.
const timeLocks = `
	SELECT pg_advisory_xact_lock(hashtextextended('time ' || leaf, 0))
	FROM (SELECT leaf FROM unnest($1::uuid[]) AS leaf ORDER BY leaf) AS inorder`

// LockTime lets one command at a time decide about the time of resources.
func (t surroundings) LockTime(ctx context.Context, resources []uuid.UUID) error {
	_, err := t.sql.ExecContext(ctx, timeLocks, array(resources))
	return err
}

// arrivalLock names a quarter of an hour of a venue.
const arrivalLock = `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`

// LockArrivals lets one command at a time count who arrives in each quarter, in their order.
func (t surroundings) LockArrivals(ctx context.Context, venue uuid.UUID, quarters []time.Time) error {
	for _, from := range quarters {
		if _, err := t.sql.ExecContext(ctx, arrivalLock, fmt.Sprintf("arrivals %s %d", venue, from.Unix())); err != nil {
			return err
		}
	}
	return nil
}

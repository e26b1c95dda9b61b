package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/slotq/slotq/ent/db"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/reading"
)

// readFeeds: the feed of a resource has no customer, and so is not in anybody's own.
var readFeeds = readTable{venue: "venue_id", owner: "customer_id", sort: "created_at"}

// CalendarFeeds lists feeds by age.
func (t *readTx) CalendarFeeds(ctx context.Context, w reading.Want) ([]reading.CalendarFeed, error) {
	rows, err := t.ent.CalendarFeed.Query().Where(readFeeds.wanted(t.tenant, w)).Order(readFeeds.ordered).Limit(w.Limit).All(ctx)
	return each(rows, func(f *db.CalendarFeed) reading.CalendarFeed {
		return reading.CalendarFeed{
			ID: f.ID, TenantID: f.TenantID, VenueID: f.VenueID, ResourceID: f.ResourceID, CustomerID: f.CustomerID,
			Privacy: ical.Privacy(f.Privacy), LastUsedAt: utc(f.LastUsedAt), RevokedAt: utc(f.RevokedAt), Version: f.Version, CreatedAt: f.CreatedAt.UTC(),
		}
	}), err
}

// readOpenFeed finds by the digest alone, so that finding nothing takes as long whatever the reason.
const readOpenFeed = `
	SELECT f.id, f.venue_id, f.resource_id, f.customer_id, f.privacy, f.last_used_at, f.version, f.created_at, v.name, v.time_zone, m.name, clock_timestamp()
	FROM calendar_feeds f
	JOIN venues v ON v.tenant_id = f.tenant_id AND v.id = f.venue_id
	LEFT JOIN resources m ON m.tenant_id = f.tenant_id AND m.id = f.resource_id
	WHERE f.tenant_id = $1 AND f.secret_digest = $2 AND f.revoked_at IS NULL`

// OpenFeed finds the feed with an address.
func (t *readTx) OpenFeed(ctx context.Context, digest ical.AddressDigest) (*reading.OpenFeed, error) {
	f := reading.OpenFeed{CalendarFeed: reading.CalendarFeed{TenantID: t.tenant}}
	err := t.sql.QueryRowContext(ctx, readOpenFeed, t.tenant, digest[:]).Scan(&f.ID, &f.VenueID, &f.ResourceID, &f.CustomerID, &f.Privacy,
		&f.LastUsedAt, &f.Version, &f.CreatedAt, &f.Venue, &f.TimeZone, &f.Resource, &f.Now)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	f.LastUsedAt, f.CreatedAt, f.Now = utc(f.LastUsedAt), f.CreatedAt.UTC(), f.Now.UTC()
	return &f, err
}

// readCalendar goes by the venue's or the customer's reservations of the time, which an index gives. A resource that is
// joined with others is taken by bookings of the whole, too. Slots that a move left behind tell of a resource's calendar only
// that the reservation has left it.
const readCalendar = `
	SELECT id, status, requested, has_left, version, party_size, customer, coalesce(places, old_places), coalesce(starts_at, old_starts_at), coalesce(ends_at, old_ends_at), updated_at
	FROM (
		SELECT r.id, r.status, r.requested_at IS NOT NULL AS requested, bool_and(a.superseded) AS has_left, r.version, r.party_size, c.name AS customer, r.updated_at,
		       string_agg(DISTINCT m.name, ', ' ORDER BY m.name) FILTER (WHERE NOT a.superseded) AS places, string_agg(DISTINCT m.name, ', ' ORDER BY m.name) AS old_places,
		       min(s.starts_at) FILTER (WHERE NOT a.superseded) AS starts_at, min(s.starts_at) AS old_starts_at,
		       max(s.ends_at) FILTER (WHERE NOT a.superseded) AS ends_at, max(s.ends_at) AS old_ends_at
		FROM reservations r
		JOIN customers c ON c.tenant_id = r.tenant_id AND c.id = r.customer_id
		JOIN allocations a ON a.tenant_id = r.tenant_id AND a.reservation_id = r.id
		JOIN slots s ON s.tenant_id = a.tenant_id AND s.id = a.slot_id
		JOIN resources m ON m.tenant_id = s.tenant_id AND m.id = s.resource_id
		WHERE r.tenant_id = $1 AND r.venue_id = $2 AND r.starts_at >= $5
		  AND ($3::uuid IS NULL OR r.customer_id = $3::uuid) AND ($4::uuid IS NULL OR m.id = $4::uuid OR $4::uuid = ANY (m.combines))
		  AND r.status <> 'EXPIRED' AND (r.status <> 'HELD' OR r.expires_at IS NULL OR r.expires_at > $6)
		GROUP BY r.id, c.id
	) AS shown
	WHERE NOT (has_left OR status IN ('CANCELLED', 'NO_SHOW')) OR updated_at >= $5
	ORDER BY has_left OR status IN ('CANCELLED', 'NO_SHOW'), coalesce(ends_at, old_ends_at) <= $6,
	         abs(extract(epoch FROM coalesce(starts_at, old_starts_at) - $6::timestamptz)), id
	LIMIT $7`

// CalendarBookings finds the reservations that a feed shows.
func (t *readTx) CalendarBookings(ctx context.Context, feed reading.CalendarFeed, since, now time.Time, most int) ([]reading.CalendarBooking, error) {
	rows, err := t.sql.QueryContext(ctx, readCalendar, t.tenant, feed.VenueID, feed.CustomerID, feed.ResourceID, since, now, most)
	if err != nil {
		return nil, err
	}
	var bookings []reading.CalendarBooking
	err = readEach(rows, func(scan func(...any) error) error {
		var b reading.CalendarBooking
		err := scan(&b.ID, &b.Status, &b.Requested, &b.HasLeft, &b.Version, &b.PartySize, &b.Customer, &b.Resources, &b.StartsAt, &b.EndsAt, &b.UpdatedAt)
		b.StartsAt, b.EndsAt, b.UpdatedAt = b.StartsAt.UTC(), b.EndsAt.UTC(), b.UpdatedAt.UTC()
		bookings = append(bookings, b)
		return err
	})
	return bookings, err
}

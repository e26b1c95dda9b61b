package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reading"
)

// readStandings are slots with their resource, what their venue sends out, and the units of lapsed holds that nobody has
// released yet: what the evaluator needs besides rules, surroundings and queue.
var readStandings = `
	SELECT ` + standingColumns + `, lapsed.units, ` + placeAwaited + `, v.offers_on, v.notices_on, v.allow_listed, v.pauses_until
	FROM slots s
	JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
	JOIN venues v ON v.tenant_id = s.tenant_id AND v.id = s.venue_id
	CROSS JOIN LATERAL (` + lapsedUnits(`$2`) + `) lapsed
	WHERE s.tenant_id = $1`

// The conditions on party, units and waitlist repeat what is cheap of the evaluator; it is asked all the same. The one free
// unit of an exclusive resource is owed to somebody as soon as anybody waits for it who was not offered it before and whom
// nothing bars.
var readVenueSlots = readStandings + `
	  AND s.venue_id = $3 AND s.starts_at >= $4 AND s.starts_at < $5 AND s.state <> 'RETIRED'
	  AND ($6::timestamptz IS NULL OR (s.starts_at, s.id) > ($6::timestamptz, $7::uuid))
	  AND ($8::bigint IS NULL OR (s.state = 'OPEN' AND r.active AND NOT s.walk_in_only AND NOT r.walk_in_only AND $8::bigint BETWEEN r.min_party AND r.max_party
	       AND s.capacity - s.taken + lapsed.units >= CASE r.kind WHEN 'POOLED' THEN $8::bigint ELSE 1 END))
	  AND NOT ($9 AND r.kind = 'EXCLUSIVE' AND EXISTS (
	       SELECT FROM waitlist_entries e WHERE ` + readWaits(`r`, `$2`) + ` AND ` + readWants + ` AND NOT ` + readOffered + ` AND NOT ` + readBarred(`$2`) + `))
	ORDER BY s.starts_at, s.id
	LIMIT $10`

var readSlotsByID = readStandings + `
	  AND s.id = ANY ($3::uuid[]) AND ($4::uuid[] IS NULL OR s.venue_id = ANY ($4::uuid[]))
	ORDER BY s.starts_at, s.id`

// SlotsOfVenue lists slots of a venue by start.
func (t *readTx) SlotsOfVenue(ctx context.Context, venue uuid.UUID, in reading.SlotRange, now time.Time) ([]inventory.Standing, error) {
	var at, id any
	if in.After != nil {
		at, id = in.After.Time(), in.After.ID
	}
	rows, err := t.sql.QueryContext(ctx, readVenueSlots, t.tenant, now, venue, in.From, in.Until, at, id, in.Fits, in.NotOwed, in.Limit)
	if err != nil {
		return nil, err
	}
	return t.standings(rows)
}

// Slots finds slots by id.
func (t *readTx) Slots(ctx context.Context, w reading.Want, now time.Time) ([]inventory.Standing, error) {
	rows, err := t.sql.QueryContext(ctx, readSlotsByID, t.tenant, now, readIDs(w.IDs), readIDs(w.Venues))
	if err != nil {
		return nil, err
	}
	return t.standings(rows)
}

func (t *readTx) standings(rows *sql.Rows) ([]inventory.Standing, error) {
	return scanStandings(rows, t.tenant, func(s *inventory.Standing) []any {
		return []any{&s.Switches.Offers, &s.Switches.Notices, &s.Switches.AllowListed, &s.PausesUntil}
	})
}

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/lib/pq"

	"github.com/slotq/slotq/ent/db"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/ref"
)

// applyOpening writes opening rules.
func (t *tx) applyOpening(ctx context.Context, c *booking.Changes) error {
	for _, set := range c.Opening.Sets {
		if err := t.replaceOpening(ctx, set); err != nil {
			return err
		}
	}
	if len(c.Opening.Revisions) == 0 {
		return nil
	}
	rules := make([]string, len(c.Opening.Revisions))
	for i, revision := range c.Opening.Revisions {
		raw, err := json.Marshal(revision.Rules)
		if err != nil {
			return err
		}
		rules[i] = string(raw)
	}
	return t.ent.OpeningRevision.MapCreateBulk(c.Opening.Revisions, func(create *db.OpeningRevisionCreate, i int) {
		r := c.Opening.Revisions[i]
		create.SetID(ref.NewID()).SetTenantID(t.tenant).SetVenueID(r.VenueID).SetNumber(r.Number).SetRules(rules[i]).SetMadeBy(r.MadeBy).SetCreatedAt(c.Now)
	}).Exec(ctx)
}

// Rules are told apart by their resource, which the venue's own have none of.
const ofScopes = ` WHERE tenant_id = $1 AND venue_id = $2 AND (resource_id = ANY ($3::uuid[]) OR $4 AND resource_id IS NULL)`

const (
	forgetWeekly         = `DELETE FROM opening_windows` + ofScopes + ` AND exception_date IS NULL`
	forgetDatedWindows   = `DELETE FROM opening_windows` + ofScopes + ` AND exception_date IS NOT NULL`
	forgetExceptions     = `DELETE FROM opening_exceptions` + ofScopes
	insertOpeningWindows = `
INSERT INTO opening_windows (id, tenant_id, venue_id, resource_id, exception_date, weekdays, opens_minute, closes_minute, slot_minutes, every_minutes, walk_in_only)
SELECT gen_random_uuid(), $1, $2, scope.id, w.date, w.weekdays, w.opens, w.closes, w.length, w.every, w.walk_in_only
FROM unnest($3::uuid[]) AS scope (id)
CROSS JOIN unnest($4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::boolean[]) AS w (date, weekdays, opens, closes, length, every, walk_in_only)`
	insertOpeningExceptions = `
INSERT INTO opening_exceptions (id, tenant_id, venue_id, resource_id, date, closed)
SELECT gen_random_uuid(), $1, $2, scope.id, e.date, e.closed
FROM unnest($3::uuid[]) AS scope (id) CROSS JOIN unnest($4::text[], $5::boolean[]) AS e (date, closed)`
)

func (t *tx) replaceOpening(ctx context.Context, set booking.OpeningSet) error {
	forget := []string{forgetWeekly}
	if !set.Keep {
		forget = append(forget, forgetDatedWindows, forgetExceptions)
	}
	for _, query := range forget {
		if _, err := t.sql.ExecContext(ctx, query, t.tenant, set.VenueID, array(set.Resources), set.Resources == nil); err != nil {
			return err
		}
	}
	scopes := make([]sql.NullString, len(set.Scopes()))
	for i, id := range set.Resources {
		scopes[i] = sql.NullString{String: id.String(), Valid: true}
	}
	rows := &windowRows{}
	for _, w := range set.Windows {
		rows.add(nil, w)
	}
	var dates []string
	var closed []bool
	for _, e := range set.Exceptions {
		date := e.Date.String()
		dates, closed = append(dates, date), append(closed, e.Closed)
		for _, w := range e.Windows {
			rows.add(&date, w)
		}
	}
	if _, err := t.sql.ExecContext(ctx, insertOpeningWindows, t.tenant, set.VenueID, pq.Array(scopes), pq.Array(rows.dates), pq.Array(rows.weekdays), pq.Array(rows.opens),
		pq.Array(rows.closes), pq.Array(rows.lengths), pq.Array(rows.every), pq.Array(rows.walkIns)); err != nil {
		return err
	}
	_, err := t.sql.ExecContext(ctx, insertOpeningExceptions, t.tenant, set.VenueID, pq.Array(scopes), pq.Array(dates), pq.Array(closed))
	return err
}

// windowRows are windows by column.
type windowRows struct {
	dates                            []sql.NullString
	weekdays, opens, closes, lengths []int64
	every                            []sql.NullInt64
	walkIns                          []bool
}

func (r *windowRows) add(date *string, w calendar.Window) {
	d := sql.NullString{}
	if date != nil {
		d = sql.NullString{String: *date, Valid: true}
	}
	weekdays := int64(0)
	for _, day := range w.Weekdays {
		weekdays |= 1 << (day - 1)
	}
	r.dates, r.weekdays = append(r.dates, d), append(r.weekdays, weekdays)
	r.opens, r.closes = append(r.opens, minuteOf(w.Opens)), append(r.closes, minuteOf(w.Closes))
	r.lengths = append(r.lengths, int64(w.SlotLength/time.Minute))
	r.every = append(r.every, sql.NullInt64{Int64: int64(w.Every / time.Minute), Valid: w.Every != 0})
	r.walkIns = append(r.walkIns, w.WalkInOnly)
}

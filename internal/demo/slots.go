package demo

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
)

// place is a slot of the demo with its resource.
type place struct {
	id               uuid.UUID
	resource         string
	min, max         int
	startsAt, endsAt time.Time
	free             bool
}

// places are slots of one civil date, in order of time.
type places []place

// horizon is how far a venue's slots reach, by the database's clock.
type horizon struct {
	zone  *time.Location
	today calendar.Date
	now   time.Time
	days  int
}

func (s *Seeder) horizon(ctx context.Context, t tenant) (h horizon, err error) {
	if h.zone, err = calendar.ValidateZone(t.venue.zone); err != nil {
		return h, err
	}
	err = s.DB.ReadTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT layout_days, clock_timestamp() FROM venues WHERE tenant_id = $1 AND id = $2`, t.tenantID(), t.venueID()).Scan(&h.days, &h.now)
	})
	h.today = calendar.DateOf(h.zone, h.now)
	return h, err
}

// day lists a venue's slots of one civil date.
func (s *Seeder) day(ctx context.Context, t tenant, date calendar.Date) (all places, err error) {
	zone, err := calendar.ValidateZone(t.venue.zone)
	if err != nil {
		return nil, err
	}
	from, to := calendar.DayBounds(zone, date)
	err = s.DB.ReadTenant(ctx, t.tenantID(), func(ctx context.Context, tx *sql.Tx) error {
		all = nil
		rows, err := tx.QueryContext(ctx, `
SELECT s.id, r.name, r.min_party, r.max_party, s.starts_at, s.ends_at, s.taken < s.capacity
FROM slots s JOIN resources r ON r.tenant_id = s.tenant_id AND r.id = s.resource_id
WHERE s.tenant_id = $1 AND s.venue_id = $2 AND s.starts_at >= $3 AND s.starts_at < $4 AND r.combines IS NULL ORDER BY s.starts_at, r.created_at, r.name`, t.tenantID(), t.venueID(), from, to)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var p place
			if err := rows.Scan(&p.id, &p.resource, &p.min, &p.max, &p.startsAt, &p.endsAt, &p.free); err != nil {
				return err
			}
			all = append(all, p)
		}
		return rows.Err()
	})
	return all, err
}

// sitting are the places that start at the evening's hour.
func (all places) sitting(zone *time.Location) (evening places) {
	for _, p := range all {
		if p.startsAt.In(zone).Hour() == storyHour {
			evening = append(evening, p)
		}
	}
	return evening
}

// tableForTwo is a free place of the evening's sitting that suits two: the story's usual table, else another; nil when there
// is none.
func (all places) tableForTwo(zone *time.Location) (found *place) {
	for _, p := range all.sitting(zone) {
		if !p.free || p.min > storyParty || p.max < storyParty {
			continue
		}
		if found == nil || p.resource == storyTable {
			found = &p
		}
	}
	return found
}

func (all places) without(one place) (rest places) {
	for _, p := range all {
		if p.id != one.id {
			rest = append(rest, p)
		}
	}
	return rest
}

// span is the time from the first start to the last end, one more place included.
func (all places) span(one place) (s span) {
	s = span{one.startsAt, one.endsAt}
	for _, p := range all {
		if p.startsAt.Before(s.from) {
			s.from = p.startsAt
		}
		if p.endsAt.After(s.to) {
			s.to = p.endsAt
		}
	}
	return s
}

// span is a stretch of time, half-open.
type span struct{ from, to time.Time }

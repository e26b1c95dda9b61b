package layout

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
)

// rules are a venue's opening rules, ready to be expanded.
type rules struct {
	zone      *time.Location
	today     calendar.Date
	days      int
	resources []resource
}

// resource is a resource with the rules that apply to it: its own windows if it has any, else the venue's.
type resource struct {
	id         uuid.UUID
	capacity   int
	windows    []calendar.Window
	exceptions []calendar.Exception
}

func readRules(ctx context.Context, tx *sql.Tx, tenant, venue uuid.UUID) (*rules, error) {
	r := &rules{}
	var zone string
	var now time.Time
	err := tx.QueryRowContext(ctx, `SELECT time_zone, layout_days, clock_timestamp() FROM venues WHERE tenant_id = $1 AND id = $2`, tenant, venue).Scan(&zone, &r.days, &now)
	if err != nil {
		return nil, err
	}
	if r.zone, err = calendar.ValidateZone(zone); err != nil {
		return nil, err
	}
	r.today = calendar.DateOf(r.zone, now)
	stored, err := readStored(ctx, tx, tenant, venue)
	if err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT id, capacity FROM resources WHERE tenant_id = $1 AND venue_id = $2 AND active ORDER BY id`, tenant, venue)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one resource
		if err := rows.Scan(&one.id, &one.capacity); err != nil {
			return nil, err
		}
		one.windows, one.exceptions = stored.forResource(one.id)
		r.resources = append(r.resources, one)
	}
	return r, rows.Err()
}

// stored are the rows of a venue's rules. A nil resource speaks of the whole venue.
type stored struct {
	windows    []storedWindow
	exceptions []storedException
}

type storedWindow struct {
	resource  *uuid.UUID
	exception *string
	window    calendar.Window
}

type storedException struct {
	resource *uuid.UUID
	date     string
	closed   bool
}

func readStored(ctx context.Context, tx *sql.Tx, tenant, venue uuid.UUID) (*stored, error) {
	s := &stored{}
	rows, err := tx.QueryContext(ctx, `SELECT resource_id, exception_date, weekdays, opens_minute, closes_minute, slot_minutes FROM opening_windows WHERE tenant_id = $1 AND venue_id = $2 ORDER BY id`, tenant, venue)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var w storedWindow
		var weekdays, opens, closes, length int
		if err := rows.Scan(&w.resource, &w.exception, &weekdays, &opens, &closes, &length); err != nil {
			return nil, err
		}
		w.window.SlotLength = time.Duration(length) * time.Minute
		for day := 1; day <= 7; day++ {
			if weekdays&(1<<(day-1)) != 0 {
				w.window.Weekdays = append(w.window.Weekdays, day)
			}
		}
		if w.window.Opens, err = clock(opens); err != nil {
			return nil, err
		}
		if w.window.Closes, err = clock(closes); err != nil {
			return nil, err
		}
		s.windows = append(s.windows, w)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return s, s.readExceptions(ctx, tx, tenant, venue)
}

func (s *stored) readExceptions(ctx context.Context, tx *sql.Tx, tenant, venue uuid.UUID) error {
	rows, err := tx.QueryContext(ctx, `SELECT resource_id, date, closed FROM opening_exceptions WHERE tenant_id = $1 AND venue_id = $2 ORDER BY date, id`, tenant, venue)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var e storedException
		if err := rows.Scan(&e.resource, &e.date, &e.closed); err != nil {
			return err
		}
		s.exceptions = append(s.exceptions, e)
	}
	return rows.Err()
}

func clock(minute int) (calendar.ClockTime, error) {
	return calendar.ParseClockTime(fmt.Sprintf("%02d:%02d", minute/60, minute%60))
}

// forResource picks what applies to a resource.
func (s *stored) forResource(id uuid.UUID) (windows []calendar.Window, exceptions []calendar.Exception) {
	weekly := func(w storedWindow) bool { return w.exception == nil }
	windows = pick(s.windows, weekly, id)
	seen := map[string]bool{}
	for _, e := range s.exceptions {
		date, err := calendar.ParseDate(e.date)
		if err != nil || seen[e.date] || (e.resource != nil && *e.resource != id) {
			continue
		}
		seen[e.date] = true
		exception := calendar.Exception{Date: date, Closed: e.closed}
		if !e.closed {
			exception.Windows = pick(s.windows, func(w storedWindow) bool { return w.exception != nil && *w.exception == e.date }, id)
		}
		exceptions = append(exceptions, exception)
	}
	return windows, exceptions
}

// pick takes a resource's own windows of a sort, or the venue's when it has none.
func pick(all []storedWindow, sort func(storedWindow) bool, id uuid.UUID) []calendar.Window {
	var own, venue []calendar.Window
	for _, w := range all {
		switch {
		case !sort(w):
		case w.resource == nil:
			venue = append(venue, w.window)
		case *w.resource == id:
			own = append(own, w.window)
		}
	}
	if len(own) > 0 {
		return own
	}
	return venue
}

package layout

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
)

// stored are the rows of a venue's rules. Those without a resource speak of the whole venue, and give way to a resource's
// own: its weekly windows to the venue's weekly windows, its exception to the venue's exception for that date.
type stored struct {
	windows    []storedWindow
	exceptions []storedException
}

type storedWindow struct {
	resource  *uuid.UUID
	exception *calendar.Date // nil: a weekly rule
	window    calendar.Window
}

type storedException struct {
	resource *uuid.UUID
	date     calendar.Date
	closed   bool
}

func readStored(ctx context.Context, tx *sql.Tx, tenant, venue uuid.UUID) (s *stored, err error) {
	s = &stored{}
	if s.windows, err = readWindows(ctx, tx, tenant, venue); err != nil {
		return nil, fmt.Errorf("opening windows: %w", err)
	}
	if s.exceptions, err = readExceptions(ctx, tx, tenant, venue); err != nil {
		return nil, fmt.Errorf("opening exceptions: %w", err)
	}
	return s, nil
}

func readWindows(ctx context.Context, tx *sql.Tx, tenant, venue uuid.UUID) ([]storedWindow, error) {
	rows, err := tx.QueryContext(ctx, `SELECT resource_id, exception_date, weekdays, opens_minute, closes_minute, slot_minutes FROM opening_windows WHERE tenant_id = $1 AND venue_id = $2 ORDER BY id`, tenant, venue)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []storedWindow
	for rows.Next() {
		var w storedWindow
		var exception *string
		var weekdays, opens, closes, length int
		if err := rows.Scan(&w.resource, &exception, &weekdays, &opens, &closes, &length); err != nil {
			return nil, err
		}
		if exception != nil {
			date, err := calendar.ParseDate(*exception)
			if err != nil {
				return nil, err
			}
			w.exception = &date
		}
		if w.window, err = windowOf(weekdays, opens, closes, length); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, rows.Err()
}

// windowOf reads a window as the table keeps it: weekdays as bits from Monday on, times as minutes after midnight.
func windowOf(weekdays, opens, closes, length int) (w calendar.Window, err error) {
	w.SlotLength = time.Duration(length) * time.Minute
	for day := 1; day <= 7; day++ {
		if weekdays&(1<<(day-1)) != 0 {
			w.Weekdays = append(w.Weekdays, day)
		}
	}
	if w.Opens, err = clockTime(opens); err != nil {
		return w, err
	}
	w.Closes, err = clockTime(closes)
	return w, err
}

func clockTime(minute int) (calendar.ClockTime, error) {
	return calendar.ParseClockTime(fmt.Sprintf("%02d:%02d", minute/60, minute%60))
}

func readExceptions(ctx context.Context, tx *sql.Tx, tenant, venue uuid.UUID) ([]storedException, error) {
	rows, err := tx.QueryContext(ctx, `SELECT resource_id, date, closed FROM opening_exceptions WHERE tenant_id = $1 AND venue_id = $2 ORDER BY date, id`, tenant, venue)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []storedException
	for rows.Next() {
		var e storedException
		var date string
		if err := rows.Scan(&e.resource, &date, &e.closed); err != nil {
			return nil, err
		}
		if e.date, err = calendar.ParseDate(date); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, rows.Err()
}

// weekly are the weekly windows that apply to a resource: its own if it has any, else the venue's.
func (s *stored) weekly(resource uuid.UUID) []calendar.Window {
	isWeekly := func(w storedWindow) bool { return w.exception == nil }
	if own := s.pick(&resource, isWeekly); len(own) > 0 {
		return own
	}
	return s.pick(nil, isWeekly)
}

// exceptionsOf are the exceptions that apply to a resource, each with the windows that are stored with it. Of two for one
// date the calendar takes the later in the list, so the resource's own come last.
func (s *stored) exceptionsOf(resource uuid.UUID) []calendar.Exception {
	var venue, own []calendar.Exception
	for _, e := range s.exceptions {
		applied := calendar.Exception{Date: e.date, Closed: e.closed}
		if !e.closed {
			applied.Windows = s.pick(e.resource, func(w storedWindow) bool { return w.exception != nil && *w.exception == e.date })
		}
		switch {
		case e.resource == nil:
			venue = append(venue, applied)
		case *e.resource == resource:
			own = append(own, applied)
		}
	}
	return append(venue, own...)
}

// pick lists the windows of a sort that stand with the resource, or with the venue where it is nil.
func (s *stored) pick(resource *uuid.UUID, sort func(storedWindow) bool) []calendar.Window {
	var all []calendar.Window
	for _, w := range s.windows {
		same := (w.resource == nil) == (resource == nil) && (resource == nil || *w.resource == *resource)
		if same && sort(w) {
			all = append(all, w.window)
		}
	}
	return all
}

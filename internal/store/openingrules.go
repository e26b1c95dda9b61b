package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/opening"
)

// OpeningRules reads the rules of a venue.
func (t *tx) OpeningRules(ctx context.Context, venue uuid.UUID) (opening.Rules, error) {
	found, err := ReadOpeningRules(ctx, t.sql, t.tenant, []uuid.UUID{venue})
	return found[venue], err
}

// OpeningRules reads the rules of venues.
func (t *readTx) OpeningRules(ctx context.Context, venues []uuid.UUID) (map[uuid.UUID]opening.Rules, error) {
	return ReadOpeningRules(ctx, t.sql, t.tenant, venues)
}

// ReadOpeningRules reads the rules of venues inside a tenant's transaction, by venue. A row that makes no sense is an error:
// it must not open or close anything silently.
func ReadOpeningRules(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, venues []uuid.UUID) (map[uuid.UUID]opening.Rules, error) {
	r := &openingRows{found: map[uuid.UUID]opening.Rules{}}
	for _, step := range []struct {
		what, query string
		each        func(scan func(...any) error) error
	}{{"venues", readOpeningVenues, r.venue}, {"opening exceptions", readOpeningExceptions, r.exception}, {"opening windows", readOpeningWindows, r.window}} {
		rows, err := tx.QueryContext(ctx, step.query, tenant, array(venues))
		if err == nil {
			err = readEach(rows, step.each)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", step.what, err)
		}
	}
	return r.found, nil
}

const readOpeningVenues = `SELECT id, holiday_region, closed_on_holidays FROM venues WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`

// The venue's rows come before those of its resources, and exceptions before the windows that name their dates.
const readOpeningExceptions = `
SELECT venue_id, resource_id, date, closed FROM opening_exceptions
WHERE tenant_id = $1 AND venue_id = ANY ($2::uuid[]) ORDER BY resource_id NULLS FIRST, date, id`

const readOpeningWindows = `
SELECT venue_id, resource_id, exception_date, weekdays, opens_minute, closes_minute, slot_minutes, every_minutes, walk_in_only FROM opening_windows
WHERE tenant_id = $1 AND venue_id = ANY ($2::uuid[]) ORDER BY resource_id NULLS FIRST, opens_minute, weekdays, id`

// openingRows gathers rows to rules.
type openingRows struct{ found map[uuid.UUID]opening.Rules }

func (r *openingRows) venue(scan func(...any) error) error {
	var id uuid.UUID
	var rules opening.Rules
	err := scan(&id, &rules.HolidayRegion, &rules.ClosedOnHolidays)
	r.found[id] = rules
	return err
}

func (r *openingRows) exception(scan func(...any) error) error {
	var venue uuid.UUID
	var resource *uuid.UUID
	var date string
	var e calendar.Exception
	if err := scan(&venue, &resource, &date, &e.Closed); err != nil {
		return err
	}
	var err error
	if e.Date, err = calendar.ParseDate(date); err != nil {
		return err
	}
	r.in(venue, resource, func(s *opening.Set) { s.Exceptions = append(s.Exceptions, e) })
	return nil
}

func (r *openingRows) window(scan func(...any) error) error {
	var venue uuid.UUID
	var resource *uuid.UUID
	var date *string
	var weekdays, opens, closes, length int
	var every *int
	var w calendar.Window
	err := scan(&venue, &resource, &date, &weekdays, &opens, &closes, &length, &every, &w.WalkInOnly)
	if err != nil {
		return err
	}
	for day := 1; day <= 7; day++ {
		if weekdays&(1<<(day-1)) != 0 {
			w.Weekdays = append(w.Weekdays, day)
		}
	}
	w.SlotLength = time.Duration(length) * time.Minute
	if every != nil {
		w.Every = time.Duration(*every) * time.Minute
	}
	if w.Opens, err = clockTime(opens); err != nil {
		return err
	}
	if w.Closes, err = clockTime(closes); err != nil {
		return err
	}
	if date == nil {
		r.in(venue, resource, func(s *opening.Set) { s.Windows = append(s.Windows, w) })
		return nil
	}
	on, err := calendar.ParseDate(*date)
	if err != nil {
		return err
	}
	r.in(venue, resource, func(s *opening.Set) {
		for i := range s.Exceptions {
			if s.Exceptions[i].Date == on && !s.Exceptions[i].Closed {
				s.Exceptions[i].Windows = append(s.Exceptions[i].Windows, w)
			}
		}
	})
	return nil
}

// in changes the set of a resource, or the venue's, which begins empty.
func (r *openingRows) in(venue uuid.UUID, resource *uuid.UUID, change func(*opening.Set)) {
	rules := r.found[venue]
	for i := range rules.Sets {
		if own := rules.Sets[i].ResourceID; own == resource || own != nil && resource != nil && *own == *resource {
			change(&rules.Sets[i])
			return
		}
	}
	set := opening.Set{ResourceID: resource}
	change(&set)
	r.found[venue] = rules.Put(set)
}

// The tables keep a time of day in minutes after midnight.

func clockTime(minute int) (calendar.ClockTime, error) {
	return calendar.ParseClockTime(fmt.Sprintf("%02d:%02d", minute/60, minute%60))
}

func minuteOf(c calendar.ClockTime) (minute int64) {
	for _, letter := range c.String() { // HH:MM is a number to the base of ten, but for its colon
		if letter != ':' {
			minute = minute*10 + int64(letter-'0')
		}
	}
	return minute/100*60 + minute%100
}

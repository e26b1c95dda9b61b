package opening

import (
	"time"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/holiday"
)

// HolidaysCovered gives the first and the last date for which the holidays of the rules' region are known. Beyond them
// nobody knows, and nothing closes.
func (r Rules) HolidaysCovered() (first, last calendar.Date) {
	first, last = holiday.Covered()
	if r.HolidayRegion == nil {
		return first, last
	}
	if region, known := holiday.Find(*r.HolidayRegion); known {
		if end := calendar.NewDate(region.Through, time.December, 31); region.Through > 0 && end.Before(last) {
			last = end
		}
	}
	return first, last
}

// HolidaysBetween lists the holidays of the region from first to last, as far as they are known; none without a region.
func (r Rules) HolidaysBetween(first, last calendar.Date) []holiday.Day {
	if r.HolidayRegion == nil {
		return nil
	}
	known, until := r.HolidaysCovered()
	if first.Before(known) {
		first = known
	}
	if last.After(until) {
		last = until
	}
	if last.Before(first) {
		return nil
	}
	days, err := holiday.Between(*r.HolidayRegion, first, last)
	if err != nil {
		return nil // a region that is not in the data any more: nothing is known of it
	}
	return days
}

// closedDates are the holidays on which the venue closes of itself.
func (r Rules) closedDates(first, last calendar.Date) []calendar.Date {
	if !r.ClosedOnHolidays {
		return nil
	}
	var dates []calendar.Date
	for _, day := range r.HolidaysBetween(first, last) {
		dates = append(dates, day.Date)
	}
	return dates
}

// ClosedOn reports whether the venue's own rules close it on a date that is a holiday: by its exception for that date if it
// has one, else because it closes on holidays.
func (r Rules) ClosedOn(date calendar.Date) bool {
	for _, e := range r.Own(nil).Exceptions {
		if e.Date == date {
			return e.Closed
		}
	}
	return r.ClosedOnHolidays && len(r.HolidaysBetween(date, date)) > 0
}

package reading

import "github.com/slotq/slotq/internal/calendar"

// HolidayCalendar is the public holidays of a venue's region within a range of dates.
type HolidayCalendar struct {
	Region      *string
	CoveredFrom calendar.Date
	CoveredTo   calendar.Date
	Days        []Holiday
}

// Holiday is one public holiday, and whether the venue is closed on it.
type Holiday struct {
	Date      calendar.Date
	Name      string
	LocalName string
	Closed    bool
}

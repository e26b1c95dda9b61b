package calendar

import "time"

// DayBounds is the half-open span of a civil date in a zone, in UTC: from the first instant at which the wall clock shows
// the date to the first at which it shows the next. It is 23, 24 or 25 hours long as clocks change, starts at 01:00 where
// midnight is skipped, and is empty (start equals end) for a date the zone left out. Bounds of successive dates meet; so
// where clocks went back across midnight (Newfoundland until 2010) the repeated minutes are in the later date's bounds.
func DayBounds(loc *time.Location, date Date) (start, end time.Time) {
	from, to := date.midnight(), date.AddDays(1).midnight()
	line := newTimeline(loc, from, to)
	return utc(line.firstAt(from)), utc(line.firstAt(to))
}

func utc(unix int64) time.Time { return time.Unix(unix, 0).UTC() }

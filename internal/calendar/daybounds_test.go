package calendar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/calendar"
)

func TestDayBounds(t *testing.T) {
	for _, c := range []struct{ name, zone, date, start, end string }{
		{"a plain day has 24 hours", "Asia/Seoul", "2026-08-03", "2026-08-02T15:00:00Z", "2026-08-03T15:00:00Z"},
		{"the spring day in Berlin has 23 hours", "Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"},
		{"the autumn day in Berlin has 25 hours", "Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"},
		{"the spring day in New York has 23 hours", "America/New_York", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"},
		{"the spring day on Lord Howe has 23 and a half", "Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z", "2026-10-04T13:00:00Z"},
		{"the autumn day on Lord Howe has 24 and a half", "Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z"},
		{"in Cairo the spring day begins at 01:00", "Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"},
		{"in Santiago the spring day begins at 01:00", "America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"},
		{"in Santiago the autumn day has its last hour twice", "America/Santiago", "2026-04-04", "2026-04-04T03:00:00Z", "2026-04-05T04:00:00Z"},
		{"in Havana the autumn day has its first hour twice", "America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"},
		{"Apia's skipped day is empty", "Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"},
		{"the day before it ends where the day after begins", "Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"},
		{"the day after it has 24 hours", "Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"},
		{"in Casablanca the clock is back for Ramadan", "Africa/Casablanca", "2026-02-15", "2026-02-14T23:00:00Z", "2026-02-16T00:00:00Z"},
		{"in Casablanca the clock is forward after Ramadan", "Africa/Casablanca", "2026-03-22", "2026-03-22T00:00:00Z", "2026-03-22T23:00:00Z"},
		{"in Newfoundland the repeated minutes before midnight are in the new day", "America/St_Johns", "2010-11-07", "2010-11-07T02:30:00Z", "2010-11-08T03:30:00Z"},
		{"the last day of a leap year has 24 hours", "America/New_York", "2028-12-31", "2028-12-31T05:00:00Z", "2029-01-01T05:00:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start, end := calendar.DayBounds(zone(t, c.zone), day(t, c.date))
			require.Equal(t, c.start, start.Format(time.RFC3339))
			require.Equal(t, c.end, end.Format(time.RFC3339))
		})
	}
}

func TestDayBoundsProperties(t *testing.T) {
	t.Run("the start is the first minute that shows the date", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			loc := drawZone(t)
			d := drawDate(t, loc, 1975)
			start, end := calendar.DayBounds(loc, d)
			next, _ := calendar.DayBounds(loc, d.AddDays(1))

			require.Equal(t, next, end, "days meet")
			first, shown := firstMinute(loc, d)
			require.Equal(t, shown, start.Before(end), "empty is for dates that do not exist")
			if shown {
				require.Equal(t, first, start)
			}
		})
	})
	t.Run("every zone gets through the last days of a leap year", func(t *testing.T) {
		for _, name := range oddZones {
			for year := 2012; year < 2060; year += 4 {
				for off := range 4 {
					d := calendar.NewDate(year, time.December, 30).AddDays(off)
					start, end := calendar.DayBounds(zone(t, name), d)
					require.Equal(t, 24*time.Hour, end.Sub(start), "%s %s", name, d)
				}
			}
		}
	})
}

// firstMinute looks at the wall clock minute by minute, as a person would.
func firstMinute(loc *time.Location, d calendar.Date) (time.Time, bool) {
	y, m, n := d.Date()
	at := time.Date(y, m, n, 0, 0, 0, 0, time.UTC).Add(-36 * time.Hour)
	for range 72 * 60 {
		if calendar.DateOf(loc, at) == d {
			return at, true
		}
		at = at.Add(time.Minute)
	}
	return time.Time{}, false
}

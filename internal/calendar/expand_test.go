package calendar_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
)

var everyDay = []int{1, 2, 3, 4, 5, 6, 7}

// open makes a window from "18:00-02:00/60".
func open(t require.TestingT, s string, weekdays ...int) calendar.Window {
	times, length, _ := strings.Cut(s, "/")
	from, to, _ := strings.Cut(times, "-")
	var w calendar.Window
	require.NoError(t, w.Opens.UnmarshalText([]byte(from)))
	require.NoError(t, w.Closes.UnmarshalText([]byte(to)))
	minutes, err := time.ParseDuration(length + "m")
	require.NoError(t, err)
	w.Weekdays, w.SlotLength = weekdays, minutes
	return w
}

// stepped is the window with another start interval.
func stepped(w calendar.Window, every time.Duration) calendar.Window {
	w.Every = every
	return w
}

// read writes spans as the wall shows them: date, start with offset, minutes.
func read(loc *time.Location, spans []calendar.Span) []string {
	lines := []string{}
	for _, s := range spans {
		lines = append(lines, fmt.Sprintf("%s %.0fm", s.StartsAt.In(loc).Format("02 15:04-0700"), s.EndsAt.Sub(s.StartsAt).Minutes()))
	}
	return lines
}

func TestExpandAroundClockChanges(t *testing.T) {
	for _, c := range []struct {
		name, zone, window, date string
		want                     []string
	}{
		{
			"in Sydney the removed hour gives no slot and no instant repeats", "Australia/Sydney", "01:00-05:00/60", "2022-10-02",
			[]string{"02 01:00+1000 60m", "02 03:00+1100 60m", "02 04:00+1100 60m"},
		},
		{
			"in New York the repeated hour gives its slots twice", "America/New_York", "00:00-03:00/60", "2026-11-01",
			[]string{"01 00:00-0400 60m", "01 01:00-0400 60m", "01 01:00-0500 60m", "01 02:00-0500 60m"},
		},
		{
			"half-hour slots of the repeated hour come pass by pass", "America/New_York", "00:30-02:30/30", "2026-11-01",
			[]string{"01 00:30-0400 30m", "01 01:00-0400 30m", "01 01:30-0400 30m", "01 01:00-0500 30m", "01 01:30-0500 30m", "01 02:00-0500 30m"},
		},
		{
			"a slot gives way to the repeated start", "America/New_York", "00:00-04:30/90", "2026-11-01",
			[]string{"01 00:00-0400 90m", "01 01:30-0400 60m", "01 01:30-0500 90m", "01 03:00-0500 90m"},
		},
		{
			"a window may close in the repeated hour", "America/New_York", "00:00-01:30/30", "2026-11-01",
			[]string{"01 00:00-0400 30m", "01 00:30-0400 30m", "01 01:00-0400 30m", "01 01:00-0500 30m"},
		},
		{
			"a slot over the removed hour gives way to the next start", "America/New_York", "00:00-06:00/90", "2026-03-08",
			[]string{"08 00:00-0500 90m", "08 01:30-0500 30m", "08 03:00-0400 90m", "08 04:30-0400 90m"},
		},
		{
			"a slot over the removed hour ends at the close", "America/New_York", "23:00-03:00/120", "2026-03-08",
			[]string{"08 01:00-0500 60m", "08 23:00-0400 120m"},
		},
		{
			"a window that closes in the removed hour closes as the clock jumps", "America/New_York", "01:30-02:30/60", "2026-03-08",
			[]string{"08 01:30-0500 30m"},
		},
		{
			"a window within the removed hour gives nothing", "Europe/Berlin", "02:00-03:00/30", "2026-03-29",
			[]string{},
		},
		{
			"in Berlin the repeated hour gives its slots twice", "Europe/Berlin", "01:00-04:00/60", "2026-10-25",
			[]string{"25 01:00+0200 60m", "25 02:00+0200 60m", "25 02:00+0100 60m", "25 03:00+0100 60m"},
		},
		{
			"on Lord Howe only half an hour is removed", "Australia/Lord_Howe", "01:00-04:00/30", "2026-10-04",
			[]string{"04 01:00+1030 30m", "04 01:30+1030 30m", "04 02:30+1100 30m", "04 03:00+1100 30m", "04 03:30+1100 30m"},
		},
		{
			"on Lord Howe hourly slots keep the clock's hours in spring", "Australia/Lord_Howe", "00:30-04:30/60", "2026-10-04",
			[]string{"04 00:30+1030 60m", "04 01:30+1030 30m", "04 02:30+1100 60m", "04 03:30+1100 60m"},
		},
		{
			"on Lord Howe only half an hour repeats", "Australia/Lord_Howe", "01:00-03:00/30", "2026-04-05",
			[]string{"05 01:00+1100 30m", "05 01:30+1100 30m", "05 01:30+1030 30m", "05 02:00+1030 30m", "05 02:30+1030 30m"},
		},
		{
			"in Cairo the removed hour is the first of the day", "Africa/Cairo", "00:00-03:00/60", "2026-04-24",
			[]string{"24 01:00+0300 60m", "24 02:00+0300 60m"},
		},
		{
			"in Cairo the repeated hour is the last of the day", "Africa/Cairo", "22:00-00:00/60", "2026-10-29",
			[]string{"29 22:00+0300 60m", "29 23:00+0300 60m", "29 23:00+0200 60m"},
		},
		{
			"in Santiago a whole day begins at 01:00", "America/Santiago", "00:00-00:00/720", "2026-09-06",
			[]string{"06 12:00-0300 720m"},
		},
		{
			"in Santiago a whole day has its last hour twice", "America/Santiago", "21:00-00:00/60", "2026-04-04",
			[]string{"04 21:00-0300 60m", "04 22:00-0300 60m", "04 23:00-0300 60m", "04 23:00-0400 60m"},
		},
		{
			"Apia's skipped day has no slots", "Pacific/Apia", "00:00-00:00/360", "2011-12-30",
			[]string{},
		},
		{
			"the day before Apia's skipped one is a whole day", "Pacific/Apia", "00:00-00:00/360", "2011-12-29",
			[]string{"29 00:00-1000 360m", "29 06:00-1000 360m", "29 12:00-1000 360m", "29 18:00-1000 360m"},
		},
		{
			"in Casablanca the hour before Ramadan repeats", "Africa/Casablanca", "01:00-04:00/60", "2026-02-15",
			[]string{"15 01:00+0100 60m", "15 02:00+0100 60m", "15 02:00+0000 60m", "15 03:00+0000 60m"},
		},
		{
			"in Casablanca the hour after Ramadan is removed", "Africa/Casablanca", "01:00-04:00/60", "2026-03-22",
			[]string{"22 01:00+0000 60m", "22 03:00+0100 60m"},
		},
		{
			"in Newfoundland the minutes before midnight repeat after it", "America/St_Johns", "23:00-00:00/30", "2010-11-06",
			[]string{"06 23:00-0230 30m", "06 23:30-0230 30m", "06 23:30-0330 30m"},
		},
		{
			"in Sydney the repeated hour gives its slots twice", "Australia/Sydney", "01:00-04:00/60", "2023-04-02",
			[]string{"02 01:00+1100 60m", "02 02:00+1100 60m", "02 02:00+1000 60m", "02 03:00+1000 60m"},
		},
		{
			"the day after Apia's skipped one begins a day's number later at once", "Pacific/Apia", "00:00-00:00/720", "2011-12-31",
			[]string{"31 00:00+1400 720m", "31 12:00+1400 720m"},
		},
		{
			"Apia's clocks went back for the last time in 2021", "Pacific/Apia", "02:00-05:00/60", "2021-04-04",
			[]string{"04 02:00+1400 60m", "04 03:00+1400 60m", "04 03:00+1300 60m", "04 04:00+1300 60m"},
		},
		{
			"in Berlin a slot over the removed hour ends at the close", "Europe/Berlin", "00:30-03:30/90", "2026-03-29",
			[]string{"29 00:30+0100 90m"},
		},
		{
			"in Seoul nothing ever changes", "Asia/Seoul", "22:30-02:00/60", "2026-03-29",
			[]string{"29 00:30+0900 60m", "29 22:30+0900 60m", "29 23:30+0900 60m"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			loc, date := zone(t, c.zone), day(t, c.date)
			got := calendar.Expand(loc, []calendar.Window{open(t, c.window, everyDay...)}, nil, date, date)
			require.Equal(t, c.want, read(loc, got))
		})
	}
}

func TestExpandKeepsWallClockHours(t *testing.T) {
	loc := zone(t, "America/New_York")
	spans := calendar.Expand(loc, []calendar.Window{open(t, "09:00-17:00/60", 1, 2, 3, 4, 5)}, nil, day(t, "2023-10-23"), day(t, "2023-11-30"))
	t.Run("on both sides of a clock change", func(t *testing.T) {
		require.Len(t, spans, 8*29)
		for i, s := range spans {
			require.Equal(t, 9+i%8, s.StartsAt.In(loc).Hour())
			require.Equal(t, time.Hour, s.EndsAt.Sub(s.StartsAt))
		}
	})
	t.Run("and a bound that falls on the change takes only what is before it", func(t *testing.T) {
		bound := time.Date(2023, 10, 29, 10, 30, 0, 0, loc).Add(7 * 24 * time.Hour) // Sunday 5 November, 09:30 by then
		var left []calendar.Span
		for _, s := range spans {
			if !s.StartsAt.Before(bound) {
				left = append(left, s)
			}
		}
		require.Equal(t, "06 09:00-0500 60m", read(loc, left)[0])
	})
}

func TestExpandPastMidnight(t *testing.T) {
	loc := zone(t, "Europe/Berlin")
	friday, saturday := day(t, "2026-08-07"), day(t, "2026-08-08")
	late := []calendar.Window{open(t, "22:30-02:00/60", 5)}
	t.Run("a slot that crosses midnight is there and counts on the day it starts", func(t *testing.T) {
		require.Equal(t, []string{"07 22:30+0200 60m", "07 23:30+0200 60m"}, read(loc, calendar.Expand(loc, late, nil, friday, friday)))
	})
	t.Run("the spill-over counts on the next day and no slot outlasts the close", func(t *testing.T) {
		require.Equal(t, []string{"08 00:30+0200 60m"}, read(loc, calendar.Expand(loc, late, nil, saturday, saturday)))
	})
	t.Run("Sunday's spill-over is on Monday", func(t *testing.T) {
		got := calendar.Expand(loc, []calendar.Window{open(t, "23:00-01:00/60", 7)}, nil, day(t, "2026-08-10"), day(t, "2026-08-16"))
		require.Equal(t, []string{"10 00:00+0200 60m", "16 23:00+0200 60m"}, read(loc, got))
	})
	t.Run("equal times are a whole day", func(t *testing.T) {
		got := calendar.Expand(loc, []calendar.Window{open(t, "06:00-06:00/480", 5)}, nil, friday, saturday)
		require.Equal(t, []string{"07 06:00+0200 480m", "07 14:00+0200 480m", "07 22:00+0200 480m"}, read(loc, got))
	})
	t.Run("a range that ends before it begins is empty", func(t *testing.T) {
		require.Empty(t, calendar.Expand(loc, late, nil, saturday, friday))
	})
}

func TestExpandExceptions(t *testing.T) {
	loc := zone(t, "America/New_York")
	thursday, saturday := day(t, "2026-08-06"), day(t, "2026-08-08")
	weekly := []calendar.Window{open(t, "21:30-02:30/60", everyDay...)}
	expand := func(exceptions ...calendar.Exception) []string {
		return read(loc, calendar.Expand(loc, weekly, exceptions, thursday, saturday))
	}
	const before = "06 00:30-0400 60m,06 01:30-0400 60m,06 21:30-0400 60m,06 22:30-0400 60m,06 23:30-0400 60m,"
	t.Run("a closed date loses its evening and the spill-over into it, not the night that spills out", func(t *testing.T) {
		got := expand(calendar.Exception{Date: day(t, "2026-08-07"), Closed: true})
		require.Equal(t, before+"08 21:30-0400 60m,08 22:30-0400 60m,08 23:30-0400 60m", strings.Join(got, ","))
	})
	t.Run("own windows replace the date's and spill over into the next", func(t *testing.T) {
		got := expand(calendar.Exception{Date: day(t, "2026-08-07"), Windows: []calendar.Window{open(t, "23:00-03:00/120")}})
		require.Equal(t, before+"07 23:00-0400 120m,08 01:00-0400 120m,08 21:30-0400 60m,08 22:30-0400 60m,08 23:30-0400 60m", strings.Join(got, ","))
	})
	t.Run("a late-evening exception is on its own date though its UTC date is the next", func(t *testing.T) {
		got := expand(calendar.Exception{Date: day(t, "2026-08-07"), Windows: []calendar.Window{open(t, "23:00-00:00/60")}})
		require.Contains(t, got, "07 23:00-0400 60m")
		require.NotContains(t, got, "07 22:30-0400 60m")
		require.Contains(t, got, "06 22:30-0400 60m")
		require.Contains(t, got, "08 22:30-0400 60m")
	})
	t.Run("an exception after an exception keeps the evening's spill-over out", func(t *testing.T) {
		got := expand(
			calendar.Exception{Date: day(t, "2026-08-07"), Windows: []calendar.Window{open(t, "23:00-03:00/60")}},
			calendar.Exception{Date: saturday, Closed: true},
		)
		require.Equal(t, before+"07 23:00-0400 60m", strings.Join(got, ","))
	})
	t.Run("the slot before gives way where the exception opens at midnight", func(t *testing.T) {
		got := expand(calendar.Exception{Date: day(t, "2026-08-07"), Windows: []calendar.Window{open(t, "00:00-02:00/120")}})
		require.Contains(t, got, "06 22:30-0400 60m")
		require.NotContains(t, got, "06 23:30-0400 60m")
		require.Contains(t, got, "07 00:00-0400 120m")
	})
	t.Run("the night before gives way where the next day's window opens", func(t *testing.T) {
		got := calendar.Expand(loc, []calendar.Window{open(t, "01:00-03:00/60", 6)}, []calendar.Exception{
			{Date: day(t, "2026-08-07"), Windows: []calendar.Window{open(t, "22:30-04:30/60")}},
		}, day(t, "2026-08-07"), saturday)
		require.Equal(t, []string{"07 22:30-0400 60m", "07 23:30-0400 60m", "08 01:00-0400 60m", "08 02:00-0400 60m"}, read(loc, got))
	})
	t.Run("weekdays in an exception are not looked at", func(t *testing.T) {
		got := expand(calendar.Exception{Date: day(t, "2026-08-07"), Windows: []calendar.Window{open(t, "10:00-11:00/60", 1)}})
		require.Contains(t, got, "07 10:00-0400 60m")
	})
}

package recurrence_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/recurrence"
)

func day(t require.TestingT, s string) calendar.Date {
	d, err := calendar.ParseDate(s)
	require.NoError(t, err)
	return d
}

func parse(t require.TestingT, text string) recurrence.Rule {
	rule, err := recurrence.Parse(text)
	require.NoError(t, err, text)
	return rule
}

// dates reads dates as the tables write them: the first in full, later ones without what they share with the one before.
func dates(t *testing.T, text string) []calendar.Date {
	t.Helper()
	var all []calendar.Date
	before := ""
	for _, word := range strings.Fields(text) {
		before = before[:max(0, len(before)-len(word))] + word
		all = append(all, day(t, before))
	}
	return all
}

func TestDates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, rule, dates string }{
		{"each day, over the end of February", "FREQ=DAILY;COUNT=4", "2026-02-27 28 03-01 02"},
		{"each day, over a leap day", "FREQ=DAILY;COUNT=4", "2028-02-27 28 29 03-01"},
		{"every third day", "FREQ=DAILY;INTERVAL=3;COUNT=4", "2026-12-28 31 2027-01-03 06"},
		{"each day while clocks change in Europe and America", "FREQ=DAILY;UNTIL=20261103", "2026-10-24 25 26 27 28 29 30 31 11-01 02 03"},
		{"the weekday of the first date", "FREQ=WEEKLY;COUNT=3", "2026-08-05 12 19"},
		{"every second week", "FREQ=WEEKLY;INTERVAL=2;COUNT=4", "2026-12-15 29 2027-01-12 26"},
		{"every second week on two days", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=5", "2026-08-06 18 20 09-01 03"},
		{"every second week, a week from Monday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4", "1997-08-05 10 19 24"},
		{"every second week, a week from Sunday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4", "1997-08-05 17 19 31"},
		{"workdays over the new year", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=4", "2026-12-31 2027-01-01 04 05"},
		{"once a year by weeks", "FREQ=WEEKLY;INTERVAL=52;COUNT=3", "2026-01-05 2027-01-04 2028-01-03"},

		{"the day of the first date", "FREQ=MONTHLY;COUNT=3", "2026-11-15 12-15 2027-01-15"},
		{"the 31st leaves months out", "FREQ=MONTHLY;COUNT=5", "2026-01-31 03-31 05-31 07-31 08-31"},
		{"the 31st by name leaves months out", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4", "2026-08-31 10-31 12-31 2027-01-31"},
		{"the 30th leaves February out", "FREQ=MONTHLY;BYMONTHDAY=30;COUNT=3", "2027-12-30 2028-01-30 03-30"},
		{"the 29th has a February in leap years", "FREQ=MONTHLY;BYMONTHDAY=29;COUNT=3", "2028-01-29 02-29 03-29"},
		{"the last day", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=5", "2027-11-30 12-31 2028-01-31 02-29 03-31"},
		{"the last day and the 31st are one date where they meet", "FREQ=MONTHLY;BYMONTHDAY=31,-1;COUNT=3", "2026-01-31 02-28 03-31"},
		{"twice a month", "FREQ=MONTHLY;BYMONTHDAY=15,1;COUNT=4", "2026-12-15 2027-01-01 15 02-01"},
		{"a leap day each four years", "FREQ=MONTHLY;INTERVAL=12;COUNT=4", "2092-02-29 2096-02-29 2104-02-29 2108-02-29"},
		{"the last Friday", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=4", "2026-07-31 08-28 09-25 10-30"},
		{"the second Tuesday", "FREQ=MONTHLY;BYDAY=2TU;COUNT=3", "2026-08-11 09-08 10-13"},
		{"the second and last Tuesday", "FREQ=MONTHLY;BYDAY=2TU,-1TU;COUNT=4", "2026-08-11 25 09-08 29"},
		{"the fifth Monday leaves months out", "FREQ=MONTHLY;BYDAY=5MO;COUNT=3", "2026-08-31 11-30 2027-03-29"},
		{"the fifth and last Monday are one date where they meet", "FREQ=MONTHLY;BYDAY=5MO,-1MO;COUNT=3", "2026-08-31 09-28 10-26"},
		{"the fourth-last weekday is not the second in a long month", "FREQ=MONTHLY;BYDAY=-4MO;COUNT=2", "2026-08-10 09-07"},
		{"each second month", "FREQ=MONTHLY;INTERVAL=2;BYDAY=1SA;COUNT=3", "2026-11-07 2027-01-02 03-06"},

		{"until, the date itself included", "FREQ=WEEKLY;UNTIL=20260819", "2026-08-05 12 19"},
		{"until, a day short of the next", "FREQ=WEEKLY;UNTIL=20260818", "2026-08-05 12"},
		{"until the second date", "FREQ=DAILY;UNTIL=20260806", "2026-08-05 06"},
		{"from the beginning of the calendar", "FREQ=WEEKLY;COUNT=2", "0001-01-01 08"},
		{"up to the end of the calendar", "FREQ=DAILY;COUNT=2", "9999-12-30 31"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := dates(t, c.dates)
			got, err := parse(t, c.rule).Dates(want[0])
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
}

func TestRefusedDates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, rule, first, part, reason string }{
		{"a first date on another weekday", "FREQ=WEEKLY;BYDAY=TU;COUNT=3", "2026-08-05", recurrence.FirstDate, "2026-08-05, is not one of the rule's; the next that is: 2026-08-11"},
		{"a first date on another day of the month", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3", "2026-09-01", recurrence.FirstDate, "2026-10-31"},
		{"a first date of another place in the month", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3", "2026-08-21", recurrence.FirstDate, "2026-08-28"},
		{"a first date that no date follows", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20260810", "2026-08-05", recurrence.FirstDate, "none follows"},
		{"a day that none of the rule's months has", "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30;COUNT=3", "2026-02-28", recurrence.FirstDate, "none follows"},
		{"a rule of too many dates, on top of it", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20990101", "2026-08-05", recurrence.FirstDate, "2026-08-11"},
		{"the first day of the calendar alone", "FREQ=DAILY;UNTIL=00010101", "0001-01-01", "UNTIL", "at least 2"},
		{"an end before the beginning", "FREQ=DAILY;UNTIL=20260804", "2026-08-05", "UNTIL", "2026-08-04 is before the first date, 2026-08-05"},
		{"an end on the first date", "FREQ=DAILY;UNTIL=20260805", "2026-08-05", "UNTIL", "at least 2"},
		{"an end a day too late", "FREQ=WEEKLY;UNTIL=20270811", "2026-08-05", "UNTIL", "at most 53 dates, the last one here would be 2027-08-04; 2027-08-11 is too late"},
		{"an end out of sight", "FREQ=MONTHLY;UNTIL=99991231", "2026-08-05", "UNTIL", "at most 53"},
		{"a day so rare that the calendar ends first", "FREQ=MONTHLY;INTERVAL=12;BYDAY=5MO;COUNT=53", "9960-02-29", "COUNT", "after 2 of 53"},
		{"a series past the end of the calendar", "FREQ=DAILY;COUNT=3", "9999-12-30", "COUNT", "after 2 of 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := parse(t, c.rule).Dates(day(t, c.first))
			requireRefusal(t, err, c.part, c.reason)
			require.Nil(t, got)
		})
	}
	t.Run("no first date", func(t *testing.T) {
		_, err := parse(t, "FREQ=DAILY;COUNT=2").Dates(calendar.Date{})
		requireRefusal(t, err, recurrence.FirstDate, "must be given")
	})
	t.Run("no rule", func(t *testing.T) {
		require.Empty(t, recurrence.Rule{}.String())
		_, err := recurrence.Rule{}.Dates(day(t, "2026-08-05"))
		requireRefusal(t, err, "FREQ", "no rule")
	})
}

// TestTheLimit stands on both sides of it.
func TestTheLimit(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{"FREQ=WEEKLY;UNTIL=20270810", "FREQ=WEEKLY;UNTIL=20270804", "FREQ=WEEKLY;COUNT=53"} {
		got, err := parse(t, rule).Dates(day(t, "2026-08-05"))
		require.NoError(t, err)
		require.Len(t, got, recurrence.MaxOccurrences)
		require.Equal(t, day(t, "2027-08-04"), got[recurrence.MaxOccurrences-1])
	}
}

// TestARareDay needs fifteen centuries for a short series, and still has each of its dates.
func TestARareDay(t *testing.T) {
	t.Parallel()
	got, err := parse(t, "FREQ=MONTHLY;INTERVAL=12;BYDAY=5MO;COUNT=53").Dates(day(t, "2044-02-29"))
	require.NoError(t, err)
	require.Len(t, got, 53)
	for _, date := range got {
		_, month, dayOfMonth := date.Date()
		require.Equal(t, []int{2, 29, 1}, []int{int(month), dayOfMonth, date.Weekday()}, date)
	}
}

func requireRefusal(t *testing.T, err error, part, reason string) {
	t.Helper()
	var refusal *recurrence.Refusal
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, part, refusal.Part)
	require.Contains(t, refusal.Reason, reason)
}

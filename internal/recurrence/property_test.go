package recurrence_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/recurrence"
)

// drawn is a rule in the terms of its own text.
type drawn struct {
	freq      string
	interval  int
	days      []string
	monthDays []int
	wkst      string
	count     int
	until     calendar.Date
	first     calendar.Date
}

var weekdays = []string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}

func draw(t *rapid.T) drawn {
	d := drawn{
		freq:     rapid.SampledFrom([]string{"DAILY", "WEEKLY", "MONTHLY"}).Draw(t, "freq"),
		interval: rapid.OneOf(rapid.IntRange(1, 3), rapid.IntRange(1, 52)).Draw(t, "interval"),
		wkst:     rapid.SampledFrom(append(weekdays, "")).Draw(t, "wkst"),
		first:    calendar.NewDate(rapid.IntRange(1, 9000).Draw(t, "year"), time.January, rapid.IntRange(1, 366).Draw(t, "day")),
	}
	weekday := rapid.SampledFrom(weekdays)
	switch {
	case d.freq == "WEEKLY":
		d.days = rapid.SliceOfNDistinct(weekday, 0, 7, rapid.ID[string]).Draw(t, "days")
	case d.freq == "MONTHLY" && rapid.Bool().Draw(t, "by weekday"):
		d.days = rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf("%d%s", rapid.SampledFrom([]int{1, 2, 3, 4, 5, -1, -2, -3, -4, -5}).Draw(t, "nth"), weekday.Draw(t, "weekday"))
		}), 1, 4, rapid.ID[string]).Draw(t, "days")
	case d.freq == "MONTHLY":
		d.monthDays = rapid.SliceOfNDistinct(rapid.SampledFrom([]int{1, 2, 15, 28, 29, 30, 31, -1}), 0, 4, rapid.ID[int]).Draw(t, "days of the month")
	}
	// A first date that fits is rare, and the interesting case.
	if rapid.IntRange(0, 9).Draw(t, "does first fit") > 0 {
		for range 400 {
			if d.has(d.first) {
				break
			}
			d.first = d.first.AddDays(1)
		}
	}
	if rapid.Bool().Draw(t, "counted") {
		d.count = rapid.IntRange(recurrence.MinOccurrences, recurrence.MaxOccurrences).Draw(t, "count")
	} else {
		d.until = d.first.AddDays(rapid.IntRange(0, 800).Draw(t, "until"))
	}
	return d
}

func (d drawn) text(t *rapid.T) string {
	parts := []string{"FREQ=" + d.freq, fmt.Sprintf("INTERVAL=%d", d.interval)}
	if len(d.days) > 0 {
		parts = append(parts, "BYDAY="+strings.Join(d.days, ","))
	}
	if len(d.monthDays) > 0 {
		parts = append(parts, "BYMONTHDAY="+strings.Trim(strings.ReplaceAll(fmt.Sprint(d.monthDays), " ", ","), "[]"))
	}
	if d.wkst != "" {
		parts = append(parts, "WKST="+d.wkst)
	}
	if d.count > 0 {
		parts = append(parts, fmt.Sprintf("COUNT=%d", d.count))
	} else {
		parts = append(parts, "UNTIL="+strings.ReplaceAll(d.until.String(), "-", ""))
	}
	return strings.Join(rapid.Permutation(parts).Draw(t, "parts"), ";")
}

// has says by the words of the standard whether a date on or after the first one belongs to the rule. It looks at one date
// alone, and so knows nothing of how the dates are found.
func (d drawn) has(date calendar.Date) bool {
	year, month, dayOfMonth := date.Date()
	firstYear, firstMonth, firstDay := d.first.Date()
	name := weekdays[date.Weekday()-1]
	switch d.freq {
	case "DAILY":
		return d.first.DaysUntil(date)%d.interval == 0
	case "WEEKLY":
		weekOf := func(date calendar.Date) calendar.Date {
			return date.AddDays(-((date.Weekday() - 1 - max(0, slices.Index(weekdays, d.wkst)) + 7) % 7))
		}
		return weekOf(d.first).DaysUntil(weekOf(date))/7%d.interval == 0 &&
			(slices.Contains(d.days, name) || len(d.days) == 0 && date.Weekday() == d.first.Weekday())
	}
	last := calendar.NewDate(year, month+1, 0)
	_, _, length := last.Date()
	fromStart, fromEnd := (dayOfMonth-1)/7+1, (length-dayOfMonth)/7+1
	return ((year-firstYear)*12+int(month-firstMonth))%d.interval == 0 &&
		(slices.Contains(d.days, fmt.Sprint(fromStart, name)) || slices.Contains(d.days, fmt.Sprint(-fromEnd, name)) ||
			slices.Contains(d.monthDays, dayOfMonth) || dayOfMonth == length && slices.Contains(d.monthDays, -1) ||
			len(d.days)+len(d.monthDays) == 0 && dayOfMonth == firstDay)
}

// TestDatesAgainstTheWordsOfTheStandard walks day by day through the first years, where every drawn rule must have exactly
// the dates that the standard gives it.
func TestDatesAgainstTheWordsOfTheStandard(t *testing.T) {
	t.Parallel()
	const days = 1500
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		rule := parse(t, d.text(t))
		var want []calendar.Date
		for n := range days {
			date := d.first.AddDays(n)
			if d.count > 0 && len(want) == d.count || d.count == 0 && date.After(d.until) {
				break
			}
			if d.has(date) {
				want = append(want, date)
			}
		}

		got, err := rule.Dates(d.first)
		if !d.has(d.first) {
			requireRefused(t, err, recurrence.FirstDate)
			return
		}
		if d.count == 0 && (len(want) < recurrence.MinOccurrences || len(want) > recurrence.MaxOccurrences) {
			requireRefused(t, err, "UNTIL")
			return
		}
		require.NoError(t, err)
		if d.count > 0 {
			require.Len(t, got, d.count)
		} else {
			require.Len(t, got, len(want))
		}
		require.Equal(t, want, got[:len(want)])
		require.True(t, len(got) == len(want) || got[len(want)].After(d.first.AddDays(days-1)))
		for n := range len(got) - 1 {
			require.True(t, got[n].Before(got[n+1]), "ascending, each once")
		}
	})
}

func TestTheCanonicalTextMeansTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		rule := parse(t, d.text(t))
		again := parse(t, rule.String())
		require.Equal(t, rule.String(), again.String())
		before, refusedBefore := rule.Dates(d.first)
		after, refusedAfter := again.Dates(d.first)
		require.Equal(t, before, after)
		require.Equal(t, refusedBefore, refusedAfter)
	})
}

// FuzzParse looks for a text that upsets the parser, or that it takes and then can't stand by.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "RRULE:", "FREQ=DAILY;COUNT=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;UNTIL=20271231", "FREQ=MONTHLY;BYDAY=2TU,-1FR;COUNT=53",
		"FREQ=MONTHLY;INTERVAL=52;BYDAY=5MO;COUNT=53", "FREQ=MONTHLY;BYMONTHDAY=31,-1;UNTIL=99991231", "FREQ=SECONDLY;BYSETPOS=1", ";;==", "ſ=ı;\xff\x00",
	} {
		f.Add(s)
	}
	first := calendar.NewDate(2024, time.February, 29)
	f.Fuzz(func(t *testing.T, text string) {
		rule, err := recurrence.Parse(text)
		if err != nil {
			var refusal *recurrence.Refusal
			require.ErrorAs(t, err, &refusal)
			require.NotEmpty(t, refusal.Reason)
			require.Equal(t, recurrence.Rule{}, rule)
			return
		}
		require.Equal(t, rule, parse(t, rule.String()))
		dates, err := rule.Dates(first)
		if err != nil {
			var refusal *recurrence.Refusal
			require.ErrorAs(t, err, &refusal)
			require.Nil(t, dates)
			return
		}
		require.Equal(t, first, dates[0])
		require.GreaterOrEqual(t, len(dates), recurrence.MinOccurrences)
		require.LessOrEqual(t, len(dates), recurrence.MaxOccurrences)
	})
}

func requireRefused(t *rapid.T, err error, part string) {
	var refusal *recurrence.Refusal
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, part, refusal.Part)
}

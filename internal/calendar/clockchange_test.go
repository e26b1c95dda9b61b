package calendar_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/calendar"
)

// changes writes clock changes as "instant, date, what becomes of which readings".
func changes(list []calendar.ClockChange) []string {
	lines := []string{}
	for _, c := range list {
		what := "repeats"
		if c.Skips() {
			what = "skips"
		}
		lines = append(lines, fmt.Sprintf("%s on %s from %+d to %+d %s %s to %s", c.At.Format(time.RFC3339), c.Date, c.Before, c.After, what, c.From, c.Until))
	}
	return lines
}

func TestClockChanges(t *testing.T) {
	for _, c := range []struct {
		zone, first, last string
		want              []string
	}{
		{"Asia/Seoul", "2026-01-01", "2027-02-04", []string{}},
		{"Europe/Berlin", "2026-01-01", "2027-02-04", []string{
			"2026-03-29T01:00:00Z on 2026-03-29 from +3600 to +7200 skips 2026-03-29T02:00 to 2026-03-29T03:00",
			"2026-10-25T01:00:00Z on 2026-10-25 from +7200 to +3600 repeats 2026-10-25T02:00 to 2026-10-25T03:00",
		}},
		{"America/New_York", "2026-01-01", "2027-02-04", []string{
			"2026-03-08T07:00:00Z on 2026-03-08 from -18000 to -14400 skips 2026-03-08T02:00 to 2026-03-08T03:00",
			"2026-11-01T06:00:00Z on 2026-11-01 from -14400 to -18000 repeats 2026-11-01T01:00 to 2026-11-01T02:00",
		}},
		{"Australia/Lord_Howe", "2026-01-01", "2027-02-04", []string{
			"2026-04-04T15:00:00Z on 2026-04-05 from +39600 to +37800 repeats 2026-04-05T01:30 to 2026-04-05T02:00",
			"2026-10-03T15:30:00Z on 2026-10-04 from +37800 to +39600 skips 2026-10-04T02:00 to 2026-10-04T02:30",
		}},
		{"Africa/Cairo", "2026-01-01", "2027-02-04", []string{
			"2026-04-23T22:00:00Z on 2026-04-24 from +7200 to +10800 skips 2026-04-24T00:00 to 2026-04-24T01:00",
			"2026-10-29T21:00:00Z on 2026-10-29 from +10800 to +7200 repeats 2026-10-29T23:00 to 2026-10-30T00:00",
		}},
		{"America/Santiago", "2026-01-01", "2027-02-04", []string{
			"2026-04-05T03:00:00Z on 2026-04-04 from -10800 to -14400 repeats 2026-04-04T23:00 to 2026-04-05T00:00",
			"2026-09-06T04:00:00Z on 2026-09-06 from -14400 to -10800 skips 2026-09-06T00:00 to 2026-09-06T01:00",
		}},
		{"Pacific/Apia", "2011-09-01", "2012-04-30", []string{
			"2011-09-24T14:00:00Z on 2011-09-24 from -39600 to -36000 skips 2011-09-24T03:00 to 2011-09-24T04:00",
			"2011-12-30T10:00:00Z on 2011-12-31 from -36000 to +50400 skips 2011-12-30T00:00 to 2011-12-31T00:00",
			"2012-03-31T14:00:00Z on 2012-04-01 from +50400 to +46800 repeats 2012-04-01T03:00 to 2012-04-01T04:00",
		}},
		{"Africa/Casablanca", "2026-01-01", "2027-03-31", []string{
			"2026-02-15T02:00:00Z on 2026-02-15 from +3600 to +0 repeats 2026-02-15T02:00 to 2026-02-15T03:00",
			"2026-03-22T02:00:00Z on 2026-03-22 from +0 to +3600 skips 2026-03-22T02:00 to 2026-03-22T03:00",
			"2027-02-07T02:00:00Z on 2027-02-07 from +3600 to +0 repeats 2027-02-07T02:00 to 2027-02-07T03:00",
			"2027-03-14T02:00:00Z on 2027-03-14 from +0 to +3600 skips 2027-03-14T02:00 to 2027-03-14T03:00",
		}},
		{"Australia/Sydney", "2026-01-01", "2027-02-04", []string{
			"2026-04-04T16:00:00Z on 2026-04-05 from +39600 to +36000 repeats 2026-04-05T02:00 to 2026-04-05T03:00",
			"2026-10-03T16:00:00Z on 2026-10-04 from +36000 to +39600 skips 2026-10-04T02:00 to 2026-10-04T03:00",
		}},
		{"America/St_Johns", "2010-11-01", "2010-11-30", []string{
			"2010-11-07T02:31:00Z on 2010-11-06 from -9000 to -12600 repeats 2010-11-06T23:01 to 2010-11-07T00:01",
		}},
		{"Africa/Monrovia", "1972-01-01", "1972-12-31", []string{
			"1972-01-07T00:44:30Z on 1972-01-07 from -2670 to +0 skips 1972-01-07T00:00 to 1972-01-07T00:44:30",
		}},
	} {
		t.Run(c.zone, func(t *testing.T) {
			require.Equal(t, c.want, changes(calendar.ClockChanges(zone(t, c.zone), day(t, c.first), day(t, c.last))))
		})
	}
	t.Run("the first and the last date are in the range", func(t *testing.T) {
		berlin := zone(t, "Europe/Berlin")
		require.Len(t, calendar.ClockChanges(berlin, day(t, "2026-03-29"), day(t, "2026-10-25")), 2)
		require.Empty(t, calendar.ClockChanges(berlin, day(t, "2026-03-30"), day(t, "2026-10-24")))
		require.Empty(t, calendar.ClockChanges(berlin, day(t, "2026-10-25"), day(t, "2026-03-29")))
	})
}

func TestClockChangesProperties(t *testing.T) {
	t.Run("they are the minutes at which the offset is another", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			loc := drawZone(t)
			first := drawDate(t, loc, 1975)
			last := first.AddDays(rapid.IntRange(0, 3).Draw(t, "more days"))
			var seen []calendar.ClockChange
			at := onPaper(first, "00:00").AddDate(0, 0, -2)
			for range (first.DaysUntil(last) + 5) * 24 * 60 {
				_, before := at.Add(-time.Second).In(loc).Zone()
				_, after := at.In(loc).Zone()
				if date := calendar.DateOf(loc, at); before != after && !date.Before(first) && !date.After(last) {
					seen = append(seen, calendar.ClockChange{At: at, Date: date, Before: before, After: after})
				}
				at = at.Add(time.Minute)
			}
			got := calendar.ClockChanges(loc, first, last)
			for i := range got {
				got[i].From, got[i].Until = calendar.Reading{}, calendar.Reading{}
			}
			require.Equal(t, seen, got)
		})
	})
	t.Run("a range is its parts joined", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			loc := drawZone(t)
			first := drawDate(t, loc, 1975)
			middle, last := first.AddDays(rapid.IntRange(0, 400).Draw(t, "days")), first.AddDays(400)
			joined := slices.Concat(calendar.ClockChanges(loc, first, middle), calendar.ClockChanges(loc, middle.AddDays(1), last))
			require.Equal(t, calendar.ClockChanges(loc, first, last), joined)
		})
	})
}

func TestReading(t *testing.T) {
	t.Run("it reads back as written", func(t *testing.T) {
		change := calendar.ClockChanges(zone(t, "Africa/Monrovia"), day(t, "1972-01-01"), day(t, "1972-12-31"))[0]
		for reading, want := range map[calendar.Reading]string{change.From: `"1972-01-07T00:00"`, change.Until: `"1972-01-07T00:44:30"`} {
			text, err := json.Marshal(reading)
			require.NoError(t, err)
			require.Equal(t, want, string(text))
			var back calendar.Reading
			require.NoError(t, json.Unmarshal(text, &back))
			require.Equal(t, reading, back)
			require.Equal(t, day(t, "1972-01-07"), back.Date())
		}
	})
	t.Run("other forms are refused", func(t *testing.T) {
		for _, s := range []string{"", "2026-03-29", "2026-03-29 02:00", "2026-03-29T02:00Z", "2026-03-29T25:00", "2026-02-30T02:00"} {
			var r calendar.Reading
			require.ErrorContains(t, r.UnmarshalText([]byte(s)), "YYYY-MM-DDTHH:MM", "%q", s)
		}
	})
}

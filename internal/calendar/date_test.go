package calendar_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/calendar"
)

func TestDate(t *testing.T) {
	t.Run("only a day of the calendar in the one form is read", func(t *testing.T) {
		for _, s := range []string{"", "2026-2-03", "2026-02-30", "2025-02-29", "2026-13-01", "0000-01-01", "2026-01-01T00:00:00Z", "26-01-01", "10000-01-01", " 2026-01-01", "2026/01/01"} {
			_, err := calendar.ParseDate(s)
			require.ErrorContains(t, err, "YYYY-MM-DD", "%q", s)
		}
		require.Equal(t, calendar.NewDate(2024, time.February, 29), day(t, "2024-02-29"))
	})
	t.Run("weekdays count from Monday 1 to Sunday 7", func(t *testing.T) {
		require.Equal(t, 1, day(t, "2026-08-03").Weekday())
		require.Equal(t, 7, day(t, "2026-08-09").Weekday())
		require.Equal(t, 4, day(t, "1970-01-01").Weekday())
	})
	t.Run("days are added over months, years and leap days", func(t *testing.T) {
		require.Equal(t, "2024-03-01", day(t, "2024-02-28").AddDays(2).String())
		require.Equal(t, "2025-12-31", day(t, "2026-01-01").AddDays(-1).String())
		require.Equal(t, 366, day(t, "2024-01-01").DaysUntil(day(t, "2025-01-01")))
	})
	t.Run("it travels as text, also as a key", func(t *testing.T) {
		in := map[calendar.Date]calendar.Date{day(t, "2026-10-02"): day(t, "0001-01-01")}
		text, err := json.Marshal(in)
		require.NoError(t, err)
		require.Equal(t, `{"2026-10-02":"0001-01-01"}`, string(text))
		var out map[calendar.Date]calendar.Date
		require.NoError(t, json.Unmarshal(text, &out))
		require.Equal(t, in, out)
	})
	t.Run("no date is never written as a day", func(t *testing.T) {
		require.True(t, calendar.Date{}.IsZero())
		_, err := json.Marshal(calendar.Date{})
		require.ErrorContains(t, err, "zero date")
		var d calendar.Date
		require.ErrorContains(t, json.Unmarshal([]byte(`"2026-02-30"`), &d), "2026-02-30")
	})
	t.Run("the same instant is another date elsewhere", func(t *testing.T) {
		at := time.Date(2026, 8, 3, 3, 0, 0, 0, time.UTC)
		require.Equal(t, "2026-08-02", calendar.DateOf(zone(t, "America/New_York"), at).String())
		require.Equal(t, "2026-08-03", calendar.DateOf(zone(t, "Asia/Seoul"), at).String())
	})
}

func TestDateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := calendar.NewDate(rapid.IntRange(1, 9000).Draw(t, "year"), 1, rapid.IntRange(1, 366).Draw(t, "day"))
		n := rapid.IntRange(-100_000, 100_000).Draw(t, "n")
		if n < 0 && d.DaysUntil(calendar.NewDate(1, 1, 1)) > n {
			n = -n
		}
		later := d.AddDays(n)

		require.Equal(t, n, d.DaysUntil(later))
		require.Equal(t, d, later.AddDays(-n))
		require.Equal(t, n > 0, d.Before(later))
		require.Equal(t, n < 0, d.After(later))
		require.Equal(t, n == 0, d.Compare(later) == 0)
		require.Equal(t, d, day(t, d.String()))
		require.Equal(t, ((d.Weekday()-1+n)%7+7)%7+1, later.Weekday())
	})
}

func TestClockTime(t *testing.T) {
	t.Run("every minute of the day reads back as written", func(t *testing.T) {
		for at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); at.Day() == 1; at = at.Add(time.Minute) {
			s := at.Format("15:04")
			c, err := calendar.ParseClockTime(s)
			require.NoError(t, err)
			require.Equal(t, s, c.String())
		}
	})
	t.Run("other forms are refused", func(t *testing.T) {
		for _, s := range []string{"", "24:00", "9:00", "09:60", "09:0", "09:00:00", "0900", "09-00", "-9:00", "+9:00", "09:5:", "٠٩:00", "aa:bb", " 9:00"} {
			_, err := calendar.ParseClockTime(s)
			require.ErrorContains(t, err, "HH:MM", "%q", s)
		}
	})
	t.Run("it travels as text", func(t *testing.T) {
		var w calendar.Window
		require.NoError(t, json.Unmarshal([]byte(`{"weekdays":[1],"opens":"18:30","closes":"02:00","slotLength":3600000000000}`), &w))
		require.Equal(t, "18:30", w.Opens.String())
		text, err := json.Marshal(w)
		require.NoError(t, err)
		require.JSONEq(t, `{"weekdays":[1],"opens":"18:30","closes":"02:00","slotLength":3600000000000}`, string(text))
		require.Error(t, json.Unmarshal([]byte(`{"opens":"24:00"}`), &w))
	})
}

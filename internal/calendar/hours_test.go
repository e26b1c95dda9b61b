package calendar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
)

func TestHours(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		zone, date string
		parts      int
		minutes    map[int]int // of the hours that aren't of 60 minutes in one part
	}{
		"an ordinary day":                            {"Asia/Seoul", "2026-03-29", 24, nil},
		"an hour that is left out":                   {"Europe/Berlin", "2026-03-29", 23, map[int]int{2: 0}},
		"an hour that comes twice":                   {"Europe/Berlin", "2026-10-25", 25, map[int]int{2: 120}},
		"clocks that go forward at midnight":         {"America/Asuncion", "2024-10-06", 23, map[int]int{0: 0}},
		"clocks that go back by half an hour":        {"Australia/Lord_Howe", "2026-04-05", 25, map[int]int{1: 90}},
		"clocks that go forward by half an hour":     {"Australia/Lord_Howe", "2026-10-04", 24, map[int]int{2: 30}},
		"a zone a quarter of an hour off the others": {"Asia/Kathmandu", "2026-10-25", 24, nil},
		"a date that a zone left out":                {"Pacific/Apia", "2011-12-30", 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone, err := calendar.ValidateZone(c.zone)
			require.NoError(t, err)
			date, err := calendar.ParseDate(c.date)
			require.NoError(t, err)
			parts := calendar.Hours(zone, date)
			require.Len(t, parts, c.parts)
			at, end := calendar.DayBounds(zone, date)
			shown := map[int]time.Duration{}
			for _, part := range parts {
				require.Equal(t, at, part.From)
				require.True(t, part.Until.After(part.From))
				require.Equal(t, date, part.Date)
				require.Equal(t, part.Hour, part.From.In(zone).Hour())
				require.Equal(t, part.Hour, part.Until.Add(-time.Microsecond).In(zone).Hour())
				shown[part.Hour] += part.Until.Sub(part.From)
				at = part.Until
			}
			require.Equal(t, end, at)
			for hour := range 24 {
				minutes, odd := c.minutes[hour]
				if !odd && c.parts > 0 {
					minutes = 60
				}
				require.Equal(t, time.Duration(minutes)*time.Minute, shown[hour], "hour %d", hour)
			}
		})
	}
}

package calendar_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/calendar"
)

// FuzzExpand looks for opening rules, in any zone and around any clock change, whose slots are out of order, empty, too long, on
// other dates than were asked for, or others when they are asked for day by day.
func FuzzExpand(f *testing.F) {
	for seed := range byte(250) {
		dice := make([]byte, 2<<10) // what is drawn is drawn from these
		_, _ = rand.NewChaCha8([32]byte{seed}).Read(dice)
		f.Add(dice)
	}
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		p := drawPlan(t, 1975)
		spans := p.expand(p.first, p.last)
		var byDay []calendar.Span
		for day := p.first; !day.After(p.last); day = day.AddDays(1) {
			byDay = append(byDay, p.expand(day, day)...)
		}
		require.Equal(t, spans, byDay)
		for i, s := range spans {
			require.True(t, s.StartsAt.Before(s.EndsAt))
			require.LessOrEqual(t, s.EndsAt.Sub(s.StartsAt), p.longest())
			date := calendar.DateOf(p.loc, s.StartsAt)
			require.False(t, date.Before(p.first) || date.After(p.last), "%s", date)
			if i > 0 {
				require.False(t, s.StartsAt.Before(spans[i-1].StartsAt))
				require.False(t, !p.meet() && s.StartsAt.Before(spans[i-1].EndsAt), "they are apart")
			}
		}
	}))
}

// FuzzTexts looks for a date or a time of day that is read and isn't written as it was.
func FuzzTexts(f *testing.F) {
	for _, s := range []string{"", "2024-02-29", "2023-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "10000-01-01", "2024-1-1", "2024-02-29T00:00:00Z", "00:00", "23:59", "24:00", "7:30", "07:60", "+1:00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := calendar.ParseDate(text); err == nil {
			require.Equal(t, text, d.String())
			require.Equal(t, d, d.AddDays(400).AddDays(-400))
			require.Equal(t, 400, d.DaysUntil(d.AddDays(400)))
		}
		if c, err := calendar.ParseClockTime(text); err == nil {
			require.Equal(t, text, c.String())
		}
	})
}

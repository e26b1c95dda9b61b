package holiday_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/holiday"
)

func day(tb testing.TB, text string) calendar.Date {
	tb.Helper()
	date, err := calendar.ParseDate(text)
	require.NoError(tb, err)
	return date
}

// between writes holidays as "date name".
func between(t *testing.T, region, first, last string) []string {
	t.Helper()
	days, err := holiday.Between(region, day(t, first), day(t, last))
	require.NoError(t, err)
	var lines []string
	for _, d := range days {
		lines = append(lines, d.Date.String()+" "+d.Name)
	}
	return lines
}

func TestBothEndsBelongToTheRange(t *testing.T) {
	t.Parallel()
	eve, unity := "2026-10-02", "2026-10-03"
	require.Empty(t, between(t, "DE", eve, eve))
	require.Equal(t, []string{unity + " National Holiday"}, between(t, "DE", unity, unity))
	require.Equal(t, []string{unity + " National Holiday"}, between(t, "DE", eve, unity))
	require.Empty(t, between(t, "DE", unity, eve), "last is before first")
}

func TestTwoHolidaysOnOneDateAreOneDay(t *testing.T) {
	t.Parallel()
	days, err := holiday.Between("KR", day(t, "2025-05-05"), day(t, "2025-05-05"))
	require.NoError(t, err)
	require.Equal(t, []holiday.Day{{
		Date: day(t, "2025-05-05"), Name: "Buddha's Birthday / Children's Day", LocalName: "석가탄신일 / 어린이날",
	}}, days)
}

func TestNamesAreEnglishAndLocal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ region, date, name, local string }{
		{"KR", "2026-09-25", "Korean Thanksgiving", "추석"},
		{"KR", "2026-08-17", "Liberation Day (substitute day)", "광복절 (대체공휴일)"},
		{"JP", "2026-05-04", "Greenery Day", "みどりの日"},
		{"DE-BE", "2026-10-03", "National Holiday", "Tag der Deutschen Einheit"},
		{"US", "2026-09-07", "Labor Day", "Labor Day"},
		{"WS", "2026-10-12", "Lotu a Tamaiti", "Lotu a Tamaiti"},
	} {
		days, err := holiday.Between(c.region, day(t, c.date), day(t, c.date))
		require.NoError(t, err)
		require.Len(t, days, 1, "%s %s", c.region, c.date)
		require.Equal(t, c.name, days[0].Name)
		require.Equal(t, c.local, days[0].LocalName)
	}
}

func TestTheMoonIsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		region, date string
		estimated    bool
	}{
		{"EG", "2026-03-20", true},  // Eid al-Fitr
		{"EG", "2026-03-22", true},  // its third day
		{"EG", "2026-04-25", false}, // Sinai Liberation Day
		{"SG", "2029-02-14", false}, // Eid al-Fitr as well, but the Lunar New Year is sure
	} {
		days, err := holiday.Between(c.region, day(t, c.date), day(t, c.date))
		require.NoError(t, err)
		require.Len(t, days, 1, "%s %s", c.region, c.date)
		require.Equal(t, c.estimated, days[0].Estimated, "%s %s", c.region, c.date)
	}
}

func TestAnUnknownRegionIsRefused(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"", "XX", "kr", "DE-XX", "DE-", "Germany"} {
		days, err := holiday.Between(code, day(t, "2026-01-01"), day(t, "2026-12-31"))
		require.ErrorIs(t, err, holiday.ErrUnknownRegion, code)
		require.Empty(t, days)
		require.False(t, holiday.Known(code), code)
	}
}

func TestSilenceIsNeverTakenForWorkingDays(t *testing.T) {
	t.Parallel()
	first, last := holiday.Covered()
	for _, c := range []struct{ first, last calendar.Date }{
		{first.AddDays(-1), first},
		{last, last.AddDays(1)},
		{first.AddDays(-1), last.AddDays(1)},
		{first.AddDays(-10), first.AddDays(-1)},
		{last.AddDays(1), last.AddDays(10)},
		{last.AddDays(1), first},
		{calendar.Date{}, last},
		{first, calendar.Date{}},
	} {
		days, err := holiday.Between("KR", c.first, c.last)
		require.ErrorIs(t, err, holiday.ErrNotCovered, "%s to %s", c.first, c.last)
		require.Empty(t, days)
	}
	days, err := holiday.Between("KR", first, last)
	require.NoError(t, err)
	require.Equal(t, first, days[0].Date, "New Year's Day")
}

func TestTheAnswerBelongsToTheCaller(t *testing.T) {
	t.Parallel()
	year := func() []holiday.Day {
		days, err := holiday.Between("WS", day(t, "2026-01-01"), day(t, "2026-12-31"))
		require.NoError(t, err)
		return days
	}
	changed := year()
	changed[0].Name = "changed"
	require.Equal(t, "New Year's Day", year()[0].Name)
	holiday.Regions()[0].Name = "changed"
	require.NotEqual(t, "changed", holiday.Regions()[0].Name)
}

package holiday_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/holiday"
)

// Every region of the data set, in every year: nothing is missing, doubled, out of order or without a name.
func TestEveryRegionHasHolidaysEveryYear(t *testing.T) {
	t.Parallel()
	first, last := holiday.Covered()
	require.Equal(t, "2025-01-01 2032-12-31", first.String()+" "+last.String())
	for _, region := range holiday.Regions() {
		days, err := holiday.Between(region.Code, first, last)
		require.NoError(t, err)
		perYear := map[int]int{}
		for i, d := range days {
			require.True(t, i == 0 || days[i-1].Date.Before(d.Date), "%s %s", region.Code, d.Date)
			require.NotEmpty(t, d.Name)
			require.NotEmpty(t, d.LocalName)
			year, _, _ := d.Date.Date()
			perYear[year]++
		}
		for year := 2025; year <= 2032; year++ {
			// Holidays, and not the weekends of the year. Saudi Arabia has the fewest in some years, with two feasts and two days.
			require.Greater(t, perYear[year], 1, "%s %d", region.Code, year)
			require.Less(t, perYear[year], 50, "%s %d", region.Code, year)
		}
	}
}

func TestAYearIsTheSumOfItsDays(t *testing.T) {
	t.Parallel()
	first, last := calendar.NewDate(2026, 1, 1), calendar.NewDate(2026, 12, 31)
	for _, region := range []string{"KR", "EG", "DE-BY-A"} {
		whole, err := holiday.Between(region, first, last)
		require.NoError(t, err)
		var parts []holiday.Day
		for date := first; !date.After(last); date = date.AddDays(1) {
			days, err := holiday.Between(region, date, date)
			require.NoError(t, err)
			parts = append(parts, days...)
		}
		require.Equal(t, whole, parts)
	}
}

func TestRegions(t *testing.T) {
	t.Parallel()
	regions := holiday.Regions()
	codes := make([]string, len(regions))
	for i, region := range regions {
		codes[i] = region.Code
		require.NotEmpty(t, region.Name)
		found, known := holiday.Find(region.Code)
		require.True(t, known)
		require.Equal(t, region, found)
	}
	require.True(t, slices.IsSorted(codes))
	require.Len(t, slices.Compact(slices.Clone(codes)), len(codes), "no code stands twice")
	for _, code := range codes {
		if cut := strings.LastIndex(code, "-"); cut > 0 {
			require.True(t, holiday.Known(code[:cut]), "%s lies in nothing", code)
		}
	}
	for _, code := range strings.Fields("KR JP DE US GB FR AU EG CL WS MA CA IN CN TW SG BR ES IT NL DE-BE US-NY GB-SCT AU-NSW CA-ON ES-MD") {
		require.True(t, holiday.Known(code), code)
	}
}

func TestTheSourceIsNamed(t *testing.T) {
	t.Parallel()
	require.Contains(t, holiday.Attribution(), "date-holidays 3.37.0 by commenthol")
	require.Contains(t, holiday.Attribution(), "CC BY-SA 3.0")
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, want := range []holiday.Region{
		{Code: "KR", Name: "South Korea", Through: 2032},
		{Code: "DE-BY-A", Name: "Stadt Augsburg, Bayern, Germany", Through: 2032},
		{Code: "SG", Name: "Singapore", Through: 2026}, // Vesak Day is announced year by year
	} {
		region, known := holiday.Find(want.Code)
		require.True(t, known)
		require.Equal(t, want, region)
	}
}

package calendar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
)

// What users of other systems reported, each as the smallest input that shows it.

// D02, calcom/cal.diy#12137: with the notice ending on the day of a clock change, the whole month's slots moved by an hour.
func TestD02ANoticeThatEndsOnAClockChangeMovesNoSlot(t *testing.T) {
	loc := zone(t, "America/New_York")
	now := time.Date(2023, 10, 29, 14, 30, 0, 0, time.UTC) // 10:30 in New York
	bound := now.Add(7 * 24 * time.Hour)                   // 09:30 on 5 November, the clocks having gone back
	all := calendar.Expand(loc, []calendar.Window{open(t, "09:00-12:00/60", everyDay...)}, nil, day(t, "2023-11-04"), day(t, "2023-11-30"))
	var left []calendar.Span
	for _, s := range all {
		if !s.StartsAt.Before(bound) {
			left = append(left, s)
		}
	}
	require.Equal(t, []string{
		"11-04T13:00Z 1h0m0s", "11-04T14:00Z 1h0m0s", "11-04T15:00Z 1h0m0s", "11-05T14:00Z 1h0m0s",
	}, instants(all[:len(all)-len(left)]), "what is before the bound, and that alone, is gone")
	require.Equal(t, []string{"11-05T15:00Z 1h0m0s", "11-05T16:00Z 1h0m0s"}, instants(left[:2]))
	left = left[2:]
	require.Len(t, left, 3*25)
	for i, s := range left {
		require.Equal(t, 9+i%3, s.StartsAt.In(loc).Hour())
		require.Equal(t, 14+i%3, s.StartsAt.Hour())
	}
}

// D03, calcom/cal.diy#10200: a late exception in a zone behind UTC was shown on the next day and blocked the right one.
func TestD03AnExceptionIsOnItsDateInTheVenue(t *testing.T) {
	loc, viewer := zone(t, "America/New_York"), zone(t, "Asia/Seoul")
	weekly := []calendar.Window{open(t, "19:00-23:00/120", everyDay...)}
	late := calendar.Exception{Date: day(t, "2026-08-07"), Windows: []calendar.Window{open(t, "21:00-23:00/60")}}
	got := calendar.Expand(loc, weekly, []calendar.Exception{late}, day(t, "2026-08-06"), day(t, "2026-08-08"))
	require.Equal(t, []string{
		"08-06T23:00Z 2h0m0s", "08-07T01:00Z 2h0m0s", // Thursday, as every day
		"08-08T01:00Z 1h0m0s", "08-08T02:00Z 1h0m0s", // Friday's exception, on Saturday by UTC
		"08-08T23:00Z 2h0m0s", "08-09T01:00Z 2h0m0s", // Saturday, as every day
	}, instants(got))
	require.Equal(t, late.Date, calendar.DateOf(loc, got[2].StartsAt))
	require.Equal(t, "2026-08-08", calendar.DateOf(viewer, got[2].StartsAt).String(), "who looks on from elsewhere sees another date, and the same instant")
}

// D07, calcom/cal.diy#6323: days were cut at midnight, and with them every slot that crosses it.
func TestD07ASlotThatCrossesMidnightIsThere(t *testing.T) {
	loc, friday := zone(t, "Europe/Berlin"), day(t, "2026-08-07")
	night := []calendar.Window{stepped(open(t, "22:30-02:00/60", 5), 30*time.Minute)}
	got := calendar.Expand(loc, night, nil, friday, friday.AddDays(1))
	require.Equal(t, []string{
		"07 22:30+0200 60m", "07 23:00+0200 60m", "07 23:30+0200 60m",
		"08 00:00+0200 60m", "08 00:30+0200 60m", "08 01:00+0200 60m",
	}, read(loc, got))
	require.Equal(t, read(loc, got[:3]), read(loc, calendar.Expand(loc, night, nil, friday, friday)), "a slot is on the date on which it starts")
}

// D10, teambition/rrule-go#63: hour by hour over the removed hour, one instant came twice and another was lost.
func TestD10HoursOverTheRemovedOneNeitherRepeatNorGetLost(t *testing.T) {
	date := day(t, "2022-10-02")
	got := calendar.Expand(zone(t, "Australia/Sydney"), []calendar.Window{open(t, "01:00-05:00/60", 7)}, nil, date, date)
	require.Equal(t, []string{"10-01T15:00Z 1h0m0s", "10-01T16:00Z 1h0m0s", "10-01T17:00Z 1h0m0s"}, instants(got))
}

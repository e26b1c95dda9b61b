package ical_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/ical"
)

var (
	now   = time.Date(2026, time.August, 3, 9, 30, 15, 999, time.UTC)
	seoul = time.FixedZone("Seoul", 9*60*60)
)

func dinner() ical.Event {
	return ical.Event{
		UID: "rv_1@slotq.example", Sequence: 3, Status: ical.Confirmed,
		Start: time.Date(2026, time.August, 7, 19, 0, 0, 0, seoul), End: time.Date(2026, time.August, 7, 20, 30, 0, 0, seoul),
		Summary: `Dinner; 2, "window"\garden`, Description: "First line\nsecond", Location: "Table 4",
		LastModified: time.Date(2026, time.August, 1, 0, 0, 0, 0, time.UTC),
	}
}

func TestWhatAProgramFetches(t *testing.T) {
	t.Parallel()
	cancelled := ical.Event{UID: "rv_2@slotq.example", Start: now, End: now.Add(time.Hour), Status: ical.Cancelled, Transparent: true}
	got := ical.Render(ical.Feed{Name: "Bistro, upstairs", TimeZone: "Asia/Seoul", Events: []ical.Event{dinner(), cancelled}}, now.In(seoul))
	want := []string{
		`BEGIN:VCALENDAR`, `VERSION:2.0`, `PRODID:-//SlotQ//Bookings//EN`, `METHOD:PUBLISH`,
		`NAME:Bistro\, upstairs`, `X-WR-CALNAME:Bistro\, upstairs`, `X-WR-TIMEZONE:Asia/Seoul`,
		`REFRESH-INTERVAL;VALUE=DURATION:PT1H`, `X-PUBLISHED-TTL:PT1H`,
		`BEGIN:VEVENT`, `UID:rv_1@slotq.example`, `DTSTAMP:20260803T093015Z`, `SEQUENCE:3`,
		`DTSTART:20260807T100000Z`, `DTEND:20260807T113000Z`,
		`SUMMARY:Dinner\; 2\, "window"\\garden`, `DESCRIPTION:First line\nsecond`, `LOCATION:Table 4`,
		`STATUS:CONFIRMED`, `TRANSP:OPAQUE`, `LAST-MODIFIED:20260801T000000Z`, `END:VEVENT`,
		`BEGIN:VEVENT`, `UID:rv_2@slotq.example`, `DTSTAMP:20260803T093015Z`, `SEQUENCE:0`,
		`DTSTART:20260803T093015Z`, `DTEND:20260803T103015Z`, `STATUS:CANCELLED`, `TRANSP:TRANSPARENT`, `END:VEVENT`,
		`END:VCALENDAR`,
	}
	require.Equal(t, strings.Join(want, "\r\n")+"\r\n", string(got))
}

func TestWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	t.Run("a feed without events, name and zone is still a calendar", func(t *testing.T) {
		got := string(ical.Render(ical.Feed{}, now))
		require.True(t, strings.HasPrefix(got, "BEGIN:VCALENDAR\r\n") && strings.HasSuffix(got, "\r\nEND:VCALENDAR\r\n"))
		require.NotContains(t, got, "NAME")
		require.NotContains(t, got, "X-WR-")
	})
	t.Run("an event that ends in the second it starts in, or before, has no end", func(t *testing.T) {
		for _, after := range []time.Duration{0, time.Nanosecond, -time.Hour} {
			event := dinner()
			event.End = event.Start.Add(after)
			got := string(ical.Render(ical.Feed{Events: []ical.Event{event}}, now))
			require.NotContains(t, got, "DTEND", after)
			require.Contains(t, got, "DTSTART:20260807T100000Z")
		}
	})
	t.Run("nothing is said of what isn't known", func(t *testing.T) {
		got := string(ical.Render(ical.Feed{Events: []ical.Event{{UID: "u", Start: now, End: now.Add(time.Hour), Description: "\x00", Status: ical.Tentative}}}, now))
		for _, property := range []string{"SUMMARY", "DESCRIPTION", "LOCATION", "LAST-MODIFIED"} {
			require.NotContains(t, got, property)
		}
		require.Contains(t, got, "STATUS:TENTATIVE\r\n")
	})
}

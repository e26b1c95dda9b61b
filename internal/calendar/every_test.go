package calendar_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
)

// instants writes spans by UTC, as a database would: "09-27T15:30Z 60m".
func instants(spans []calendar.Span) []string {
	lines := []string{}
	for _, s := range spans {
		lines = append(lines, s.StartsAt.Format("01-02T15:04Z ")+s.EndsAt.Sub(s.StartsAt).String())
	}
	return lines
}

func TestStartInterval(t *testing.T) {
	for _, c := range []struct {
		name, zone, window, date string
		every                    time.Duration
		want                     []string
	}{
		{
			"an hour-long slot every half hour, the last one whole", "Asia/Seoul", "18:00-20:15/60", "2026-08-03", 30 * time.Minute,
			[]string{"08-03T09:00Z 1h0m0s", "08-03T09:30Z 1h0m0s", "08-03T10:00Z 1h0m0s"},
		},
		{
			"with pauses, the last one whole", "Asia/Seoul", "09:00-11:00/30", "2026-08-03", 45 * time.Minute,
			[]string{"08-03T00:00Z 30m0s", "08-03T00:45Z 30m0s", "08-03T01:30Z 30m0s"},
		},
		{
			"an interval longer than the window leaves one slot", "Asia/Seoul", "09:00-11:00/30", "2026-08-03", 3 * time.Hour,
			[]string{"08-03T00:00Z 30m0s"},
		},
		{
			"an interval like the length is as none", "Asia/Seoul", "09:00-11:00/60", "2026-08-03", time.Hour,
			[]string{"08-03T00:00Z 1h0m0s", "08-03T01:00Z 1h0m0s"},
		},
		{
			"in Berlin slots run over the removed hour into those after it", "Europe/Berlin", "00:30-05:00/60", "2026-03-29", 30 * time.Minute,
			[]string{
				"03-28T23:30Z 1h0m0s", "03-29T00:00Z 1h0m0s", "03-29T00:30Z 1h0m0s",
				"03-29T01:00Z 1h0m0s", "03-29T01:30Z 1h0m0s", "03-29T02:00Z 1h0m0s",
			},
		},
		{
			"in New York none outlasts a close in the removed hour", "America/New_York", "00:30-02:30/60", "2026-03-08", 30 * time.Minute,
			[]string{"03-08T05:30Z 1h0m0s", "03-08T06:00Z 1h0m0s", "03-08T06:30Z 30m0s"},
		},
		{
			"in New York both passes have all their slots, each of full length", "America/New_York", "00:30-03:00/60", "2026-11-01", 30 * time.Minute,
			[]string{
				"11-01T04:30Z 1h0m0s", "11-01T05:00Z 1h0m0s", "11-01T05:30Z 1h0m0s",
				"11-01T06:00Z 1h0m0s", "11-01T06:30Z 1h0m0s", "11-01T07:00Z 1h0m0s",
			},
		},
		{
			"on Lord Howe half an hour is removed", "Australia/Lord_Howe", "01:00-04:00/60", "2026-10-04", 20 * time.Minute,
			[]string{
				"10-03T14:30Z 1h0m0s", "10-03T14:50Z 1h0m0s", "10-03T15:10Z 1h0m0s",
				"10-03T15:40Z 1h0m0s", "10-03T16:00Z 1h0m0s",
			},
		},
		{
			"on Lord Howe half an hour repeats", "Australia/Lord_Howe", "01:00-03:00/60", "2026-04-05", 20 * time.Minute,
			[]string{
				"04-04T14:00Z 1h0m0s", "04-04T14:20Z 1h0m0s", "04-04T14:40Z 1h0m0s",
				"04-04T15:10Z 1h0m0s", "04-04T15:30Z 1h0m0s",
			},
		},
		{
			"in Cairo the day begins at 01:00", "Africa/Cairo", "00:00-02:30/60", "2026-04-24", 30 * time.Minute,
			[]string{"04-23T22:00Z 1h0m0s", "04-23T22:30Z 1h0m0s"},
		},
		{
			"in Santiago the last hour of the day repeats", "America/Santiago", "22:30-00:00/45", "2026-04-04", 15 * time.Minute,
			[]string{
				"04-05T01:30Z 45m0s", "04-05T01:45Z 45m0s", "04-05T02:00Z 45m0s", "04-05T02:15Z 45m0s",
				"04-05T03:00Z 45m0s", "04-05T03:15Z 45m0s",
			},
		},
		{
			"Apia's skipped day has none", "Pacific/Apia", "00:00-00:00/120", "2011-12-30", 30 * time.Minute,
			[]string{},
		},
		{
			"in Casablanca the hour after Ramadan is removed", "Africa/Casablanca", "01:00-04:30/60", "2026-03-22", 45 * time.Minute,
			[]string{"03-22T01:00Z 1h0m0s", "03-22T01:45Z 1h0m0s", "03-22T02:15Z 1h0m0s"},
		},
		{
			"in Sydney pauses stay by the clock", "Australia/Sydney", "00:30-06:00/30", "2022-10-02", 45 * time.Minute,
			[]string{
				"10-01T14:30Z 30m0s", "10-01T15:15Z 30m0s", "10-01T16:30Z 30m0s", "10-01T17:15Z 30m0s",
				"10-01T18:00Z 30m0s",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			window := stepped(open(t, c.window, everyDay...), c.every)
			got := calendar.Expand(zone(t, c.zone), []calendar.Window{window}, nil, day(t, c.date), day(t, c.date))
			require.Equal(t, c.want, instants(got))
		})
	}
}

func TestStartIntervalBesideOtherWindows(t *testing.T) {
	monday := day(t, "2026-11-02")
	t.Run("an overlapping window still ends where the next one opens", func(t *testing.T) {
		windows := []calendar.Window{stepped(open(t, "09:00-12:00/60", 1), 30*time.Minute), open(t, "10:30-12:30/60", 1)}
		require.Equal(t, []string{"11-02T09:00Z 1h0m0s", "11-02T09:30Z 1h0m0s", "11-02T10:30Z 1h0m0s", "11-02T11:30Z 1h0m0s"},
			instants(calendar.Expand(time.UTC, windows, nil, monday, monday)))
	})
	t.Run("an exception's own windows have their own interval", func(t *testing.T) {
		exception := calendar.Exception{Date: monday, Windows: []calendar.Window{stepped(open(t, "23:00-01:00/60"), 30*time.Minute)}}
		require.Equal(t, []string{"11-02T23:00Z 1h0m0s", "11-02T23:30Z 1h0m0s", "11-03T00:00Z 1h0m0s"},
			instants(calendar.Expand(time.UTC, []calendar.Window{open(t, "09:00-12:00/60", 1)}, []calendar.Exception{exception}, monday, monday.AddDays(1))))
	})
	t.Run("an interval that Check faults gives no slot, and ends no other", func(t *testing.T) {
		windows := []calendar.Window{open(t, "09:00-11:00/60", 1), stepped(open(t, "10:00-12:00/60", 1), time.Second)}
		require.Equal(t, []string{"11-02T09:00Z 1h0m0s", "11-02T10:00Z 1h0m0s"}, instants(calendar.Expand(time.UTC, windows, nil, monday, monday)))
	})
}

func TestOverlaps(t *testing.T) {
	for every, want := range map[time.Duration]bool{0: false, 30 * time.Minute: true, 59 * time.Minute: true, time.Hour: false, 90 * time.Minute: false, -time.Minute: false} {
		require.Equal(t, want, stepped(open(t, "09:00-17:00/60", 1), every).Overlaps(), "%s", every)
	}
}

func TestWalkInOnly(t *testing.T) {
	monday := day(t, "2026-11-02")
	bar := open(t, "18:00-20:00/60", 1)
	bar.WalkInOnly = true
	t.Run("every slot of its window says so, and no other", func(t *testing.T) {
		spans := calendar.Expand(time.UTC, []calendar.Window{open(t, "17:00-18:00/60", 1), bar}, nil, monday, monday)
		require.Len(t, spans, 3)
		for i, s := range spans {
			require.Equal(t, i > 0, s.WalkInOnly)
		}
	})
	t.Run("it travels, with the interval, as JSON", func(t *testing.T) {
		text, err := json.Marshal(stepped(bar, 30*time.Minute))
		require.NoError(t, err)
		require.JSONEq(t, `{"weekdays":[1],"opens":"18:00","closes":"20:00","slotLength":3600000000000,"every":1800000000000,"walkInOnly":true}`, string(text))
		var back calendar.Window
		require.NoError(t, json.Unmarshal(text, &back))
		require.Equal(t, stepped(bar, 30*time.Minute), back)
	})
}

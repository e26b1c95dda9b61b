package calendar_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/calendar"
)

// touched writes what a change does, a line for each start.
func touched(t calendar.Touch) []string {
	lines := []string{}
	for _, start := range t.Lost {
		lines = append(lines, "lost "+start.String())
	}
	for _, d := range t.Doubled {
		lines = append(lines, fmt.Sprintf("doubled %s at %s and %s", d.Start, d.Once.StartsAt.Format("15:04Z"), d.Again.StartsAt.Format("15:04Z")))
	}
	for _, s := range t.Shortened {
		lines = append(lines, fmt.Sprintf("shortened %s to %s of %s", s.Start, s.Span.EndsAt.Sub(s.Span.StartsAt), s.Length))
	}
	return lines
}

func TestTouched(t *testing.T) {
	closed := func(date string) []calendar.Exception {
		return []calendar.Exception{{Date: day(t, date), Closed: true}}
	}
	for _, c := range []struct {
		name, zone, date string
		windows          []calendar.Window
		exceptions       []calendar.Exception
		want             []string
	}{
		{"open by day", "Europe/Berlin", "2026-03-29", []calendar.Window{open(t, "09:00-17:00/60", everyDay...)}, nil, []string{}},
		{"closed on the day", "Europe/Berlin", "2026-03-29", []calendar.Window{open(t, "00:00-06:00/60", everyDay...)}, closed("2026-03-29"), []string{}},
		{"the removed hour", "Europe/Berlin", "2026-03-29", []calendar.Window{open(t, "00:00-06:00/30", everyDay...)}, nil,
			[]string{"lost 2026-03-29T02:00", "lost 2026-03-29T02:30"}},
		{"a night that began the evening before", "Europe/Berlin", "2026-03-29", []calendar.Window{open(t, "22:50-04:00/50", 6)}, nil,
			[]string{"lost 2026-03-29T02:10", "shortened 2026-03-29T01:20 to 40m0s of 50m0s"}},
		{"that evening closed", "Europe/Berlin", "2026-03-29", []calendar.Window{open(t, "22:50-04:00/50", 6)}, closed("2026-03-28"), []string{}},
		{"slots side by side are lost, not shortened", "Europe/Berlin", "2026-03-29", []calendar.Window{stepped(open(t, "00:00-06:00/60", 7), 30*time.Minute)}, nil,
			[]string{"lost 2026-03-29T02:00", "lost 2026-03-29T02:30"}},
		{"the repeated hour", "America/New_York", "2026-11-01", []calendar.Window{open(t, "00:00-06:00/30", 7)}, nil,
			[]string{"doubled 2026-11-01T01:00 at 05:00Z and 06:00Z", "doubled 2026-11-01T01:30 at 05:30Z and 06:30Z"}},
		{"a slot that gives way to its own second time", "America/New_York", "2026-11-01", []calendar.Window{open(t, "00:00-06:00/90", 7)}, nil,
			[]string{"doubled 2026-11-01T01:30 at 05:30Z and 06:30Z", "shortened 2026-11-01T01:30 to 1h0m0s of 1h30m0s"}},
		{"the day that Apia left out", "Pacific/Apia", "2011-12-31", []calendar.Window{open(t, "08:00-12:00/120", everyDay...)}, nil,
			[]string{"lost 2011-12-30T08:00", "lost 2011-12-30T10:00"}},
		{"the last hour of Cairo's day", "Africa/Cairo", "2026-10-29", []calendar.Window{open(t, "22:00-02:00/60", 4)}, nil,
			[]string{"doubled 2026-10-29T23:00 at 20:00Z and 21:00Z"}},
		{"Lord Howe's half hour", "Australia/Lord_Howe", "2026-10-04", []calendar.Window{open(t, "00:30-04:30/60", 7)}, nil,
			[]string{"shortened 2026-10-04T01:30 to 30m0s of 1h0m0s"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := calendar.Touched(zone(t, c.zone), c.windows, c.exceptions, day(t, c.date), day(t, c.date))
			require.Len(t, got, 1)
			require.Equal(t, c.want, touched(got[0]))
			require.Equal(t, len(c.want) == 0, got[0].Nothing())
		})
	}
	t.Run("every change of 400 days is told, also one that does nothing", func(t *testing.T) {
		loc, first := zone(t, "Africa/Casablanca"), day(t, "2026-02-01")
		got := calendar.Touched(loc, []calendar.Window{open(t, "02:00-03:00/60", 7)}, closed("2026-02-15"), first, first.AddDays(400))
		require.Len(t, got, 3)
		require.True(t, got[0].Nothing())
		require.Equal(t, []string{"lost 2026-03-22T02:00"}, touched(got[1]))
		require.Equal(t, []string{"doubled 2027-02-07T02:00 at 01:00Z and 02:00Z"}, touched(got[2]))
	})
	t.Run("it travels as JSON", func(t *testing.T) {
		got := calendar.Touched(zone(t, "Europe/Berlin"), []calendar.Window{open(t, "22:50-04:00/50", 6)}, nil, day(t, "2026-03-29"), day(t, "2026-03-29"))
		text, err := json.Marshal(got)
		require.NoError(t, err)
		require.JSONEq(t, `[{
			"change": {"at": "2026-03-29T01:00:00Z", "date": "2026-03-29", "offsetBefore": 3600, "offsetAfter": 7200, "from": "2026-03-29T02:00", "until": "2026-03-29T03:00"},
			"lost": ["2026-03-29T02:10"],
			"shortened": [{"start": "2026-03-29T01:20", "span": {"startsAt": "2026-03-29T00:20:00Z", "endsAt": "2026-03-29T01:00:00Z"}, "length": 3000000000000}]
		}]`, string(text))
		var back []calendar.Touch
		require.NoError(t, json.Unmarshal(text, &back))
		require.Equal(t, got, back)
	})
}

func TestTouchedTellsOfEverySlotThatIsOtherwise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlan(t, 1975)
		for i := range p.windows { // one length for all, so that a span shows whether it is short
			p.windows[i].SlotLength = 45 * time.Minute
		}
		for _, e := range p.exceptions {
			for i := range e.Windows {
				e.Windows[i].SlotLength = 45 * time.Minute
			}
		}
		short, twice := map[calendar.Span]bool{}, map[calendar.Span]bool{}
		lost := map[string]bool{}
		for _, touch := range calendar.Touched(p.loc, p.windows, p.exceptions, p.first.AddDays(-2), p.last.AddDays(2)) {
			for _, s := range touch.Shortened {
				short[s.Span] = true
			}
			for _, d := range touch.Doubled {
				twice[d.Once], twice[d.Again] = true, true
			}
			for _, start := range touch.Lost {
				lost[start.String()] = true
			}
		}
		times, spans := map[string]int{}, p.expand(p.first, p.last)
		shows := func(s calendar.Span) string { return s.StartsAt.In(p.loc).Format(time.DateTime) }
		for _, s := range spans {
			times[shows(s)]++
		}
		for _, s := range spans {
			require.Equal(t, s.EndsAt.Sub(s.StartsAt) < 45*time.Minute, short[s], "%s is short", s.StartsAt)
			require.Equal(t, times[shows(s)] == 2, twice[s], "%s comes twice", s.StartsAt)
		}
		for start := range p.wallStarts() {
			at, err := time.Parse(time.DateTime, start)
			require.NoError(t, err)
			require.Equal(t, times[start] == 0, lost[at.Format("2006-01-02T15:04")], "%s is lost", start)
		}
	})
}

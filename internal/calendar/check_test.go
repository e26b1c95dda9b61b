package calendar_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/calendar"
)

// faults writes faults as "path: message".
func faults(list []calendar.Fault) []string {
	var lines []string
	for _, f := range list {
		lines = append(lines, strings.Join(f.Field, ".")+": "+f.Message)
	}
	return lines
}

func TestCheckWindows(t *testing.T) {
	lunch, dinner := open(t, "11:30-14:30/90", 1, 2, 3, 4, 5), open(t, "17:30-02:00/90", 5, 6)
	length := func(d time.Duration) calendar.Window {
		w := open(t, "09:00-17:00/60", 1)
		w.SlotLength = d
		return w
	}
	every := func(d time.Duration) calendar.Window { return stepped(open(t, "09:00-17:00/60", 1), d) }
	for _, c := range []struct {
		name    string
		windows []calendar.Window
		want    []string
	}{
		{"nothing is in order", nil, nil},
		{"lunch and a late dinner are in order", []calendar.Window{lunch, dinner}, nil},
		{"windows may touch, over midnight and over the week's end too", []calendar.Window{
			open(t, "20:00-02:00/60", 7), open(t, "02:00-08:00/60", 1), open(t, "08:00-09:00/60", 1),
		}, nil},
		{"a whole day every day is in order", []calendar.Window{open(t, "06:00-06:00/60", everyDay...)}, nil},
		{"no weekday", []calendar.Window{open(t, "09:00-17:00/60")}, []string{"windows.0.weekdays: name at least one weekday"}},
		{"a weekday that is none, and one named twice", []calendar.Window{open(t, "09:00-17:00/60", 0, 8, 3, 3)}, []string{
			"windows.0.weekdays: 0 is no ISO weekday; Monday is 1, Sunday is 7",
			"windows.0.weekdays: 8 is no ISO weekday; Monday is 1, Sunday is 7",
			"windows.0.weekdays: 3 is named twice",
		}},
		{"slots of no length", []calendar.Window{length(0)}, []string{"windows.0.slotLength: must be whole minutes, 1 to 1440"}},
		{"slots of negative length", []calendar.Window{length(-time.Hour)}, []string{"windows.0.slotLength: must be whole minutes, 1 to 1440"}},
		{"slots of seconds", []calendar.Window{length(90 * time.Second)}, []string{"windows.0.slotLength: must be whole minutes, 1 to 1440"}},
		{"slots of more than a day", []calendar.Window{length(24*time.Hour + time.Minute)}, []string{"windows.0.slotLength: must be whole minutes, 1 to 1440"}},
		{"a slot longer than the window", []calendar.Window{open(t, "23:00-01:00/121", 1)}, []string{"windows.0.slotLength: no slot of 121 minutes fits from 23:00 to 01:00"}},
		{"a slot as long as the window is in order", []calendar.Window{open(t, "23:00-01:00/120", 1)}, nil},
		{"starts closer than the length are in order", []calendar.Window{every(time.Minute)}, nil},
		{"starts further apart than the length, and than the window, are in order", []calendar.Window{every(24 * time.Hour)}, nil},
		{"starts before each other", []calendar.Window{every(-time.Minute)}, []string{"windows.0.every: must be whole minutes, 1 to 1440, or not be given"}},
		{"starts of seconds", []calendar.Window{every(90 * time.Second)}, []string{"windows.0.every: must be whole minutes, 1 to 1440, or not be given"}},
		{"starts more than a day apart", []calendar.Window{every(24*time.Hour + time.Minute)}, []string{"windows.0.every: must be whole minutes, 1 to 1440, or not be given"}},
		{"two windows on one day overlap", []calendar.Window{lunch, open(t, "14:00-15:00/60", 5)}, []string{"windows.1.opens: opens while windows[0] is open"}},
		{"two windows open together", []calendar.Window{lunch, open(t, "11:30-12:30/60", 5)}, []string{"windows.1.opens: opens while windows[0] is open"}},
		{"Friday night runs into Saturday", []calendar.Window{dinner, open(t, "01:00-03:00/60", 6)}, []string{"windows.1.opens: opens while windows[0] is open"}},
		{"Sunday night runs into Monday", []calendar.Window{open(t, "00:30-03:00/60", 1), open(t, "22:00-01:00/60", 7)}, []string{"windows.0.opens: opens while windows[1] is open"}},
		{"a day runs into its own next day", []calendar.Window{open(t, "00:00-00:00/60", 1, 2), open(t, "23:00-22:00/60", 7)}, []string{"windows.0.opens: opens while windows[1] is open"}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, faults(calendar.Check(c.windows, nil))) })
	}
}

func TestCheckExceptions(t *testing.T) {
	christmas := day(t, "2026-12-25")
	hours := []calendar.Window{open(t, "10:00-14:00/60"), open(t, "18:00-01:00/60", 5)}
	for _, c := range []struct {
		name       string
		exceptions []calendar.Exception
		want       []string
	}{
		{"closed is in order", []calendar.Exception{{Date: christmas, Closed: true}}, nil},
		{"own windows are in order", []calendar.Exception{{Date: christmas, Windows: hours}}, nil},
		{"no date", []calendar.Exception{{Closed: true}}, []string{"exceptions.0.date: must be given"}},
		{"neither closed nor open", []calendar.Exception{{Date: christmas}}, []string{"exceptions.0.closed: say that the date is closed, or give its windows"}},
		{"both closed and open", []calendar.Exception{{Date: christmas, Closed: true, Windows: hours}}, []string{"exceptions.0.windows: a closed date has no windows"}},
		{"two for one date", []calendar.Exception{{Date: christmas, Closed: true}, {Date: christmas, Windows: hours}}, []string{"exceptions.1.date: 2026-12-25 has an exception already"}},
		{"windows that overlap", []calendar.Exception{{Date: christmas, Windows: append([]calendar.Window{open(t, "12:00-13:00/60")}, hours...)}}, []string{"exceptions.0.windows.0.opens: opens while windows[1] is open"}},
		{"a start interval that is none", []calendar.Exception{{Date: christmas, Windows: []calendar.Window{stepped(open(t, "12:00-13:00/60"), time.Second)}}}, []string{"exceptions.0.windows.0.every: must be whole minutes, 1 to 1440, or not be given"}},
		{"a window that no slot fits", []calendar.Exception{{Date: christmas, Windows: []calendar.Window{open(t, "12:00-13:00/61")}}}, []string{"exceptions.0.windows.0.slotLength: no slot of 61 minutes fits from 12:00 to 13:00"}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, faults(calendar.Check(nil, c.exceptions))) })
	}
}

func TestCheckedWindowsKeepTheirSlots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		windows := rapid.SliceOfN(rapid.Custom(drawWindow), 1, 3).Filter(func(windows []calendar.Window) bool {
			return calendar.Check(windows, nil) == nil
		}).Draw(t, "windows")
		want := 0
		for _, w := range windows {
			alone := calendar.Expand(time.UTC, []calendar.Window{w}, nil, day(t, "2026-08-03"), day(t, "2026-08-09"))
			require.NotEmpty(t, alone)
			want += len(alone)
		}
		together := calendar.Expand(time.UTC, windows, nil, day(t, "2026-08-03"), day(t, "2026-08-09"))
		require.Len(t, together, want)
		for _, s := range together {
			require.Zero(t, s.EndsAt.Sub(s.StartsAt)%(5*time.Minute))
		}
	})
}

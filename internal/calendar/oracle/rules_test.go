package oracle_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
)

var everyDay = []int{1, 2, 3, 4, 5, 6, 7}

// open makes a window from "18:00-02:00", the minutes of its slots and those from start to start.
func open(t *testing.T, times string, length, every int, weekdays ...int) calendar.Window {
	t.Helper()
	opens, closes, _ := strings.Cut(times, "-")
	w := calendar.Window{Weekdays: weekdays, SlotLength: time.Duration(length) * time.Minute, Every: time.Duration(every) * time.Minute}
	require.NoError(t, w.Opens.UnmarshalText([]byte(opens)))
	require.NoError(t, w.Closes.UnmarshalText([]byte(closes)))
	return w
}

func walkInOnly(w calendar.Window) calendar.Window {
	w.WalkInOnly = true
	return w
}

// plans are rules of every kind, with exceptions where the clocks of the place change.
func plans(t *testing.T, changes []calendar.ClockChange, first calendar.Date, seed uint64) []rules {
	t.Helper()
	bar := rules{name: "a bar that offers its nights every half hour", Windows: []calendar.Window{
		open(t, "22:30-02:00", 60, 30, 1, 4, 5, 6, 7), walkInOnly(open(t, "17:00-22:00", 90, 0, 2, 3, 5, 6)),
	}}
	clinic := rules{name: "a clinic that never closes", Windows: []calendar.Window{open(t, "06:00-06:00", 75, 0, everyDay...)}}
	sauna := rules{name: "a sauna that airs its rooms", Windows: []calendar.Window{
		open(t, "00:15-05:00", 40, 55, everyDay...), walkInOnly(open(t, "20:30-00:15", 50, 60, everyDay...)),
	}}
	night := rules{name: "long slots side by side, around midnight and all over the exceptions", Windows: []calendar.Window{
		open(t, "23:10-04:40", 90, 20, everyDay...), open(t, "12:00-13:00", 60, 0, everyDay...),
	}}
	for i, change := range changes {
		on := change.Date.AddDays(i%4 - 2)
		clinic.Exceptions = append(clinic.Exceptions,
			calendar.Exception{Date: on.AddDays(-1), Windows: []calendar.Window{open(t, "21:00-05:30", 120, 40)}})
		night.Exceptions = append(night.Exceptions,
			calendar.Exception{Date: on, Closed: true},
			calendar.Exception{Date: on.AddDays(1), Windows: []calendar.Window{open(t, "00:00-03:30", 30, 0), walkInOnly(open(t, "22:00-03:00", 60, 75))}})
	}
	return []rules{bar, clinic, sauna, night, drawn(t, first, rand.New(rand.NewPCG(seed, 4)))}
}

// drawn are rules by chance, the same for the same seed, that Check finds in order.
func drawn(t *testing.T, first calendar.Date, chance *rand.Rand) rules {
	t.Helper()
	for {
		r := rules{name: "rules by chance", Windows: []calendar.Window{}}
		for range 1 + chance.IntN(3) {
			r.Windows = append(r.Windows, drawnWindow(t, chance))
		}
		for d := chance.IntN(20); d < 400; d += 1 + chance.IntN(40) {
			e := calendar.Exception{Date: first.AddDays(d), Closed: chance.IntN(2) == 0}
			if !e.Closed {
				e.Windows = []calendar.Window{drawnWindow(t, chance)}
			}
			r.Exceptions = append(r.Exceptions, e)
		}
		if calendar.Check(r.Windows, r.Exceptions) == nil {
			return r
		}
	}
}

func drawnWindow(t *testing.T, chance *rand.Rand) calendar.Window {
	t.Helper()
	clock := func() string {
		return time.Date(2000, 1, 1, 0, 5*chance.IntN(288), 0, 0, time.UTC).Format("15:04")
	}
	for {
		w := open(t, clock()+"-"+clock(), 5*(6+chance.IntN(30)), 5*chance.IntN(40))
		w.WalkInOnly = chance.IntN(2) == 0
		for _, weekday := range everyDay {
			if chance.IntN(3) > 0 {
				w.Weekdays = append(w.Weekdays, weekday)
			}
		}
		if calendar.Check([]calendar.Window{w}, nil) == nil {
			return w
		}
	}
}

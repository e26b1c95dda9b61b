package booking

import (
	"fmt"
	"strings"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/opening"
	"github.com/slotq/slotq/internal/problem"
)

// How much one change of opening rules may hold. Its rows are what all of it makes together, for every resource it is for.
const (
	mostWindows    = 100
	mostExceptions = 800
	mostOfADate    = 20
	mostResources  = 200
	mostRows       = 20_000
)

// ReadOpening makes rules of what is asked for: *problem.Invalid names the first field that can't be. exceptions nil keeps
// those there are. Whom the rules are for is left to the caller.
func ReadOpening(windows []OpeningWindow, exceptions []OpeningException) (opening.Draft, error) {
	d := opening.Draft{Keep: exceptions == nil}
	if len(windows) > mostWindows {
		return d, problem.NewInvalid("windows", "give at most %d", mostWindows)
	}
	if len(exceptions) > mostExceptions {
		return d, problem.NewInvalid("exceptions", "give at most %d", mostExceptions)
	}
	var err error
	if d.Windows, err = readWindows(windows, "windows"); err != nil {
		return d, err
	}
	for i, asked := range exceptions {
		at := fmt.Sprintf("exceptions.%d.windows", i)
		if len(asked.Windows) > mostOfADate {
			return d, problem.NewInvalid(at, "give at most %d", mostOfADate)
		}
		e := calendar.Exception{Date: asked.Date, Closed: asked.Closed != nil && *asked.Closed}
		if e.Windows, err = readWindows(asked.Windows, at); err != nil {
			return d, err
		}
		for k := range e.Windows {
			e.Windows[k].Weekdays = nil // the date decides
		}
		d.Exceptions = append(d.Exceptions, e)
	}
	if faults := calendar.Check(d.Windows, d.Exceptions); len(faults) > 0 {
		return d, faulty(faults[0])
	}
	return d, nil
}

func readWindows(asked []OpeningWindow, at string) ([]calendar.Window, error) {
	var windows []calendar.Window
	for i, a := range asked {
		w := calendar.Window{Weekdays: a.Weekdays, SlotLength: a.SlotLength, WalkInOnly: a.WalkInOnly != nil && *a.WalkInOnly}
		for _, clock := range []struct {
			field, text string
			into        *calendar.ClockTime
		}{{"opens", a.Opens, &w.Opens}, {"closes", a.Closes, &w.Closes}} {
			var err error
			if *clock.into, err = calendar.ParseClockTime(clock.text); err != nil {
				return nil, problem.NewInvalid(fmt.Sprintf("%s.%d.%s", at, i, clock.field), "must be a time of day written as HH:MM, 00:00 to 23:59")
			}
		}
		if a.Every != nil {
			if *a.Every <= 0 {
				return nil, problem.NewInvalid(fmt.Sprintf("%s.%d.every", at, i), "must be at least a minute, or not be given")
			}
			if *a.Every != a.SlotLength { // the same start to start is no other rule
				w.Every = *a.Every
			}
		}
		windows = append(windows, w)
	}
	return windows, nil
}

func faulty(f calendar.Fault) *problem.Invalid {
	return problem.NewInvalid(strings.Join(f.Field, "."), "%s", f.Message)
}

// rowsOf is how many rows a draft makes for one scope.
func rowsOf(d opening.Draft) int {
	rows := len(d.Windows) + len(d.Exceptions)
	for _, e := range d.Exceptions {
		rows += len(e.Windows)
	}
	return rows
}

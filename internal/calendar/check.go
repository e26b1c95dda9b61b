package calendar

import (
	"cmp"
	"fmt"
	"slices"
)

// Fault is one thing wrong with given rules: the path of the field, as the input names it, and why.
type Fault struct {
	Field   []string
	Message string
}

// Check lists what is wrong with weekly windows and exceptions; nil means that Expand takes every one of them as it stands.
// Windows that overlap are a fault, those that run into the next day of the week too. An exception may cut into the
// windows around it: it is the exception.
func Check(windows []Window, exceptions []Exception) []Fault {
	var faults []Fault
	for i, w := range windows {
		faults = append(faults, w.check(true, "windows", fmt.Sprint(i))...)
	}
	if len(faults) == 0 {
		faults = overlaps(weekly(windows), 7*minutesPerDay, "windows")
	}
	seen := map[Date]bool{}
	for i, e := range exceptions {
		at := []string{"exceptions", fmt.Sprint(i)}
		faults = append(faults, e.check(at...)...)
		if seen[e.Date] {
			faults = append(faults, fault(at, "date", "%s has an exception already", e.Date))
		}
		seen[e.Date] = true
	}
	return faults
}

func fault(at []string, field, format string, args ...any) Fault {
	return Fault{Field: append(slices.Clone(at), field), Message: fmt.Sprintf(format, args...)}
}

func (w Window) check(weekdays bool, at ...string) []Fault {
	var faults []Fault
	if weekdays && len(w.Weekdays) == 0 {
		faults = append(faults, fault(at, "weekdays", "name at least one weekday"))
	}
	for i, weekday := range w.Weekdays {
		if weekday < 1 || weekday > 7 {
			faults = append(faults, fault(at, "weekdays", "%d is no ISO weekday; Monday is 1, Sunday is 7", weekday))
		} else if slices.Contains(w.Weekdays[:i], weekday) {
			faults = append(faults, fault(at, "weekdays", "%d is named twice", weekday))
		}
	}
	switch {
	case w.slotMinutes() == 0:
		faults = append(faults, fault(at, "slotLength", "must be whole minutes, 1 to %d", minutesPerDay))
	case w.slotMinutes() > w.minutes():
		faults = append(faults, fault(at, "slotLength", "no slot of %d minutes fits from %s to %s", w.slotMinutes(), w.Opens, w.Closes))
	}
	if w.Every != 0 && w.everyMinutes() == 0 {
		faults = append(faults, fault(at, "every", "must be whole minutes, 1 to %d, or not be given", minutesPerDay))
	}
	return faults
}

func (e Exception) check(at ...string) []Fault {
	var faults []Fault
	switch {
	case e.Date.IsZero():
		faults = append(faults, fault(at, "date", "must be given"))
	case e.Closed && len(e.Windows) > 0:
		faults = append(faults, fault(at, "windows", "a closed date has no windows"))
	case !e.Closed && len(e.Windows) == 0:
		faults = append(faults, fault(at, "closed", "say that the date is closed, or give its windows"))
	}
	stretches := make([]stretch, len(e.Windows))
	for i, w := range e.Windows {
		faults = append(faults, w.check(false, append(slices.Clone(at), "windows", fmt.Sprint(i))...)...)
		stretches[i] = stretch{from: w.Opens.minutes, minutes: w.minutes(), window: i}
	}
	if len(faults) == 0 {
		faults = overlaps(stretches, 0, append(slices.Clone(at), "windows")...)
	}
	return faults
}

// stretch is one opening of a window, in minutes after the start of the week or day.
type stretch struct{ from, minutes, window int }

func weekly(windows []Window) []stretch {
	var stretches []stretch
	for i, w := range windows {
		for _, weekday := range w.Weekdays {
			stretches = append(stretches, stretch{from: (weekday-1)*minutesPerDay + w.Opens.minutes, minutes: w.minutes(), window: i})
		}
	}
	return stretches
}

// overlaps names each window that opens while another is open. With a cycle, the last stretch meets the first again.
func overlaps(stretches []stretch, cycle int, at ...string) []Fault {
	slices.SortFunc(stretches, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.window, b.window))
	})
	if cycle > 0 && len(stretches) > 0 {
		again := stretches[0]
		again.from += cycle
		stretches = append(stretches, again)
	}
	var faults []Fault
	named := map[int]bool{}
	for i := 1; i < len(stretches); i++ {
		before, s := stretches[i-1], stretches[i]
		if before.from+before.minutes > s.from && !named[s.window] {
			named[s.window] = true
			faults = append(faults, fault(append(slices.Clone(at), fmt.Sprint(s.window)), "opens", "opens while windows[%d] is open", before.window))
		}
	}
	return faults
}

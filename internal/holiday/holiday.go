package holiday

import (
	"errors"
	"fmt"
	"slices"

	"github.com/slotq/slotq/internal/calendar"
)

// What Between refuses.
var (
	// ErrUnknownRegion means that no region has the code.
	ErrUnknownRegion = errors.New("no public holidays are known for the region")
	// ErrNotCovered means that the range leaves the years that Covered tells, so that nobody takes silence for a working day.
	ErrNotCovered = errors.New("public holidays are not known for these dates")
)

// Day is a public holiday: the whole of a civil date.
type Day struct {
	Date calendar.Date
	// Name is English where the source has it; two holidays on one date are joined by " / ". A day off in place of a holiday
	// says so: "Liberation Day (substitute day)".
	Name string
	// LocalName is in the first language of the region, and is Name where that is not known.
	LocalName string
	// Estimated means that the date waits for the sight of the moon and may yet move by a day.
	Estimated bool
}

// Covered gives the first and the last date that holidays are known for, in every region.
func Covered() (first, last calendar.Date) {
	b := open()
	return b.First, b.Last
}

// Between lists the public holidays of a region from first to last, both included, in order and one a date; none when last is
// before first. ErrUnknownRegion and ErrNotCovered come back wrapped, with what was asked for.
func Between(region string, first, last calendar.Date) ([]Day, error) {
	b := open()
	place, known := b.places[region]
	if !known {
		return nil, fmt.Errorf("%w: %q", ErrUnknownRegion, region)
	}
	for _, date := range []calendar.Date{first, last} {
		if date.Before(b.First) || date.After(b.Last) {
			return nil, fmt.Errorf("%w: %s to %s, but %s to %s are covered", ErrNotCovered, first, last, b.First, b.Last)
		}
	}
	var days []Day
	for _, number := range b.Regions[place].Holidays {
		for _, day := range b.Holidays[number].days() {
			if !day.Date.Before(first) && !day.Date.After(last) {
				days = append(days, day)
			}
		}
	}
	return onePerDate(days), nil
}

// onePerDate sorts days and joins those that meet on a date.
func onePerDate(days []Day) []Day {
	slices.SortStableFunc(days, func(a, b Day) int { return a.Date.Compare(b.Date) })
	var joined []Day
	for _, day := range days {
		if n := len(joined); n > 0 && joined[n-1].Date == day.Date {
			joined[n-1] = join(joined[n-1], day)
			continue
		}
		joined = append(joined, day)
	}
	return joined
}

// join is sure of the date when one of the two is: the date is a holiday then, whatever the moon does.
func join(a, b Day) Day {
	if a.Name != b.Name {
		a.LocalName += " / " + b.LocalName
		a.Name += " / " + b.Name
	}
	a.Estimated = a.Estimated && b.Estimated
	return a
}

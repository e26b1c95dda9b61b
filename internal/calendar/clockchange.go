package calendar

import "time"

// ClockChange is one change of a zone's offset from UTC: what the wall clock leaves out when it goes forward, or shows a
// second time when it goes back.
type ClockChange struct {
	At     time.Time `json:"at"`           // the first instant of the new offset, in UTC
	Date   Date      `json:"date"`         // what the wall shows at that instant
	Before int       `json:"offsetBefore"` // seconds east of UTC
	After  int       `json:"offsetAfter"`
	From   Reading   `json:"from"` // the first reading that is skipped or repeated
	Until  Reading   `json:"until"`
}

// Skips reports whether the clock goes forward, so that the readings From until Until don't occur; else they occur twice.
func (c ClockChange) Skips() bool { return c.After > c.Before }

// ClockChanges lists the changes whose Date is from first to last, both included, in order. A new name for the
// time with the same offset is none.
func ClockChanges(loc *time.Location, first, last Date) []ClockChange {
	if last.Before(first) {
		return nil
	}
	var changes []ClockChange
	line := newTimeline(loc, first.midnight(), last.AddDays(1).midnight())
	for i := 1; i < len(line); i++ {
		change := newClockChange(line[i-1], line[i])
		if !change.Date.Before(first) && !change.Date.After(last) {
			changes = append(changes, change)
		}
	}
	return changes
}

// newClockChange is the change from one period to the next.
func newClockChange(before, after period) ClockChange {
	stopped, went := wall(after.start+before.offset), wall(after.start+after.offset)
	return ClockChange{
		At: utc(after.start), Date: went.date(), Before: int(before.offset), After: int(after.offset),
		From: Reading{min(stopped, went)}, Until: Reading{max(stopped, went)},
	}
}

package calendar

import "time"

// Window is a weekly opening rule: on each of its weekdays the venue opens at Opens and is divided into slots of SlotLength
// until Closes. A close at or before the opening is on the next date; equal times are a whole day.
type Window struct {
	Weekdays   []int         `json:"weekdays"` // ISO, Monday 1 to Sunday 7
	Opens      ClockTime     `json:"opens"`
	Closes     ClockTime     `json:"closes"`
	SlotLength time.Duration `json:"slotLength"` // whole minutes; nanoseconds in JSON
}

// Exception replaces the weekly rules on one date: the venue is closed, or open as its own windows say. Their Weekdays are
// not looked at, the date decides.
type Exception struct {
	Date    Date     `json:"date"`
	Closed  bool     `json:"closed"`
	Windows []Window `json:"windows,omitempty"`
}

// minutes is how long the window is open by the wall clock, 1 to 1440.
func (w Window) minutes() int {
	open := w.Closes.minutes - w.Opens.minutes
	if open <= 0 {
		open += minutesPerDay
	}
	return open
}

// slotMinutes is the slot length, or 0 when it is none that slots can be cut by.
func (w Window) slotMinutes() int {
	if w.SlotLength < time.Minute || w.SlotLength > minutesPerDay*time.Minute || w.SlotLength%time.Minute != 0 {
		return 0
	}
	return int(w.SlotLength / time.Minute)
}

// opensOn reports whether the weekly rule opens the window on a date.
func (w Window) opensOn(d Date) bool {
	for _, weekday := range w.Weekdays {
		if weekday == d.Weekday() {
			return true
		}
	}
	return false
}

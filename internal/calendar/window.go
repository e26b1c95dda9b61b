package calendar

import "time"

// Window is a weekly opening rule: on each of its weekdays the venue opens at Opens and offers slots of SlotLength until
// Closes. A close at or before the opening is on the next date; equal times are a whole day.
type Window struct {
	Weekdays   []int         `json:"weekdays"` // ISO, Monday 1 to Sunday 7
	Opens      ClockTime     `json:"opens"`
	Closes     ClockTime     `json:"closes"`
	SlotLength time.Duration `json:"slotLength"`           // whole minutes; nanoseconds in JSON
	Every      time.Duration `json:"every,omitempty"`      // from one start to the next, as SlotLength; 0 is SlotLength
	WalkInOnly bool          `json:"walkInOnly,omitempty"` // for those who come in, not for those who book ahead
}

// Overlaps reports whether a slot of the window starts while another is running: one thing offered in two ways, which only
// one that is booked as a whole can bear.
func (w Window) Overlaps() bool { return w.Every > 0 && w.Every < w.SlotLength }

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
func (w Window) slotMinutes() int { return wholeMinutes(w.SlotLength) }

// everyMinutes is the time from one start to the next, or 0 when it is none that can be counted by.
func (w Window) everyMinutes() int {
	if w.Every == 0 {
		return w.slotMinutes()
	}
	return wholeMinutes(w.Every)
}

// wholeMinutes counts the minutes of a part of a day, or gives 0 when it is more, none, or not of whole minutes.
func wholeMinutes(d time.Duration) int {
	if d < time.Minute || d > minutesPerDay*time.Minute || d%time.Minute != 0 {
		return 0
	}
	return int(d / time.Minute)
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

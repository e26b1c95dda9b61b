package reading

import (
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/problem"
)

// SeriesOccurrence is one date of a recurring booking.
type SeriesOccurrence struct {
	Date     calendar.Date
	Slots    []Slot
	Blockers []problem.Code
}

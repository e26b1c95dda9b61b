package reading

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
)

// ClockEffect is what a clock change does to a slot.
type ClockEffect string

// The effects.
const (
	Lost      ClockEffect = "LOST"      // its start is left out
	Doubled   ClockEffect = "DOUBLED"   // its start comes twice
	Shortened ClockEffect = "SHORTENED" // it is over sooner than its length
)

// ClockChange is one change of a venue's clock and what it does to the slots.
type ClockChange struct {
	At           time.Time
	Date         calendar.Date
	OffsetBefore int // seconds ahead of UTC
	OffsetAfter  int
	Touched      []TouchedSlot
}

// TouchedSlot is a slot that a clock change touches.
type TouchedSlot struct {
	ResourceID uuid.UUID
	WallClock  string
	Effect     ClockEffect
}

package booking

import (
	"time"

	"github.com/slotq/slotq/internal/calendar"
)

// OpeningWindow is a weekly rule as it is asked for.
type OpeningWindow struct {
	Weekdays   []int
	Opens      string
	Closes     string
	SlotLength time.Duration
	Every      *time.Duration // nil: SlotLength
	WalkInOnly *bool
}

// OpeningException is a date with rules of its own, as it is asked for.
type OpeningException struct {
	Date    calendar.Date
	Closed  *bool
	Windows []OpeningWindow
}

// SetOpeningHours replaces the opening rules of a venue, or of some of its resources.
type SetOpeningHours struct {
	VenueID         string
	ResourceIDs     []string // nil: the venue's own rules
	Windows         []OpeningWindow
	Exceptions      []OpeningException // nil keeps those there are
	ExpectedVersion int
	Key             string
}

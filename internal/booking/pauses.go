package booking

import (
	"time"
)

// PauseBookings takes no new bookings for a while.
type PauseBookings struct {
	VenueID    string
	ResourceID *string    // nil: the whole venue
	From       *time.Time // nil: now
	Until      time.Time
	Reason     string
	Key        string
}

// EndPause ends a pause sooner than planned.
type EndPause struct {
	PauseID         string
	ExpectedVersion int
	Key             string
}

package booking

import "github.com/slotq/slotq/internal/ical"

// IssueCalendarFeed makes a secret address of a calendar.
type IssueCalendarFeed struct {
	VenueID    string
	ResourceID *string
	CustomerID *string // nil, without a resource: the actor's own
	Privacy    *ical.Privacy
	Key        string
}

// RevokeCalendarFeed shuts it.
type RevokeCalendarFeed struct {
	FeedID          string
	ExpectedVersion int
	Key             string
}

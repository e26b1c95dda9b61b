package booking

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/problem"
)

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

// CalendarFeed is a feed as the desk decides about it. Its JSON form is what events carry.
type CalendarFeed struct {
	ID         uuid.UUID    `json:"id"`
	VenueID    uuid.UUID    `json:"venueId"`
	ResourceID *uuid.UUID   `json:"resourceId,omitempty"` // of these two there is one
	CustomerID *uuid.UUID   `json:"customerId,omitempty"`
	Privacy    ical.Privacy `json:"privacy"`
	RevokedAt  *time.Time   `json:"revokedAt,omitempty"`
	Version    int          `json:"version"`
	CreatedAt  time.Time    `json:"createdAt"`
}

// seenBy reports whether an actor may refer to the feed: the feeds of resources are the staff's.
func (f CalendarFeed) seenBy(by actor.Actor) bool {
	return by.SeesVenue(f.VenueID) && (!by.OwnOnly() || f.CustomerID != nil && by.Owns(*f.CustomerID))
}

// revocable refuses a version that has moved on, and a feed that is shut.
func (f CalendarFeed) revocable(expectedVersion int) *problem.Problem {
	if expectedVersion != f.Version {
		return problem.New(problem.VersionStale, "The calendar feed has changed since it was read: it is at version %d.", f.Version).WithVersion(f.Version)
	}
	if f.RevokedAt != nil {
		return problem.New(problem.IllegalTransition, "The calendar feed is shut already.").WithVersion(f.Version)
	}
	return nil
}

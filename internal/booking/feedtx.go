package booking

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ical"
)

// FeedChanges are what a decision writes of calendar feeds.
type FeedChanges struct {
	Issued  []IssuedFeed
	Revoked []Change[CalendarFeed]
	Used    []uuid.UUID // fetched just now: a note that isn't a change of state
}

// IssuedFeed is a new feed and what its address is known by from now on.
type IssuedFeed struct {
	CalendarFeed
	Digest ical.AddressDigest
}

// FeedLookups are what commands on calendar feeds read and lock.
type FeedLookups interface {
	CalendarFeed(ctx context.Context, id uuid.UUID) (*CalendarFeed, error)
	LockCalendarFeed(ctx context.Context, id uuid.UUID) (*CalendarFeed, error)
	// OpenFeeds counts the feeds of the same venue and subject that aren't shut; it is read under the subject's lock.
	OpenFeeds(ctx context.Context, like CalendarFeed) (int, error)
}

package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/reading"
)

// CalendarFeeds are the commands of calendar feeds.
type CalendarFeeds interface {
	IssueCalendarFeed(ctx context.Context, by actor.Actor, in booking.IssueCalendarFeed, correlationID string) (booking.IssuedCalendarFeed, error)
	RevokeCalendarFeed(ctx context.Context, by actor.Actor, in booking.RevokeCalendarFeed, correlationID string) (command.Result, error)
}

// CalendarFeedReader is what is read of calendar feeds.
type CalendarFeedReader interface {
	CalendarFeeds(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[reading.CalendarFeed], error)
	CalendarFeedsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]reading.CalendarFeed, error)
}

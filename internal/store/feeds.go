package store

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entcalendarfeed "github.com/slotq/slotq/ent/db/calendarfeed"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/ical"
)

// CalendarFeed finds a feed.
func (t *tx) CalendarFeed(ctx context.Context, id uuid.UUID) (*booking.CalendarFeed, error) {
	row, err := t.ent.CalendarFeed.Query().Where(entcalendarfeed.TenantID(t.tenant), entcalendarfeed.ID(id)).Only(ctx)
	return maybe(row, err, feedOf)
}

// LockCalendarFeed locks a feed.
func (t *tx) LockCalendarFeed(ctx context.Context, id uuid.UUID) (*booking.CalendarFeed, error) {
	row, err := t.ent.CalendarFeed.Query().Where(entcalendarfeed.TenantID(t.tenant), entcalendarfeed.ID(id), noKey).Only(ctx)
	return maybe(row, err, feedOf)
}

// OpenFeeds counts the open feeds of the same venue and subject.
func (t *tx) OpenFeeds(ctx context.Context, like booking.CalendarFeed) (int, error) {
	query := t.ent.CalendarFeed.Query().
		Where(entcalendarfeed.TenantID(t.tenant), entcalendarfeed.VenueID(like.VenueID), entcalendarfeed.RevokedAtIsNil())
	if like.ResourceID != nil {
		query.Where(entcalendarfeed.ResourceID(*like.ResourceID))
	}
	if like.CustomerID != nil {
		query.Where(entcalendarfeed.CustomerID(*like.CustomerID))
	}
	return query.Count(ctx)
}

func feedOf(f *db.CalendarFeed) booking.CalendarFeed {
	return booking.CalendarFeed{
		ID: f.ID, VenueID: f.VenueID, ResourceID: f.ResourceID, CustomerID: f.CustomerID, Privacy: ical.Privacy(f.Privacy),
		RevokedAt: utc(f.RevokedAt), Version: f.Version, CreatedAt: f.CreatedAt.UTC(),
	}
}

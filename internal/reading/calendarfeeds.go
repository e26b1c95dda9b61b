package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/ical"
)

// CalendarFeed is a secret address at which a calendar program reads reservations; the secret isn't kept.
type CalendarFeed struct {
	ID         uuid.UUID
	TenantID   uuid.UUID
	VenueID    uuid.UUID
	ResourceID *uuid.UUID
	CustomerID *uuid.UUID
	Privacy    ical.Privacy
	LastUsedAt *time.Time
	RevokedAt  *time.Time
	Version    int
	CreatedAt  time.Time
}

// calendarFeedList is numbered by itself, so that nobody else's list gets its number.
const calendarFeedList listKind = 40

// CalendarFeeds lists a venue's feeds, newest last, shut ones too. A customer sees only its own, and none of a resource.
// problem.ErrNotFound for a venue that isn't the actor's to see.
func (r *Reader) CalendarFeeds(ctx context.Context, a actor.Actor, venue uuid.UUID, page Page) (c Connection[CalendarFeed], err error) {
	l := list{kind: calendarFeedList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, _ Ground) error {
		found, err := rows.CalendarFeeds(ctx, seenBy(a).of(venue).part(after, page.First))
		c = connect(l, page, found, func(f CalendarFeed) Key { return Key{Sort: f.CreatedAt.UnixMicro(), ID: f.ID} })
		return err
	})
	if err != nil {
		return Connection[CalendarFeed]{}, fmt.Errorf("list calendar feeds of venue %s: %w", venue, err)
	}
	return c, nil
}

// CalendarFeedsByID finds feeds that the actor may see.
func (r *Reader) CalendarFeedsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]CalendarFeed, error) {
	return batch(ctx, r, a, "calendar feeds", ids, func(f CalendarFeed) uuid.UUID { return f.ID }, Rows.CalendarFeeds)
}

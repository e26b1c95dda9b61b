package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ical"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
)

// A calendar shows reservations that began so long ago, keeps for so long what was called off, and holds so many at most:
// those that stand before those called off, those to come before those past, the nearest first.
const (
	calendarPast = 60 * 24 * time.Hour
	calendarMost = 2000
)

// notedAtLeast is how old the note of the last use may get before a new one is due.
const notedAtLeast = time.Hour

// CalendarRows are the rows behind the calendars that others read.
type CalendarRows interface {
	// CalendarFeeds are feeds by age.
	CalendarFeeds(ctx context.Context, want Want) ([]CalendarFeed, error)
	// OpenFeed is the feed with this address; nil when there is none, or it is shut. The clock is read with it.
	OpenFeed(ctx context.Context, digest ical.AddressDigest) (*OpenFeed, error)
	// CalendarBookings are the reservations to show, held ones that have lapsed left out.
	CalendarBookings(ctx context.Context, feed CalendarFeed, since, now time.Time, most int) ([]CalendarBooking, error)
}

// OpenFeed is a feed with the names that its calendar carries.
type OpenFeed struct {
	CalendarFeed
	Venue    string
	TimeZone string
	Resource *string // nil for a customer's
	Now      time.Time
}

// CalendarBooking is a reservation as far as calendars tell of it. Start and end are those of its present slots; in the
// calendar of a resource, of those that take its time, and once it has left the resource of those that did.
type CalendarBooking struct {
	ID               uuid.UUID
	Status           reservation.Status
	Requested        bool // while HELD: the venue is yet to say yes
	HasLeft          bool // a move took it to other resources
	Version          int
	PartySize        int
	Customer         string
	Resources        string
	StartsAt, EndsAt time.Time
	UpdatedAt        time.Time
}

// Calendar is what a feed shows now. AsOf is the newest change of a reservation in it, and not the time of asking, so that
// the same calendar is the same text.
type Calendar struct {
	FeedID  uuid.UUID
	Shown   ical.Feed
	AsOf    time.Time
	Unnoted bool // its last use was noted an hour ago or more
}

// Calendar reads what stands at an address. Whoever knows it may read, so there is no actor. problem.ErrNotFound for an
// address that is unknown or shut, in the same number of statements.
func (r *Reader) Calendar(ctx context.Context, at ical.Address) (shown Calendar, err error) {
	err = r.source.Read(ctx, at.Tenant, func(ctx context.Context, rows Rows) error {
		feed, err := rows.OpenFeed(ctx, at.Digest())
		if err != nil {
			return fmt.Errorf("look the address up: %w", err)
		}
		if feed == nil {
			return problem.ErrNotFound
		}
		bookings, err := rows.CalendarBookings(ctx, feed.CalendarFeed, feed.Now.Add(-calendarPast), feed.Now, calendarMost)
		if err != nil {
			return fmt.Errorf("read the reservations of calendar feed %s: %w", feed.ID, err)
		}
		shown = Calendar{
			FeedID: feed.ID, Shown: feed.calendar(bookings), AsOf: newest(feed.CreatedAt, bookings),
			Unnoted: feed.LastUsedAt == nil || !feed.Now.Before(feed.LastUsedAt.Add(notedAtLeast)),
		}
		return nil
	})
	if err != nil {
		return Calendar{}, fmt.Errorf("read a calendar: %w", err)
	}
	return shown, nil
}

func newest(at time.Time, bookings []CalendarBooking) time.Time {
	for _, b := range bookings {
		if b.UpdatedAt.After(at) {
			at = b.UpdatedAt
		}
	}
	return at
}

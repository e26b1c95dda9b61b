package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
)

// Story is the evening that the README's story plays on: exactly one free table on its whole date, and nobody waiting.
type Story struct {
	Tenant  string
	VenueID uuid.UUID
	SlotID  uuid.UUID
}

const (
	storyAhead = 26 * time.Hour // the story needs more than a day; a little more leaves time to read
	storyHour  = 19             // the evening's sitting, in the venue's civil time
)

// story finds the first evening that is ready, or makes the first untouched one ready by booking all but one table.
func (s *Seeder) story(ctx context.Context, t tenant) (Story, error) {
	today, now, err := s.today(ctx, t)
	if err != nil {
		return Story{}, err
	}
	for ahead := 1; ahead < layoutDays; ahead++ {
		places, err := s.day(ctx, t, today.AddDays(ahead))
		if err != nil {
			return Story{}, err
		}
		last, found := s.storyPlace(places, now, t)
		if !found || !last.free {
			continue
		}
		taken, err := s.waited(ctx, t, places)
		if err != nil {
			return Story{}, err
		}
		if taken {
			continue
		}
		if err := s.fill(ctx, t, places, last, today.AddDays(ahead)); err != nil {
			return Story{}, err
		}
		return Story{Tenant: t.code, VenueID: t.venueID(), SlotID: last.id}, nil
	}
	return Story{}, errors.New("no evening is left that nobody has touched; remove the data folder to begin anew")
}

// storyPlace is the table of the evening that stays free, if it is far enough ahead.
func (s *Seeder) storyPlace(places []place, now time.Time, t tenant) (place, bool) {
	p, found := s.sitting(places, t)
	return p, found && p.startsAt.Sub(now) >= storyAhead
}

// sitting is the story's table at the evening's sitting of a date.
func (s *Seeder) sitting(places []place, t tenant) (place, bool) {
	zone, err := calendar.ValidateZone(t.venue.zone)
	if err != nil {
		return place{}, false
	}
	for _, p := range places {
		if p.resource == storyTable && p.startsAt.In(zone).Hour() == storyHour {
			return p, true
		}
	}
	return place{}, false
}

// fill books every free slot of the date but one.
func (s *Seeder) fill(ctx context.Context, t tenant, places []place, but place, date calendar.Date) error {
	for i, p := range places {
		if p.id == but.id || !p.free {
			continue
		}
		if err := s.book(ctx, t, p, guest(i), "story"); err != nil {
			return fmt.Errorf("fill %s: %w", date, err)
		}
	}
	return nil
}

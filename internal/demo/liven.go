package demo

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
)

// liven gives a new tenant a past of a few minutes: some bookings on other days, and for the restaurant one evening that is
// full, with people waiting for it.
func (s *Seeder) liven(ctx context.Context, t tenant) error {
	today, now, err := s.today(ctx, t)
	if err != nil {
		return err
	}
	for ahead := 1; ahead < 10; ahead++ {
		if t.code == "hanok" && ahead < 4 {
			continue // the first days belong to the story
		}
		places, err := s.day(ctx, t, today.AddDays(ahead))
		if err != nil {
			return err
		}
		if t.code == "hanok" && ahead == 5 {
			if err := s.fullEvening(ctx, t, places); err != nil {
				return err
			}
			continue
		}
		for i, p := range places {
			if p.free && p.startsAt.After(now) && (i*7+ahead*3)%23 == 0 {
				if err := s.book(ctx, t, p, guest(40+(i+ahead)%40), "liven"); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// fullEvening books a sitting to the last table and lets people wait for it.
func (s *Seeder) fullEvening(ctx context.Context, t tenant, places []place) error {
	story, found := s.sitting(places, t)
	if !found {
		return nil
	}
	var sitting []place
	for _, p := range places {
		if p.free && p.startsAt.Equal(story.startsAt) {
			sitting = append(sitting, p)
		}
	}
	for i, p := range sitting {
		if err := s.book(ctx, t, p, guest(i), "full"); err != nil {
			return err
		}
	}
	for i, party := range []int{2, 4, 2, 6} {
		who := guest(60 + i)
		joined, err := s.Desk.JoinWaitlist(ctx, t.actor("staff"), booking.JoinWaitlist{
			VenueID: ref.Encode(ref.Venue, t.venueID()), PartySize: party, From: sitting[0].startsAt, To: sitting[0].endsAt,
			Customer: who.contact(), Key: key("wait", t.code, i, sitting[0].id),
		}, "demo")
		if err != nil {
			return fmt.Errorf("wait: %w", err)
		}
		if joined.Outcome != command.Committed {
			return fmt.Errorf("wait: %w", joined.Problem)
		}
	}
	return nil
}

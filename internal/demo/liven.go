package demo

import (
	"context"
	"fmt"
)

// fullEvening is how many days ahead the evening lies that people wait for; the story's evening is before.
const (
	fullEvening = 5
	livenDays   = 9
)

// liven gives a new tenant a past of a few minutes: some bookings on the coming days, and for the restaurant one evening
// that is full, with people waiting for it.
func (s *Seeder) liven(ctx context.Context, t tenant) error {
	h, err := s.horizon(ctx, t)
	if err != nil {
		return err
	}
	for ahead := 1; ahead <= livenDays; ahead++ {
		all, err := s.day(ctx, t, h.today.AddDays(ahead))
		if err != nil {
			return err
		}
		switch {
		case t.code == storyTenant && ahead == fullEvening:
			err = s.queue(ctx, t, all.sitting(h.zone))
		case t.code == storyTenant && ahead < fullEvening:
			continue // the story's evening, and the next ones for when it has been played
		default:
			err = s.sprinkle(ctx, t, all, ahead)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", h.today.AddDays(ahead), err)
		}
	}
	return nil
}

// sprinkle books a few places of a date.
func (s *Seeder) sprinkle(ctx context.Context, t tenant, all places, ahead int) error {
	each := max(23, len(all)/8) // eight a day at most
	for i, p := range all {
		if !p.free || (i+ahead*5)%each != 0 {
			continue
		}
		if err := s.book(ctx, t, p, guest(guests/2+(i+ahead)%(guests/2)), "liven"); err != nil {
			return err
		}
	}
	return nil
}

// queue books a sitting to the last table and lets people wait for it.
func (s *Seeder) queue(ctx context.Context, t tenant, sitting places) error {
	for i, p := range sitting {
		if !p.free {
			continue
		}
		if err := s.book(ctx, t, p, guest(i), "full"); err != nil {
			return err
		}
	}
	for i, party := range []int{2, 4, 2, 6} {
		if err := s.wait(ctx, t, sitting.span(sitting[0]), party, guest(60+i), "wait"); err != nil {
			return err
		}
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/bench/process"
	"github.com/slotq/slotq/internal/loadtest"
	"github.com/slotq/slotq/internal/ref"
)

// ground is a venue with free slots, by their start. They are read beneath the API, which shows a hundred of a page.
func (h *house) ground(ctx context.Context, p loadtest.Plan) (*loadtest.Ground, error) {
	g, err := loadtest.OpenGround(ctx, h.client, p)
	if err != nil {
		return nil, err
	}
	return g, process.Await(ctx, h.ended, func() error {
		g.Slots = g.Slots[:0]
		rows, err := h.db.QueryContext(ctx, `SELECT s.id FROM slots s JOIN venues v ON v.id = s.venue_id
			WHERE v.code = $1 AND s.state = 'OPEN' AND s.starts_at > now() + interval '1 hour' ORDER BY s.starts_at, s.id`, g.Code)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				return err
			}
			g.Slots = append(g.Slots, ref.Encode(ref.Slot, id))
		}
		if len(g.Slots) < p.Slots() {
			return errors.Join(rows.Err(), fmt.Errorf("%d of %d slots are laid out", len(g.Slots), p.Slots()))
		}
		return rows.Err()
	})
}

// book books the first slots, for lists to show.
func (s *side) book(ctx context.Context, n int) error {
	for _, slot := range s.venue.Slots[:n] {
		held, err := s.hold(ctx, slot)
		if err == nil {
			_, err = s.confirm(ctx, held)
		}
		if err != nil {
			return err
		}
	}
	s.taken += n
	return nil
}

// live makes one of each that the history is copied from: a booking, a wait, an offer and its acceptance.
func (s *side) live(ctx context.Context) error {
	last := len(s.venue.Slots) - 2
	booked, err := s.hold(ctx, s.venue.Slots[last])
	if err != nil {
		return err
	}
	if _, err := s.confirm(ctx, booked); err != nil {
		return err
	}
	s.venue.Slots = s.venue.Slots[:last]
	var from, to time.Time
	if err := s.db.QueryRowContext(ctx, `SELECT starts_at, ends_at FROM slots WHERE id = $1`, idOf(ref.Slot, s.venue.Slots[last-1])).Scan(&from, &to); err != nil {
		return err
	}
	entry, err := s.wait(ctx, s.venue.Venue, from.UTC(), to.UTC())
	if err != nil {
		return err
	}
	offer, err := s.give(ctx, "offerToEntry", "OfferToEntryInput", "offer { id version }",
		loadtest.Vars{"entryId": entry.id, "slotIds": []string{s.venue.Slots[last-1]}, "expectedVersion": entry.version, "reason": "to be copied"})
	if err != nil {
		return err
	}
	s.venue.Slots = s.venue.Slots[:last-1]
	_, err = s.accept(ctx, thing{offer.Get("offer.id").String(), offer.Get("offer.version").Int()})
	return err
}

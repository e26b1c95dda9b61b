package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/bench/process"
	"github.com/slotq/slotq/internal/loadtest"
	"github.com/slotq/slotq/internal/ref"
)

// queue is a venue that is booked out while people wait for it. Whoever gives a place back makes an offer to the first of them.
type queue struct {
	waiting  int
	ground   *loadtest.Ground
	venue    uuid.UUID
	from, to time.Time // what they wait for
	booked   []thing
}

// bookedOut is how many slots people wait for.
const bookedOut = 12

// openQueue books a venue out and lets ten people wait. A longer queue is filled up by hand.
func (s *side) openQueue(ctx context.Context, waiting int) (*queue, error) {
	g, err := s.ground(ctx, loadtest.Plan{Places: 1, Capacity: 1, Days: 1})
	if err != nil {
		return nil, err
	}
	q := &queue{waiting: waiting, ground: g, venue: idOf(ref.Venue, g.Venue)}
	g.Slots = g.Slots[len(g.Slots)-bookedOut:]
	for _, slot := range g.Slots {
		held, err := s.hold(ctx, slot)
		if err != nil {
			return nil, err
		}
		booked, err := s.confirm(ctx, held)
		if err != nil {
			return nil, err
		}
		q.booked = append(q.booked, booked)
	}
	if err := s.db.QueryRowContext(ctx, `SELECT min(starts_at), max(ends_at) FROM slots WHERE id IN ($1, $2)`,
		idOf(ref.Slot, g.Slots[0]), idOf(ref.Slot, g.Slots[bookedOut-1])).Scan(&q.from, &q.to); err != nil {
		return nil, err
	}
	for range min(waiting, 10) {
		if _, err := s.wait(ctx, g.Venue, q.from.UTC(), q.to.UTC()); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// promotion is what came of a place that was given back.
type promotion struct {
	offer thing
	seen  time.Duration // from asking for the cancellation until the offer could be seen
	took  time.Duration // by the database's clock, from when the place was free until somebody was chosen
}

// promote gives the nth booked place back and waits for the offer.
func (s *side) promote(ctx context.Context, q *queue, nth int) (p promotion, err error) {
	start := time.Now()
	if err := s.cancel(ctx, q.booked[nth]); err != nil {
		return p, err
	}
	err = process.Await(ctx, s.ended, func() error {
		var id uuid.UUID
		var micros sql.NullInt64
		err := s.db.QueryRowContext(ctx, `SELECT o.id, o.version, (extract(epoch FROM x.created_at - x.freed_at) * 1000000)::bigint
			FROM offers o JOIN selections x ON x.tenant_id = o.tenant_id AND x.id = o.selection_id WHERE o.venue_id = $1 AND o.status = 'OFFERED'`, q.venue).
			Scan(&id, &p.offer.version, &micros)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("nobody of %d who wait was offered what is free", q.waiting)
		}
		p.offer.id, p.took = ref.Encode(ref.Offer, id), time.Duration(micros.Int64)*time.Microsecond
		return err
	})
	p.seen = time.Since(start)
	return p, err
}

// idOf is the key of what the API calls by a name of its own.
func idOf(kind ref.Kind, name string) uuid.UUID {
	id, _ := ref.Decode(kind, name) // the API has just said it
	return id
}

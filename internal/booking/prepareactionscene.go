package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// scene is where a deed would happen, as it is found without locking anything. It decides nothing.
type scene struct {
	venue   uuid.UUID   // of a reservation that is only asked for: known once its places are read
	slots   []uuid.UUID // where the party would sit, or sits
	leaves  []uuid.UUID // of a move: what it would give up
	places  map[uuid.UUID]Place
	party   int
	waits   bool       // a place may come later
	subject *ref.Ref   // the reservation or the offer that it is about
	version int        // of the subject, as found
	tied    bool       // an outside booking system has a say
	asks    bool       // and has so for every place of its own
	from    time.Time  // of a wish: the range
	to      time.Time  //
	until   *time.Time // from then on the deed means nothing
}

// givenUp is where a reservation would be cancelled.
func (b *booked) givenUp() *scene {
	s := &scene{
		venue: b.row.VenueID, slots: slotsOf(b.units), party: b.row.PartySize, tied: b.row.UpstreamID != nil,
		subject: &ref.Ref{Kind: ref.Reservation, ID: b.row.ID}, version: b.row.Version,
	}
	if b.row.Status == reservation.Held {
		s.until = b.row.ExpiresAt
	}
	return s
}

// movedTo is where a reservation would be moved. A hold is moved here alone: the outside system hears of it when it is
// confirmed.
func (b *booked) movedTo(slots []uuid.UUID) *scene {
	s := b.givenUp()
	s.slots, s.leaves, s.asks = slots, s.slots, b.row.Status == reservation.Confirmed
	return s
}

// scene is where an offer would be accepted.
func (b *backing) scene(ctx context.Context, tx Tx) (*scene, error) {
	hold, err := tx.Reservation(ctx, b.offer.ReservationID)
	if err != nil {
		return nil, fmt.Errorf("find the hold of offer %s: %w", b.offer.ID, err)
	}
	if hold == nil {
		return nil, ErrMoved
	}
	return &scene{
		venue: b.offer.VenueID, slots: slotsOf(b.units), party: hold.PartySize, tied: hold.Tied,
		subject: &ref.Ref{Kind: ref.Offer, ID: b.offer.ID}, version: b.offer.Version, until: &b.offer.ExpiresAt,
	}, nil
}

// wishScene is where a wish would wait.
func wishScene(in JoinWaitlistAction) (*scene, string, error) {
	venue, ok := ref.Decode(ref.Venue, in.VenueID)
	if !ok {
		return nil, "venue", nil
	}
	return &scene{venue: venue, party: in.PartySize, from: in.From, to: in.To, until: &in.To}, "", nil
}

// furnish reads the places. All of them must be there: the deed has been rehearsed.
func (s *scene) furnish(ctx context.Context, tx Tx) error {
	all := union(s.slots, s.leaves)
	s.places = map[uuid.UUID]Place{}
	if len(all) == 0 {
		return nil
	}
	found, err := tx.Places(ctx, all)
	if err != nil {
		return fmt.Errorf("read slots: %w", err)
	}
	if len(found) != len(all) {
		return ErrMoved
	}
	for _, p := range found {
		s.places[p.Slot.ID] = p
	}
	for _, id := range s.slots {
		s.venue = s.places[id].Slot.VenueID
		s.tied = s.tied || s.asks && s.places[id].Tied
	}
	return nil
}

// deadline is when an approval made now is over: after its time, and never past what it would be for. ok is false when that
// has passed while rows were waited for. A start that has passed says nothing: what has begun may still be cancelled.
func (s *scene) deadline(now time.Time, ttl time.Duration) (ends time.Time, ok bool) {
	ends = now.Add(ttl)
	if s.until != nil && s.until.Before(ends) {
		ends = *s.until
	}
	for _, id := range s.slots {
		if at := s.places[id].Slot.StartsAt; at.After(now) && at.Before(ends) {
			ends = at
		}
	}
	return ends, ends.After(now)
}

package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// decode reads an entity's own fields as of an event; nil for a message that tells no change.
func decode[T any](m feed.Message) (*T, error) {
	if m.Kind != feed.Change {
		return nil, nil
	}
	it := new(T)
	if err := json.Unmarshal(m.Event.Data, it); err != nil {
		return nil, fmt.Errorf("read event %d of venue %s: %w", m.Event.Position, m.Event.VenueID, err)
	}
	return it, nil
}

func offerEvent(_ context.Context, m feed.Message) (*model.OfferEvent, error) {
	offer, err := decode[waitlist.Offer](m)
	if offer != nil {
		offer.TenantID = m.Event.TenantID
	}
	return &model.OfferEvent{Step: model.Step{Message: m}, Offer: offer}, err
}

func reservationEvent(_ context.Context, m feed.Message) (*model.ReservationEvent, error) {
	row, err := decode[reservation.Reservation](m)
	if row != nil {
		row.TenantID = m.Event.TenantID
	}
	return &model.ReservationEvent{Step: model.Step{Message: m}, Reservation: row}, err
}

func availabilityEvent(_ context.Context, m feed.Message) (*model.AvailabilityEvent, error) {
	slot, err := decode[inventory.Slot](m)
	if slot != nil {
		slot.TenantID = m.Event.TenantID
	}
	return &model.AvailabilityEvent{Step: model.Step{Message: m}, Changed: slot}, err
}

// startsWithin keeps events of slots that start in [from, until).
func startsWithin(from, until time.Time) func(event.Numbered) bool {
	return func(e event.Numbered) bool {
		var slot struct {
			StartsAt time.Time `json:"startsAt"`
		}
		return json.Unmarshal(e.Data, &slot) == nil && !slot.StartsAt.Before(from) && slot.StartsAt.Before(until)
	}
}

// slotAsOf is a slot with its own fields as of an event; whether it can be booked is told as of now.
func slotAsOf(then inventory.Slot, now reading.Slot) *reading.Slot {
	if then.Version != now.Version {
		now.Slot = then
	}
	return &now
}

// entryStream is the stream of one waitlist entry: it begins with the entry as it stands, and then tells each later version
// once. It is for one subscriber.
type entryStream struct {
	id   uuid.UUID
	read func(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]waitlist.Entry, error)
	sent int // the highest version that was sent
}

func (s *entryStream) topic(ctx context.Context, venue uuid.UUID) feed.Topic {
	return feed.Topic{Venue: venue, Entity: ref.Entry, ID: &s.id, Match: own(actorOf(ctx))}
}

// event answers nil for a change that the state sent before already contains.
func (s *entryStream) event(ctx context.Context, m feed.Message) (*model.WaitlistEntryEvent, error) {
	entry, err := decode[waitlist.Entry](m)
	if err != nil {
		return nil, err
	}
	if entry != nil {
		if entry.Version <= s.sent {
			return nil, nil
		}
		entry.TenantID = m.Event.TenantID
	} else {
		found, err := s.read(ctx, actorOf(ctx), []uuid.UUID{s.id})
		if err != nil {
			return nil, err
		}
		if now, visible := found[s.id]; visible {
			entry = &now
		}
	}
	if entry != nil {
		s.sent = max(s.sent, entry.Version)
	}
	return &model.WaitlistEntryEvent{Step: model.Step{Message: m}, WaitlistEntry: entry}, nil
}

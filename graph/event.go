package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reading"
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

// starts reads when the slot of an event starts. All who watch availability ask that of the same event at about the same
// time, so the last answer is kept.
type starts struct{ last atomic.Pointer[start] }

type start struct {
	of *event.Numbered
	at time.Time // zero when the event doesn't say
}

// within keeps events of slots that start in [from, until).
func (s *starts) within(from, until time.Time) func(*event.Numbered) bool {
	return func(e *event.Numbered) bool {
		at := s.of(e)
		return !at.IsZero() && !at.Before(from) && at.Before(until)
	}
}

func (s *starts) of(e *event.Numbered) time.Time {
	if known := s.last.Load(); known != nil && known.of == e {
		return known.at
	}
	var slot struct {
		StartsAt time.Time `json:"startsAt"`
	}
	if json.Unmarshal(e.Data, &slot) != nil {
		slot.StartsAt = time.Time{}
	}
	s.last.Store(&start{of: e, at: slot.StartsAt})
	return slot.StartsAt
}

// slotAsOf is a slot with its own fields as of an event; whether it can be booked is told as of now.
func slotAsOf(then inventory.Slot, now reading.Slot) *reading.Slot {
	if then.Version != now.Version {
		now.Slot = then
	}
	return &now
}

package model

import (
	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// Step is what every event on a stream says of itself.
type Step struct{ feed.Message }

// IsStreamEvent makes every event one.
func (Step) IsStreamEvent() {}

// IntentEvent is a step of the stream of one intent. Intent is as of the event, or as it stood after the step at which the
// stream began; nil when it can't be seen any more.
type IntentEvent struct {
	Step
	Intent *intent.Intent
}

// ApprovalEvent is a step of the stream of one approval, likewise.
type ApprovalEvent struct {
	Step
	Approval *approval.Approval
}

// OfferEvent is a step of a stream of offers. Offer is as of the event, and nil unless it tells a change.
type OfferEvent struct {
	Step
	Offer *waitlist.Offer
}

// ReservationEvent is a step of a stream of reservations. Reservation is as of the event, and nil unless it tells a change.
type ReservationEvent struct {
	Step
	Reservation *reservation.Reservation
}

// WaitlistEntryEvent is a step of the stream of one entry. WaitlistEntry is as of the event, or as it stood after the step
// at which the stream began; nil when it can't be seen any more.
type WaitlistEntryEvent struct {
	Step
	WaitlistEntry *waitlist.Entry
}

// AvailabilityEvent is a step of a stream of slots. Changed is the slot's own row as of the event, and nil unless it tells
// a change; how it can be booked now is looked up when it is asked for.
type AvailabilityEvent struct {
	Step
	Changed *inventory.Slot
}

// ActionQueueEvent is a step of the stream of a venue's action queue. A change has either an item as it now stands or the id
// of one that is gone.
type ActionQueueEvent struct {
	Step
	Item          *agenda.Item
	RemovedItemID *string
}

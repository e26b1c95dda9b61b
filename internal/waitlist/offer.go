package waitlist

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// ConfirmationSource says where a yes to an offer came from.
type ConfirmationSource string

// The sources of a confirmation.
const (
	FrontDesk    ConfirmationSource = "FRONT_DESK"
	Phone        ConfirmationSource = "PHONE"
	ByCustomer   ConfirmationSource = "CUSTOMER"
	ThroughAgent ConfirmationSource = "AGENT"
)

// SourceValues lists every source.
func SourceValues() []ConfirmationSource {
	return []ConfirmationSource{FrontDesk, Phone, ByCustomer, ThroughAgent}
}

// MaySay reports whether a role may name the source: a customer only itself, an agent only itself, staff any.
func (s ConfirmationSource) MaySay(role actor.Role) bool {
	switch role {
	case actor.Customer:
		return s == ByCustomer
	case actor.Agent:
		return s == ThroughAgent
	default:
		return true
	}
}

// Offer is a time-limited proposal of held slots to one entry. Its JSON form is what events carry.
type Offer struct {
	ID            uuid.UUID     `json:"id"`
	TenantID      uuid.UUID     `json:"-"`
	VenueID       uuid.UUID     `json:"venueId"`
	EntryID       uuid.UUID     `json:"entryId"`
	CustomerID    uuid.UUID     `json:"customerId"`
	ReservationID uuid.UUID     `json:"reservationId"` // the promotional hold
	SelectionID   uuid.UUID     `json:"selectionId"`
	Status        OfferStatus   `json:"status"`
	Version       int           `json:"version"`
	ExpiresAt     time.Time     `json:"expiresAt"`
	DeliveryState DeliveryState `json:"deliveryState"`
	Generation    int64         `json:"generation"`         // counts a slot's selections; a label, it decides nothing
	IntentID      *uuid.UUID    `json:"intentId,omitempty"` // the unfinished intent that has it in hand: time stands still for it
	DecidedAt     *time.Time    `json:"decidedAt,omitempty"`
	DecidedBy     *string       `json:"decidedBy,omitempty"`
	Source        *string       `json:"source,omitempty"`
	ReasonCode    *string       `json:"reasonCode,omitempty"`
	Reason        *string       `json:"reason,omitempty"`
	CreatedAt     time.Time     `json:"createdAt"`
	UpdatedAt     time.Time     `json:"updatedAt"`
}

// Effective is the state as time has it: an open offer is EXPIRED the instant its deadline comes. One that was accepted at
// a venue with a booking system of its own waits for that system, however long it takes.
func (o Offer) Effective(now time.Time) OfferStatus {
	if o.Status == OfferOpen && o.IntentID == nil && !now.Before(o.ExpiresAt) {
		return OfferExpired
	}
	return o.Status
}

// DecideOffer answers whether an offer may go to a state now, in the published order: expiry, version, transition.
func DecideOffer(o Offer, to OfferStatus, expectedVersion int, now time.Time) *problem.Problem {
	if o.Effective(now) == OfferExpired {
		return problem.New(problem.OfferExpired, "The offer has expired; the place goes to the next in line.").WithVersion(o.Version)
	}
	if expectedVersion != o.Version {
		return problem.New(problem.DecisionStale, "The offer has been decided or changed since it was read: it is at version %d.", o.Version).WithVersion(o.Version)
	}
	if o.IntentID != nil {
		return problem.New(problem.AttemptUnresolved, "The offer was accepted, and the venue's booking system is still being asked.").WithVersion(o.Version)
	}
	if !o.Status.CanBecome(to) {
		return problem.New(problem.IllegalTransition, "An offer that is %s can't become %s.", o.Status, to).WithVersion(o.Version)
	}
	return nil
}

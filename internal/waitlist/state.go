// Package waitlist owns the rules of the queue: the lives of entries and offers, the queue's order and what staff may adjust
// in it, who is next for free units, and what a decision on an offer answers. It is pure: rows and `now` in, decision out.
package waitlist

import "slices"

// EntryStatus is where a waitlist entry stands.
type EntryStatus string

// The states of an entry.
const (
	Waiting        EntryStatus = "WAITING"   // in the queue
	Offered        EntryStatus = "OFFERED"   // a place is held for it
	Fulfilled      EntryStatus = "FULFILLED" // the offer became a reservation
	EntryDeclined  EntryStatus = "DECLINED"  // the offer was turned down
	EntryExpired   EntryStatus = "EXPIRED"   // its time, or its offer's, ran out
	EntryCancelled EntryStatus = "CANCELLED" // it left the queue
)

// EntryValues lists every state of an entry, in the order of the public contract.
func EntryValues() []EntryStatus {
	return []EntryStatus{Waiting, Offered, Fulfilled, EntryDeclined, EntryExpired, EntryCancelled}
}

// EntryInitial is the only state in which an entry is born.
const EntryInitial = Waiting

// EntryTransitions is the state machine of an entry. OFFERED returns to WAITING when staff withdraw the offer, or when it
// lapses and the policy puts the entry at the end of the queue.
var EntryTransitions = map[EntryStatus][]EntryStatus{
	Waiting: {Offered, EntryCancelled, EntryExpired},
	Offered: {Fulfilled, EntryDeclined, EntryExpired, EntryCancelled, Waiting},
}

// CanBecome reports whether the state machine has the edge.
func (s EntryStatus) CanBecome(to EntryStatus) bool { return slices.Contains(EntryTransitions[s], to) }

// Live reports whether the entry still wants something.
func (s EntryStatus) Live() bool { return s == Waiting || s == Offered }

// OfferStatus is where an offer stands.
type OfferStatus string

// The states of an offer; all but OFFERED are final.
const (
	OfferOpen      OfferStatus = "OFFERED"
	OfferAccepted  OfferStatus = "ACCEPTED"
	OfferDeclined  OfferStatus = "DECLINED"
	OfferExpired   OfferStatus = "EXPIRED"
	OfferWithdrawn OfferStatus = "WITHDRAWN"
)

// OfferValues lists every state of an offer, in the order of the public contract.
func OfferValues() []OfferStatus {
	return []OfferStatus{OfferOpen, OfferAccepted, OfferDeclined, OfferExpired, OfferWithdrawn}
}

// OfferInitial is the only state in which an offer is born.
const OfferInitial = OfferOpen

// OfferTransitions is the state machine of an offer.
var OfferTransitions = map[OfferStatus][]OfferStatus{
	OfferOpen: {OfferAccepted, OfferDeclined, OfferExpired, OfferWithdrawn},
}

// CanBecome reports whether the state machine has the edge.
func (s OfferStatus) CanBecome(to OfferStatus) bool { return slices.Contains(OfferTransitions[s], to) }

// DeliveryState is where the notice of an offer stands. It decides nothing.
type DeliveryState string

// The states of a notice.
const (
	DeliveryPending    DeliveryState = "PENDING"
	DeliverySent       DeliveryState = "SENT"
	DeliveryDelivered  DeliveryState = "DELIVERED"
	DeliveryUnknown    DeliveryState = "UNKNOWN"
	DeliverySuppressed DeliveryState = "SUPPRESSED"
	DeliveryFailed     DeliveryState = "FAILED"
)

// DeliveryValues lists every state of a notice, in the order of the public contract.
func DeliveryValues() []DeliveryState {
	return []DeliveryState{DeliveryPending, DeliverySent, DeliveryDelivered, DeliveryUnknown, DeliverySuppressed, DeliveryFailed}
}

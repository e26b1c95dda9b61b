// Package agenda owns what waits for a person at a venue: the kinds of such things, when an offer begins to run out and an
// intent counts as stuck, what each is called in plain words, and which rows an event sends a watcher to look at. It is pure:
// what was read and `now` in, items out.
package agenda

import (
	"slices"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/ref"
)

// Kind is why something waits.
type Kind string

// The kinds.
const (
	OfferAwaiting   Kind = "OFFER_AWAITING_DECISION"
	OfferExpiring   Kind = "OFFER_EXPIRING"
	AttemptUnknown  Kind = "ATTEMPT_UNKNOWN"
	IntentStuck     Kind = "INTENT_STUCK"
	LateArrival     Kind = "LATE_ARRIVAL"
	DeliveryFailed  Kind = "DELIVERY_FAILED"
	Conflict        Kind = "CONFLICT"
	ApprovalPending Kind = "APPROVAL_PENDING"
)

// KindValues lists every kind, in the order of the public contract.
func KindValues() []Kind {
	return []Kind{OfferAwaiting, OfferExpiring, AttemptUnknown, IntentStuck, LateArrival, DeliveryFailed, Conflict, ApprovalPending}
}

// Matter is what waits, whatever the clock makes of it: an offer that begins to run out is still the same offer without an
// answer. A subject has one item of each matter at most.
type Matter int16

// The matters. Their numbers stand in cursors and are never given to another; among items of one subject they decide the order.
const (
	OpenOffer Matter = iota + 1
	FailedNotice
	UnknownAttempt
	StuckIntent
	LateParty
	StrandedBooking
	RequestedBooking
	PendingApproval
)

// nature is what is the same for all items of a matter.
type nature struct {
	word    string // in an item's id
	subject ref.Kind
	kinds   []Kind
	needs   actor.Capability
}

var natures = map[Matter]nature{
	OpenOffer:        {"open", ref.Offer, []Kind{OfferAwaiting, OfferExpiring}, actor.OfferRead},
	FailedNotice:     {"notice", ref.Offer, []Kind{DeliveryFailed}, actor.OfferRead},
	UnknownAttempt:   {"unknown", ref.Attempt, []Kind{AttemptUnknown}, actor.IntentRead},
	StuckIntent:      {"stuck", ref.Intent, []Kind{IntentStuck}, actor.IntentRead},
	LateParty:        {"late", ref.Reservation, []Kind{LateArrival}, actor.ReservationRead},
	StrandedBooking:  {"stranded", ref.Reservation, []Kind{Conflict}, actor.ReservationRead},
	RequestedBooking: {"requested", ref.Reservation, []Kind{ApprovalPending}, actor.ReservationRead},
	PendingApproval:  {"pending", ref.Approval, []Kind{ApprovalPending}, actor.ApprovalRead},
}

// Matters lists every matter.
func Matters() []Matter {
	return []Matter{OpenOffer, FailedNotice, UnknownAttempt, StuckIntent, LateParty, StrandedBooking, RequestedBooking, PendingApproval}
}

// Subject is the kind of thing that the matter is about.
func (m Matter) Subject() ref.Kind { return natures[m].subject }

// ID names the item of this matter about a subject. It stays as long as the same thing waits for the same reason.
func (m Matter) ID(subject ref.Ref) string { return natures[m].word + "_" + subject.String() }

// Shown lists the matters about which the actor may be told: whoever may not read a thing isn't told that it waits.
func Shown(a actor.Actor) []Matter {
	return slices.DeleteFunc(Matters(), func(m Matter) bool { return !a.Can(natures[m].needs) })
}

// Of keeps the matters that items of the wanted kinds can have; nil wants every kind.
func Of(matters []Matter, kinds []Kind) []Matter {
	if kinds == nil {
		return matters
	}
	return slices.DeleteFunc(slices.Clone(matters), func(m Matter) bool {
		return !slices.ContainsFunc(natures[m].kinds, func(k Kind) bool { return slices.Contains(kinds, k) })
	})
}

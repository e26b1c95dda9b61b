package booking

import (
	"time"

	"github.com/slotq/slotq/internal/intent"
)

// RequestReservation asks for a reservation that a worker makes: 1 to 20 slots of one venue, all or none.
type RequestReservation struct {
	SlotIDs     []string
	PartySize   int
	WaitForSeat bool
	ExpiresAt   *time.Time // nil: 15 minutes, or until the first start for one that waits for a seat
	Customer    *Contact
	Key         string
}

// IntentCommand names an intent and the version of it that the caller read.
type IntentCommand struct {
	IntentID        string
	ExpectedVersion int
	Key             string
}

// ResolveAttempt is a person's word on an attempt whose outcome nobody knows.
type ResolveAttempt struct {
	AttemptID       string
	ExpectedVersion int
	Resolution      intent.Resolution
	UpstreamRef     *string
	Reason          string
	Key             string
}

// PrepareAction is an action that waits for a person's yes. Exactly one of its actions is given.
type PrepareAction struct {
	Action Action
	Key    string
}

// Action is one of the five actions that can be prepared.
type Action struct {
	RequestReservation *RequestReservationAction
	CancelReservation  *CancelReservationAction
	MoveReservation    *MoveReservationAction
	JoinWaitlist       *JoinWaitlistAction
	ConfirmOffer       *ConfirmOfferAction
}

// RequestReservationAction is a reservation to be asked for.
type RequestReservationAction struct {
	SlotIDs     []string
	PartySize   int
	WaitForSeat bool
}

// CancelReservationAction is a reservation to be given up.
type CancelReservationAction struct {
	ReservationID   string
	ExpectedVersion int
	ReasonCode      string
}

// MoveReservationAction is a reservation to be moved.
type MoveReservationAction struct {
	ReservationID   string
	SlotIDs         []string
	ExpectedVersion int
}

// JoinWaitlistAction is a place in the queue to be taken.
type JoinWaitlistAction struct {
	VenueID   string
	PartySize int
	From      time.Time
	To        time.Time
}

// ConfirmOfferAction is an offer to be accepted.
type ConfirmOfferAction struct {
	OfferID         string
	ExpectedVersion int
}

// ApprovalCommand names an approval and the version of it that the caller read.
type ApprovalCommand struct {
	ApprovalID      string
	ExpectedVersion int
	Key             string
}

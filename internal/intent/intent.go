package intent

import (
	"time"

	"github.com/google/uuid"
)

// Kind is what is wanted, by the name of the mutation that asks for it.
type Kind string

// The kinds of intents.
const (
	RequestReservation Kind = "requestReservation"
	ConfirmReservation Kind = "confirmReservation"
	ConfirmOffer       Kind = "confirmOffer"
	CancelReservation  Kind = "cancelReservation"
	MoveReservation    Kind = "moveReservation"
)

// Kinds lists every kind.
func Kinds() []Kind {
	return []Kind{RequestReservation, ConfirmReservation, ConfirmOffer, CancelReservation, MoveReservation}
}

// Intent is what a person wants done, once. Its JSON form is what events carry: the row's own fields, without contact data.
type Intent struct {
	ID            uuid.UUID   `json:"id"`
	TenantID      uuid.UUID   `json:"-"`
	VenueID       uuid.UUID   `json:"venueId"`
	CustomerID    uuid.UUID   `json:"customerId"`
	Kind          Kind        `json:"kind"`
	Status        Status      `json:"status"`
	Version       int         `json:"version"`
	Slots         []uuid.UUID `json:"slots"` // wanted, by start; for a cancellation, those given back
	PartySize     int         `json:"partySize"`
	WaitForSeat   bool        `json:"waitForSeat"`
	ReservationID *uuid.UUID  `json:"reservationId,omitempty"` // the hold made for it, or the reservation it is about
	HoldID        *uuid.UUID  `json:"holdId,omitempty"`        // of a move: the hold that keeps the new places meanwhile
	OfferID       *uuid.UUID  `json:"offerId,omitempty"`
	Failure       *string     `json:"failure,omitempty"`
	CompletedBy   *uuid.UUID  `json:"completedBy,omitempty"` // the winning attempt; written once
	ExpiresAt     time.Time   `json:"expiresAt"`
	CreatedAt     time.Time   `json:"createdAt"`
	UpdatedAt     time.Time   `json:"updatedAt"`

	// How the work goes; nobody's business but the worker's.
	Epoch      int64      `json:"-"` // counts the workers that had it; what an earlier one writes is refused
	NextAt     *time.Time `json:"-"` // when it has to be looked at; nil once it is finished
	NotBefore  *time.Time `json:"-"` // while it waits: a seat is not tried for before
	HoldUntil  *time.Time `json:"-"` // the deadline that its hold and offer get back if nothing comes of it
	Decision   Decision   `json:"-"` // who said so and why, for the offer or the reservation it is about
	ApprovalID *uuid.UUID `json:"-"`
}

// Decision is who asked and in which words, kept until the act itself is done.
type Decision struct {
	By     string `json:"by,omitempty"`
	Source string `json:"source,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Lapsed reports whether the intent's time is over and nothing speaks against saying so. Unresolved tells whether an
// attempt may still turn out either way: then the intent stays open, whatever the clock says.
func (i Intent) Lapsed(unresolved bool, now time.Time) bool {
	return i.Status.Open() && !unresolved && !now.Before(i.ExpiresAt)
}

// Effective is the state as time has it.
func (i Intent) Effective(unresolved bool, now time.Time) Status {
	if i.Lapsed(unresolved, now) {
		return Expired
	}
	return i.Status
}

// Action is what an attempt asks of the provider.
type Action string

// The two actions.
const (
	Book   Action = "BOOK"
	Cancel Action = "CANCEL"
)

// Compensation is what becomes of a booking at the provider that counts for nothing here.
type Compensation string

// The states of a compensation.
const (
	NothingDue Compensation = ""
	UndoDue    Compensation = "DUE"    // the provider is to be asked to cancel
	Undone     Compensation = "DONE"   // it did
	UndoFailed Compensation = "FAILED" // it can't or won't: a person must see to it
)

// Attempt is one try at an intent. Its JSON form is what events carry.
type Attempt struct {
	ID           uuid.UUID     `json:"id"`
	TenantID     uuid.UUID     `json:"-"`
	VenueID      uuid.UUID     `json:"venueId"`
	CustomerID   uuid.UUID     `json:"customerId"`
	IntentID     uuid.UUID     `json:"intentId"`
	Number       int           `json:"number"`
	ProviderID   *uuid.UUID    `json:"providerId,omitempty"` // nil: SlotQ's own books
	Provider     string        `json:"provider"`             // its code
	Action       Action        `json:"action"`
	Reference    string        `json:"reference"` // ours, under which the provider keeps the booking
	Target       string        `json:"target"`    // what is to be booked there, or given back
	Status       AttemptStatus `json:"status"`
	Version      int           `json:"version"`
	UpstreamRef  *string       `json:"upstreamRef,omitempty"` // the provider's own
	FailureKind  FailureKind   `json:"failureKind,omitempty"`
	Failure      *string       `json:"failure,omitempty"` // in words
	StartedAt    time.Time     `json:"startedAt"`
	EndedAt      *time.Time    `json:"endedAt,omitempty"`
	ResolvedBy   *string       `json:"resolvedBy,omitempty"` // the person who settled it
	Resolution   *string       `json:"resolution,omitempty"` // that person's reason
	Compensation Compensation  `json:"compensation,omitempty"`
	UpdatedAt    time.Time     `json:"updatedAt"`

	Epoch      int64      `json:"-"` // of the worker that may write its end
	AskAt      *time.Time `json:"-"` // when the provider is asked again: about an UNKNOWN one, or one given up that may come late
	Asked      int        `json:"-"` // how often it was
	DoubtAt    *time.Time `json:"-"` // when it became UNKNOWN
	WatchUntil *time.Time `json:"-"` // how long one that was given up is watched
}

// Own is the code of SlotQ's own books, where no outside system has a say.
const Own = "slotq"

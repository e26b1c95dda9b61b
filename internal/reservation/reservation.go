package reservation

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/policy"
)

// Reservation is a customer's booking of 1 to 20 slots of one venue. Its JSON form is what events carry: the row's own
// fields without contact data or notes.
type Reservation struct {
	ID              uuid.UUID  `json:"id"`
	TenantID        uuid.UUID  `json:"-"`
	VenueID         uuid.UUID  `json:"venueId"`
	CustomerID      uuid.UUID  `json:"customerId"`
	PartySize       int        `json:"partySize"`
	Status          Status     `json:"status"`
	StatusReason    *string    `json:"statusReason,omitempty"`
	Version         int        `json:"version"`
	ExpiresAt       *time.Time `json:"expiresAt,omitempty"` // the hold's deadline; nil while an intent has it in hand, means nothing once it is over
	Extended        bool       `json:"extended"`            // a hold is extended once
	Promotional     bool       `json:"promotional"`         // while HELD it is moved by its offer only
	PolicyVersionID uuid.UUID  `json:"policyVersionId"`
	Tied            bool       `json:"tied"`                     // made over places that an outside booking system has a say in
	IntentID        *uuid.UUID `json:"intentId,omitempty"`       // the unfinished intent that has it in hand
	UpstreamID      *uuid.UUID `json:"upstreamId,omitempty"`     // the attempt whose booking at a provider stands for it
	RequestedAt     *time.Time `json:"requestedAt,omitempty"`    // while HELD: a customer has asked for it, the venue confirms or declines
	NoShowAt        *time.Time `json:"noShowAt,omitempty"`       // given up then unless the party has come; nil: only by staff
	WalkIn          bool       `json:"walkIn,omitempty"`         // the party came without a booking
	OverrideReason  *string    `json:"overrideReason,omitempty"` // why staff booked it against the rules
	OverrideCodes   []string   `json:"overrideCodes,omitempty"`  // the rules that were passed over
	SeriesID        *uuid.UUID `json:"seriesId,omitempty"`
	CorrectsID      *uuid.UUID `json:"correctsId,omitempty"` // the reservation whose end was a mistake
	StartsAt        time.Time  `json:"startsAt"`             // of the first slot
	EndsAt          time.Time  `json:"endsAt"`               // of the last slot
	Note            string     `json:"-"`
	CreatedAt       time.Time  `json:"createdAt"`
	UpdatedAt       time.Time  `json:"updatedAt"`
}

// Lapsed reports whether the hold's time is over, swept or not. The deadline itself is already too late.
func (r Reservation) Lapsed(now time.Time) bool {
	return r.Status == Held && r.ExpiresAt != nil && !now.Before(*r.ExpiresAt)
}

// Effective is the state as time has it: a lapsed hold is EXPIRED the instant its deadline comes.
func (r Reservation) Effective(now time.Time) Status {
	if r.Lapsed(now) {
		return Expired
	}
	return r.Status
}

// InHand reports whether an unfinished intent has the row: then only the intent moves it.
func (r Reservation) InHand() bool { return r.IntentID != nil }

// HeldByOffer reports whether the row is a promotional hold still in the hands of its offer.
func (r Reservation) HeldByOffer() bool {
	return r.Promotional && (r.Status == Held || r.Status == Expired)
}

// Late reports whether the party should be here and isn't: confirmed, begun, and not checked in.
func (r Reservation) Late(now time.Time) bool {
	return r.Status == Confirmed && !now.Before(r.StartsAt)
}

// Terms is what binds one reservation now: the rules it was made under.
type Terms = policy.Rules

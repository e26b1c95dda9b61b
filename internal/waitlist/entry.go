package waitlist

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/problem"
)

// Entry is a wish for any slot within [From, To) for a party. Its JSON form is what events carry.
type Entry struct {
	ID         uuid.UUID   `json:"id"`
	TenantID   uuid.UUID   `json:"-"`
	VenueID    uuid.UUID   `json:"venueId"`
	CustomerID uuid.UUID   `json:"customerId"`
	PartySize  int         `json:"partySize"`
	From       time.Time   `json:"from"`
	To         time.Time   `json:"to"`
	ResourceID *uuid.UUID  `json:"resourceId,omitempty"` // nil: any resource of the venue
	Status     EntryStatus `json:"status"`
	Version    int         `json:"version"`
	JoinedAt   time.Time   `json:"joinedAt"` // with the id, the place in the queue
	PassedOver int         `json:"passedOver"`
	Priority   int         `json:"priority,omitempty"` // given by staff
	// The open offer, while OFFERED, and what its lapse will mean: kept here so that the effective state needs no join.
	OfferID         *uuid.UUID `json:"offerId,omitempty"`
	OfferExpiresAt  *time.Time `json:"offerExpiresAt,omitempty"`
	RequeuesOnLapse bool       `json:"requeuesOnLapse"`
	CreatedAt       time.Time  `json:"createdAt"`
	UpdatedAt       time.Time  `json:"updatedAt"`
}

// Effective is the state as time has it. An entry is EXPIRED once its range is over; an entry whose offer lapsed is
// EXPIRED too, or WAITING again where the policy puts it back at the end of the queue.
func (e Entry) Effective(now time.Time) EntryStatus {
	if !e.Status.Live() {
		return e.Status
	}
	if e.Status == Offered {
		switch {
		case e.OfferExpiresAt == nil || now.Before(*e.OfferExpiresAt):
			return Offered
		case e.RequeuesOnLapse && now.Before(e.To):
			return Waiting
		default:
			return EntryExpired
		}
	}
	if !now.Before(e.To) {
		return EntryExpired
	}
	return Waiting
}

// Covers reports whether a slot lies within the wished range and suits the wished resource.
func (e Entry) Covers(resource uuid.UUID, startsAt, endsAt time.Time) bool {
	return !startsAt.Before(e.From) && !endsAt.After(e.To) && (e.ResourceID == nil || *e.ResourceID == resource)
}

// DecideEntry answers whether an entry may go to a state now, at the version that was read (0: whatever it is).
func DecideEntry(e Entry, to EntryStatus, expectedVersion int, now time.Time) *problem.Problem {
	if expectedVersion != 0 && expectedVersion != e.Version {
		return problem.New(problem.VersionStale, "The waitlist entry has changed since it was read: it is at version %d.", e.Version).WithVersion(e.Version)
	}
	if effective := e.Effective(now); !effective.CanBecome(to) {
		return problem.New(problem.IllegalTransition, "A waitlist entry that is %s can't become %s.", effective, to).WithVersion(e.Version)
	}
	return nil
}

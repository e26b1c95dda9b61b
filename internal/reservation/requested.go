package reservation

import (
	"time"

	"github.com/slotq/slotq/internal/policy"
)

// Requested reports whether the reservation waits for the venue's yes: a customer has asked for it, its time is not over, and
// nobody has said yes. Where a yes is being carried out by an intent, it has been said.
func (r Reservation) Requested(now time.Time) bool {
	return r.RequestedAt != nil && r.Effective(now) == Held && !r.InHand()
}

// OnlyAsks reports whether a confirmation by the customer is a request, and the venue confirms.
func OnlyAsks(terms Terms, ownOnly bool) bool { return ownOnly && terms.Confirmation == policy.Request }

// Ask makes a live hold a request: it is kept until the venue's time for an answer is over, but never past the last moment at
// which it could be confirmed.
func (r Reservation) Ask(terms Terms, now, last time.Time) Reservation {
	until := terms.RequestExpiresAt(now, last)
	r.RequestedAt, r.ExpiresAt = &now, &until
	return r
}

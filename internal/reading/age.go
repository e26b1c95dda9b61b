package reading

import (
	"time"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// age gives rows the state that time has given them, whether or not anybody has recorded it.
func age[T any](rows []T, one func(*T, time.Time), now time.Time) {
	for i := range rows {
		one(&rows[i], now)
	}
}

func ageReservation(r *reservation.Reservation, now time.Time) { r.Status = r.Effective(now) }

func ageEntry(e *waitlist.Entry, now time.Time) { e.Status = e.Effective(now) }

func ageOffer(o *waitlist.Offer, now time.Time) { o.Status = o.Effective(now) }

func ageIntent(i *Intent, now time.Time) { i.Status = i.Effective(i.Unresolved, now) }

func ageApproval(a *approval.Approval, now time.Time) { a.Status = a.Effective(now) }

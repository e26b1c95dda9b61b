package agenda

import (
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/ref"
)

// Touch is what an event sends a watcher of the queue to look at: the rows about which something may wait now, or may have
// waited before.
type Touch struct {
	Matters   []Matter    // what may wait about them; nil: anything
	Subjects  []uuid.UUID // offers, reservations, intents, attempts and approvals
	Withdrawn []uuid.UUID // slots whose bookings may be stranded now
	Reopened  []uuid.UUID // slots whose bookings may have been, and no longer are
	Corrected []uuid.UUID // reservations in whose place another was made: what was lost with them is no trouble any more
}

// Nothing reports whether the event changes no queue.
func (t Touch) Nothing() bool {
	return len(t.Subjects)+len(t.Withdrawn)+len(t.Reopened)+len(t.Corrected) == 0
}

// Concerns reports whether an event may change a queue. Slots that are taken and freed change nothing by themselves: the
// reservations that did it have events of their own. A hold that is new waits for nobody but its customer.
func Concerns(e *event.Numbered) bool {
	switch e.Entity {
	case ref.Offer, ref.Approval, ref.Intent, ref.Attempt:
		return true
	case ref.Reservation:
		return e.Kind != event.ReservationHeld
	case ref.Slot:
		return e.Kind == event.SlotWithdrawn || e.Kind == event.SlotReopened
	default:
		return false
	}
}

// Touched is what an event may change of a queue.
func Touched(e *event.Numbered) (t Touch) {
	if !Concerns(e) {
		return t
	}
	here := []uuid.UUID{e.EntityID}
	switch e.Entity {
	case ref.Offer:
		t.Subjects, t.Matters = here, []Matter{OpenOffer, FailedNotice}
	case ref.Approval:
		t.Subjects, t.Matters = here, []Matter{PendingApproval}
	case ref.Intent:
		t.Subjects, t.Matters = here, []Matter{StuckIntent}
	case ref.Attempt:
		t.Subjects, t.Matters = append(here, named(e).Intent...), []Matter{UnknownAttempt, StuckIntent}
	case ref.Reservation:
		t.Subjects, t.Matters = here, []Matter{LateParty, StrandedBooking, RequestedBooking}
		if t.Corrected = named(e).Corrects; t.Corrected != nil {
			t.Matters = append(t.Matters, StuckIntent)
		}
	case ref.Slot:
		t.Matters = []Matter{StrandedBooking}
		if e.Kind == event.SlotWithdrawn {
			t.Withdrawn = here
		} else {
			t.Reopened = here
		}
	}
	return t
}

// Among keeps the matters that are touched.
func (t Touch) Among(matters []Matter) []Matter {
	if t.Matters == nil {
		return matters
	}
	return slices.DeleteFunc(slices.Clone(matters), func(m Matter) bool { return !slices.Contains(t.Matters, m) })
}

// names are the other rows of which an event's data speaks.
type names struct{ Intent, Corrects []uuid.UUID }

// named reads them. What can't be read names nothing: the row's own state is read anew in any case.
func named(e *event.Numbered) (n names) {
	var data struct {
		IntentID   *uuid.UUID `json:"intentId"`
		CorrectsID *uuid.UUID `json:"correctsId"`
	}
	if json.Unmarshal(e.Data, &data) != nil {
		return n
	}
	if data.IntentID != nil {
		n.Intent = []uuid.UUID{*data.IntentID}
	}
	if data.CorrectsID != nil {
		n.Corrects = []uuid.UUID{*data.CorrectsID}
	}
	return n
}

package booking

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// Changes is everything that one decision writes, as sets. Each changed row names the version it was read at, so a row
// that moved meanwhile stops the whole.
type Changes struct {
	Now          time.Time
	Customers    []CustomerWrite
	Slots        []Change[inventory.Slot]
	Booked       []reservation.Reservation
	Reservations []Change[reservation.Reservation]
	Allocated    []inventory.Allocation
	Released     []Release
	Joined       []waitlist.Entry
	Entries      []Change[waitlist.Entry]
	Offered      []waitlist.Offer
	Offers       []Change[waitlist.Offer]
	Selections   []waitlist.Selection
	PassedOver   []uuid.UUID // entries that were passed once more
	Requested    []intent.Intent
	Intents      []Change[intent.Intent] // in order; one row may change more than once
	Attempted    []intent.Attempt
	Attempts     []Change[intent.Attempt]
	Rescheduled  []Reschedule
	Looked       []intent.Attempt // the provider was asked about these, and nothing came of it
	Prepared     []approval.Approval
	Approvals    []Change[approval.Approval]
	Vacancies    []Vacancy
	Drained      []uuid.UUID // vacancies that are done with
	Unwanted     bool        // so are those of single slots in venues where nobody waits
	House        HouseChanges
	Opening      OpeningChanges
	Policies     PolicyChanges
	Feeds        FeedChanges
	Access       AccessChanges
	Series       []reservation.Series
	Events       []event.Event
	Audit        []AuditEntry
	Records      []LedgerRow // one for each command that the changes come from
}

// Change is a row as it was locked and as it shall be.
type Change[T any] struct{ Before, After T }

// Release gives back the units that a reservation holds of its present slots; a move leaves them superseded.
type Release struct {
	ReservationID uuid.UUID
	Superseded    bool
}

// Reschedule says when an intent is looked at next; it isn't a change that anybody is told of.
type Reschedule struct {
	IntentID uuid.UUID
	At       time.Time
}

// LedgerRow is a command's own row.
type LedgerRow struct {
	Owner  uuid.UUID
	Key    command.Digest
	Record command.Record
}

// AuditEntry says who did what, when, and how it ended.
type AuditEntry struct {
	Venue         *uuid.UUID
	At            time.Time
	Principal     *uuid.UUID // nil: the program itself
	Actor         string
	Operation     string
	Subject       *string
	Outcome       string
	ProblemCode   *string
	Reason        *string
	CorrelationID string
}

package model

import (
	"time"

	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// Connection is a page as the contract shows it.
type Connection[T any] struct{ reading.Connection[T] }

// Edge is one row of a page with its cursor.
type Edge[T any] struct {
	Cursor string
	Node   T
}

// Edges pairs the rows with their cursors.
func (c Connection[T]) Edges() []Edge[T] {
	edges := make([]Edge[T], len(c.Nodes))
	for i, node := range c.Nodes {
		edges[i] = Edge[T]{Cursor: c.Cursors[i], Node: node}
	}
	return edges
}

// PageInfo says where the page lies; an empty page has no cursors.
func (c Connection[T]) PageInfo() PageInfo {
	info := PageInfo{HasNextPage: c.HasNext, HasPreviousPage: c.HasPrevious}
	if n := len(c.Cursors); n > 0 {
		info.StartCursor, info.EndCursor = &c.Cursors[0], &c.Cursors[n-1]
	}
	return info
}

// The pages and edges of the contract.
type (
	VenueConnection         = Connection[inventory.Venue]
	VenueEdge               = Edge[inventory.Venue]
	ResourceConnection      = Connection[inventory.Resource]
	ResourceEdge            = Edge[inventory.Resource]
	SlotConnection          = Connection[reading.Slot]
	SlotEdge                = Edge[reading.Slot]
	ReservationConnection   = Connection[reservation.Reservation]
	ReservationEdge         = Edge[reservation.Reservation]
	WaitlistEntryConnection = Connection[waitlist.Entry]
	WaitlistEntryEdge       = Edge[waitlist.Entry]
	OfferConnection         = Connection[waitlist.Offer]
	OfferEdge               = Edge[waitlist.Offer]
	IntentConnection        = Connection[intent.Intent]
	IntentEdge              = Edge[intent.Intent]
	ApprovalConnection      = Connection[approval.Approval]
	ApprovalEdge            = Edge[approval.Approval]
	PolicyVersionConnection = Connection[policy.Version]
	PolicyVersionEdge       = Edge[policy.Version]
	PauseConnection         = Connection[inventory.Pause]
	PauseEdge               = Edge[inventory.Pause]
	AdjustmentConnection    = Connection[waitlist.Adjustment]
	AdjustmentEdge          = Edge[waitlist.Adjustment]
	ActionItemEdge          = Edge[agenda.Item]
	AuditEntryConnection    = Connection[reading.AuditEntry]
	AuditEntryEdge          = Edge[reading.AuditEntry]
	CalendarFeedConnection  = Connection[reading.CalendarFeed]
	CalendarFeedEdge        = Edge[reading.CalendarFeed]
	APIKeyConnection        = Connection[credential.APIKey]
	APIKeyEdge              = Edge[credential.APIKey]
	MembershipConnection    = Connection[credential.Membership]
	MembershipEdge          = Edge[credential.Membership]
)

// ActionItemConnection is a page of the action queue, and when time alone may change the queue next.
type ActionItemConnection struct {
	Connection[agenda.Item]
	ChangesAt *time.Time
}

// Package inventory owns what is sold: venues, resources, slots, and the one evaluator that says whether a slot can be
// booked. Availability, holds, moves and promotion all ask it. It is pure.
package inventory

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/policy"
)

// ResourceKind says how a resource's capacity is shared.
type ResourceKind string

// The two kinds.
const (
	Exclusive ResourceKind = "EXCLUSIVE" // one party at a time takes the whole
	Pooled    ResourceKind = "POOLED"    // parties share; each takes as many units as people
)

// KindValues lists both kinds.
func KindValues() []ResourceKind { return []ResourceKind{Exclusive, Pooled} }

// SlotState says whether a slot is on offer.
type SlotState string

// The states of a slot.
const (
	Open      SlotState = "OPEN"      // it follows from the rules
	Withdrawn SlotState = "WITHDRAWN" // the rules no longer have it; what is booked on it stays, for review
	Retired   SlotState = "RETIRED"   // withdrawn, and nobody holds any of it
)

// StateValues lists every state of a slot.
func StateValues() []SlotState { return []SlotState{Open, Withdrawn, Retired} }

// Units is what a party takes of one slot.
func (k ResourceKind) Units(party int) int {
	if k == Pooled {
		return party
	}
	return 1
}

// Tenant is an organisation; nothing crosses it.
type Tenant struct {
	ID   uuid.UUID
	Code string
	Name string
}

// Venue is a place with an IANA time zone.
type Venue struct {
	ID         uuid.UUID
	TenantID   uuid.UUID
	Code       string
	Name       string
	TimeZone   string
	LayoutDays int // how many days ahead slots are laid out

	HolidayRegion    *string // whose public holidays are known here
	ClosedOnHolidays bool
	OpeningNumber    int    // the newest revision of the opening rules; 0: none were ever set
	LaidOutNumber    int    // the revision that the slots follow
	Tzdata           string // the time zone data that the slots were laid out by
	Switches         Switches
	Version          int
	CreatedAt        time.Time
}

// Switches turn off what a venue sends out of itself. Expiry, release and reconciliation go on whatever they say.
type Switches struct {
	Offers      bool // new automatic offers
	Notices     bool // new notices
	AllowListed bool // only customers on the allow list get automatic offers
}

// Area is a part of a venue.
type Area struct {
	ID        uuid.UUID
	TenantID  uuid.UUID
	VenueID   uuid.UUID
	Name      string
	Version   int
	CreatedAt time.Time
}

// Resource is a table, a doctor, a room.
type Resource struct {
	ID       uuid.UUID
	TenantID uuid.UUID
	VenueID  uuid.UUID
	Name     string
	Kind     ResourceKind
	Capacity int
	MinParty int
	MaxParty int
	Active   bool

	AreaID     *uuid.UUID
	WalkInOnly bool
	Shared     bool        // its time is sold in other ways too: by slots that overlap, or joined with others
	Combines   []uuid.UUID // the exclusive resources that it joins: it and they exclude each other
	Version    int
	CreatedAt  time.Time
}

// Leaves are the resources whose time a booking of this one takes: those that it joins, else itself.
func (r Resource) Leaves() []uuid.UUID {
	if len(r.Combines) > 0 {
		return r.Combines
	}
	return []uuid.UUID{r.ID}
}

// Pause is a time, [From, Until), in which a venue, or one resource of it, takes no new bookings.
type Pause struct {
	ID         uuid.UUID
	TenantID   uuid.UUID
	VenueID    uuid.UUID
	ResourceID *uuid.UUID // nil: the whole venue
	From       time.Time
	Until      time.Time
	Reason     string
	EndedAt    *time.Time // sooner than planned
	Version    int
	CreatedAt  time.Time
}

// Covers reports whether the pause stands in the way of a slot of a resource: it hasn't been ended, and they have a moment in
// common. What pauses a table pauses all that it is joined into.
func (p Pause) Covers(s Slot, r Resource) bool {
	met := p.ResourceID == nil || *p.ResourceID == r.ID || slices.Contains(r.Combines, *p.ResourceID)
	return met && p.EndedAt == nil && p.From.Before(s.EndsAt) && s.StartsAt.Before(p.Until)
}

// Slot is a resource over [StartsAt, EndsAt). Taken counts the units of allocations not yet released, lapsed holds
// included. Its JSON form is what events carry.
type Slot struct {
	ID         uuid.UUID `json:"id"`
	TenantID   uuid.UUID `json:"-"`
	VenueID    uuid.UUID `json:"venueId"`
	ResourceID uuid.UUID `json:"resourceId"`
	StartsAt   time.Time `json:"startsAt"`
	EndsAt     time.Time `json:"endsAt"`
	Capacity   int       `json:"capacity"`
	Taken      int       `json:"taken"`
	State      SlotState `json:"state,omitempty"`
	WalkInOnly bool      `json:"walkInOnly,omitempty"`
	Version    int       `json:"version"`
}

// Allocation is units of one slot held by one reservation, until released.
type Allocation struct {
	ID            uuid.UUID
	ReservationID uuid.UUID
	SlotID        uuid.UUID
	Units         int
	Keeps         *policy.Span // how long it keeps an exclusive resource; nil for pooled ones
}

// Waiter is an intent that waits for a slot, and could have it, and all others that it wants, as far as units go.
type Waiter struct {
	Intent  uuid.UUID
	AskedAt time.Time
	Party   int
	Slots   []uuid.UUID // all that it wants, in order of time
}

// Before reports whether a waiter asked before another.
func (w Waiter) Before(o Waiter) bool {
	return cmp.Or(w.AskedAt.Compare(o.AskedAt), bytes.Compare(w.Intent[:], o.Intent[:])) < 0
}

// Busy is a stretch of time for which a resource is kept, and by whom.
type Busy struct {
	policy.Span
	ResourceID    uuid.UUID
	ReservationID uuid.UUID
	SlotID        uuid.UUID
	Lapsed        bool // by a hold that is over and not yet released
}

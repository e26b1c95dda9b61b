// Package inventory owns what is sold: venues, resources, slots, and the one evaluator that says whether a slot can be
// booked. Availability, holds, moves and promotion all ask it. It is pure.
package inventory

import (
	"time"

	"github.com/google/uuid"
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
	Version    int
	CreatedAt  time.Time
}

// Resource is a table, a doctor, a room.
type Resource struct {
	ID        uuid.UUID
	TenantID  uuid.UUID
	VenueID   uuid.UUID
	Name      string
	Kind      ResourceKind
	Capacity  int
	MinParty  int
	MaxParty  int
	Active    bool
	Version   int
	CreatedAt time.Time
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
	Version    int       `json:"version"`
}

// Allocation is units of one slot held by one reservation, until released.
type Allocation struct {
	ID            uuid.UUID
	ReservationID uuid.UUID
	SlotID        uuid.UUID
	Units         int
}

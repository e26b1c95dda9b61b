package booking

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
)

// HouseChanges are what a decision writes of venues, areas, resources, pauses and switches.
type HouseChanges struct {
	Founded     []Founding
	Venues      []Change[inventory.Venue] // one change a venue at most; how far its slots follow is the layout's to say
	AreasMade   []inventory.Area
	Areas       []Change[inventory.Area]
	Resourced   []inventory.Resource
	Resources   []Change[inventory.Resource]
	Paused      []inventory.Pause
	Pauses      []Change[inventory.Pause]
	AllowLists  []AllowList
	Capacitated []Change[inventory.Slot] // slots whose capacity alone changes
}

// Founding is a new venue with the rules that it begins under, already in force.
type Founding struct {
	Venue  inventory.Venue
	Policy policy.Version
}

// AllowList is all the customers who alone get automatic offers of a venue while it keeps to its list.
type AllowList struct {
	VenueID   uuid.UUID
	Customers []uuid.UUID
}

// HouseLookups are what commands on venues, areas, resources, pauses and switches read and lock. A venue is locked before
// anything that stands in it; nil is what doesn't exist.
type HouseLookups interface {
	LockVenue(ctx context.Context, id uuid.UUID) (*inventory.Venue, error)
	// VenueCoded is the venue that has the code.
	VenueCoded(ctx context.Context, code string) (*uuid.UUID, error)

	Area(ctx context.Context, id uuid.UUID) (*inventory.Area, error)
	LockArea(ctx context.Context, id uuid.UUID) (*inventory.Area, error)
	// AreaNamed is the area of the venue that has the name.
	AreaNamed(ctx context.Context, venue uuid.UUID, name string) (*uuid.UUID, error)

	Resource(ctx context.Context, id uuid.UUID) (*inventory.Resource, error)
	LockResource(ctx context.Context, id uuid.UUID) (*inventory.Resource, error)

	Pause(ctx context.Context, id uuid.UUID) (*inventory.Pause, error)
	LockPause(ctx context.Context, id uuid.UUID) (*inventory.Pause, error)

	// AllowList is who is on the venue's list, by id.
	AllowList(ctx context.Context, venue uuid.UUID) ([]uuid.UUID, error)
	// KnownCustomers counts those of the ids that are customers.
	KnownCustomers(ctx context.Context, ids []uuid.UUID) (int, error)
}

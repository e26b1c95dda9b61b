package booking

import "github.com/slotq/slotq/internal/inventory"

// CreateResource adds something bookable to a venue.
type CreateResource struct {
	VenueID    string
	Name       string
	Kind       inventory.ResourceKind
	Capacity   int
	MinParty   int
	MaxParty   int
	AreaID     *string
	WalkInOnly *bool
	Combines   []string
	Key        string
}

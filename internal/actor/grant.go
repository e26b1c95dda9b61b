package actor

import (
	"slices"

	"github.com/google/uuid"
)

// Grant is what a credential allows: a role, and how much of it.
type Grant struct {
	Role     Role
	VenueIDs []uuid.UUID  // empty means every venue of the tenant
	Scopes   []Capability // empty means all capabilities of the role
}

// Capabilities lists what may be done with the grant.
func (g Grant) Capabilities() []Capability {
	return Actor{Role: g.Role, Scopes: g.Scopes}.Capabilities()
}

// Rules reports whether the grant is all that there is: an ADMIN's, for every venue, with every capability.
func (g Grant) Rules() bool {
	return g.Role == Admin && len(g.VenueIDs) == 0 && len(g.Scopes) == 0
}

// Covers reports whether all that a grant allows is allowed to the actor as well. Nobody hands out, takes over or takes
// away more than it has itself.
func (a Actor) Covers(g Grant) bool {
	if len(a.VenueIDs) > 0 && len(g.VenueIDs) == 0 {
		return false
	}
	return !slices.ContainsFunc(g.VenueIDs, func(venue uuid.UUID) bool { return !a.SeesVenue(venue) }) &&
		!slices.ContainsFunc(g.Capabilities(), func(c Capability) bool { return !a.Can(c) })
}

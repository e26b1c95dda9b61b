// Package policy owns a venue's rules: their defaults, their form, what they allow at a given moment, and the versions they
// come in. It is pure; who may change them and where they are kept is others' work.
package policy

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// Status is where a policy version stands.
type Status string

// The states of a version.
const (
	Draft   Status = "DRAFT"   // being written; decides nothing
	Active  Status = "ACTIVE"  // decides; one of a venue
	Retired Status = "RETIRED" // decides only what was made under it
)

// StatusValues lists every state, in the order of the public contract.
func StatusValues() []Status { return []Status{Draft, Active, Retired} }

// Transitions is the state machine of a version.
var Transitions = map[Status][]Status{
	Draft:  {Active},
	Active: {Retired},
}

// CanBecome reports whether the state machine has the edge.
func (s Status) CanBecome(to Status) bool { return slices.Contains(Transitions[s], to) }

// Version is one version of a venue's rules. Its number and rules never change.
type Version struct {
	ID          uuid.UUID
	TenantID    uuid.UUID
	VenueID     uuid.UUID
	Number      int
	Status      Status
	Version     int
	Rules       Rules
	Digest      string
	ActivatedAt *time.Time
	ActivatesAt *time.Time // a draft that shall come into force then; nil for all others
	DraftedBy   string     // empty for the first version of a venue
	CreatedAt   time.Time
}

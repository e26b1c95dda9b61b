package booking

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/opening"
)

// OpeningChanges are what a decision writes of opening rules.
type OpeningChanges struct {
	Sets      []OpeningSet
	Revisions []OpeningRevision
}

// OpeningSet replaces the own rules of a venue, or of some of its resources.
type OpeningSet struct {
	VenueID uuid.UUID
	opening.Draft
}

// OpeningRevision is all rules of a venue as a change left them, kept so that a slot can be explained later.
type OpeningRevision struct {
	VenueID uuid.UUID
	Number  int
	Rules   opening.Rules
	MadeBy  string
}

// OpeningLookups are what commands on opening rules read and lock.
type OpeningLookups interface {
	// OpeningRules are those of a venue; they keep still while the venue is locked.
	OpeningRules(ctx context.Context, venue uuid.UUID) (opening.Rules, error)
}

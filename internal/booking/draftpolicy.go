package booking

import "github.com/slotq/slotq/internal/policy"

// DraftPolicy writes a new version of a venue's rules.
type DraftPolicy struct {
	VenueID string
	Rules   policy.RulesDraft
	BasedOn *string // nil: the version in force
	Key     string
}

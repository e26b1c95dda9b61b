package booking

import (
	"time"

	"github.com/slotq/slotq/internal/waitlist"
)

// GrantAdjustment grants a customer something, or restricts it.
type GrantAdjustment struct {
	VenueID    string
	CustomerID string
	Kind       waitlist.AdjustmentKind
	Amount     *int
	Reason     string
	ExpiresAt  *time.Time
	Key        string
}

// RevokeAdjustment takes an adjustment back.
type RevokeAdjustment struct {
	AdjustmentID    string
	ExpectedVersion int
	Reason          string
	Key             string
}

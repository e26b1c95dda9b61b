package waitlist

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// AdjustmentKind says what an adjustment does to a customer's place in the queues of a venue.
type AdjustmentKind string

// The kinds. The first two carry an amount that the policy weighs; the last two restrict, and carry none.
const (
	RecoveryCredit        AdjustmentKind = "RECOVERY_CREDIT"         // makes up for something that went wrong
	Benefit               AdjustmentKind = "BENEFIT"                 // is due to the customer, as to a regular
	ExcludeAutomaticOffer AdjustmentKind = "EXCLUDE_AUTOMATIC_OFFER" // nothing is offered without staff
	RequiresStaffApproval AdjustmentKind = "REQUIRES_STAFF_APPROVAL" // nor here, but staff are expected to look
)

// AdjustmentKindValues lists every kind, in the order of the public contract.
func AdjustmentKindValues() []AdjustmentKind {
	return []AdjustmentKind{RecoveryCredit, Benefit, ExcludeAutomaticOffer, RequiresStaffApproval}
}

// Adjustment is what staff granted to one customer at one venue, and why. It is never changed but by revoking it. Its JSON
// form is what events carry.
type Adjustment struct {
	ID           uuid.UUID      `json:"id"`
	TenantID     uuid.UUID      `json:"-"`
	VenueID      uuid.UUID      `json:"venueId"`
	CustomerID   uuid.UUID      `json:"customerId"`
	Kind         AdjustmentKind `json:"kind"`
	Amount       int            `json:"amount"`
	Reason       string         `json:"reason"`
	ExpiresAt    *time.Time     `json:"expiresAt,omitempty"` // nil: until it is revoked
	RevokedAt    *time.Time     `json:"revokedAt,omitempty"`
	RevokeReason *string        `json:"revokeReason,omitempty"`
	GrantedBy    string         `json:"grantedBy"`
	Version      int            `json:"version"`
	CreatedAt    time.Time      `json:"createdAt"`
}

// InForce reports whether the adjustment counts now: it was not revoked, and its deadline has not come; at its deadline it
// is over.
func (a Adjustment) InForce(now time.Time) bool {
	return a.RevokedAt == nil && (a.ExpiresAt == nil || now.Before(*a.ExpiresAt))
}

// Barring reports whether the kind takes a customer's entries out of automatic choice.
func (k AdjustmentKind) Barring() bool {
	return k == ExcludeAutomaticOffer || k == RequiresStaffApproval
}

// Barring reports whether the adjustment takes its customer's entries out of automatic choice, while it is in force.
func (a Adjustment) Barring() bool { return a.Kind.Barring() }

// mostAdjusted is the largest amount of one adjustment.
const mostAdjusted = 10000

// Check lists what is wrong with the kind and the amount of an adjustment, by the names of their fields in the public
// contract; empty means that it can be granted.
func Check(kind AdjustmentKind, amount int) []policy.FieldProblem {
	switch {
	case !slices.Contains(AdjustmentKindValues(), kind):
		return []policy.FieldProblem{{Field: "kind", Message: "is unknown"}}
	case kind.Barring() && amount != 0:
		return []policy.FieldProblem{{Field: "amount", Message: "must be 0: a restriction has no amount"}}
	case !kind.Barring() && (amount < 1 || amount > mostAdjusted):
		return []policy.FieldProblem{{Field: "amount", Message: fmt.Sprintf("must be from 1 to %d", mostAdjusted)}}
	default:
		return nil
	}
}

// DecideRevoke answers whether an adjustment may be revoked now, in the published order: version, transition. One that is
// over, whether revoked or expired, is an ILLEGAL_TRANSITION.
func DecideRevoke(a Adjustment, expectedVersion int, now time.Time) *problem.Problem {
	if expectedVersion != a.Version {
		return problem.New(problem.VersionStale, "The adjustment has changed since it was read: it is at version %d.", a.Version).WithVersion(a.Version)
	}
	if !a.InForce(now) {
		return problem.New(problem.IllegalTransition, "An adjustment that is over can't be revoked.").WithVersion(a.Version)
	}
	return nil
}

package booking

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

// PolicyChanges are what a decision writes of policy versions and adjustments.
type PolicyChanges struct {
	Drafted     []policy.Version
	Versions    []Change[policy.Version] // in order: one version may come into force and be retired again
	Granted     []waitlist.Adjustment
	Revoked     []Change[waitlist.Adjustment]
	LapsesNoted []uuid.UUID // adjustments that ended by themselves, and whose end the queues have been told
}

// PolicyLookups are what commands on policy versions and adjustments read and lock.
type PolicyLookups interface {
	// Rulebook reads what the rules of a venue are. Under the venue's lock they stay so.
	Rulebook(ctx context.Context, venue uuid.UUID) (*Rulebook, error)
	// DueRules lists the venues where a plan's time has come, and those where adjustments have ended by themselves and
	// nobody has looked since.
	DueRules(ctx context.Context) (planned, lapsed []uuid.UUID, err error)
	Adjustment(ctx context.Context, id uuid.UUID) (*waitlist.Adjustment, error)
	LockAdjustment(ctx context.Context, id uuid.UUID) (*waitlist.Adjustment, error)
	// AdjustmentsInForce counts those of a customer at a venue.
	AdjustmentsInForce(ctx context.Context, venue, customer uuid.UUID, now time.Time) (int, error)
	// ClaimLapses locks the adjustments of a venue that have ended by themselves and whose end was not noted, without those
	// that somebody else is working on.
	ClaimLapses(ctx context.Context, venue uuid.UUID) ([]uuid.UUID, error)
}

// Rulebook is what the rules of a venue are, and shall be.
type Rulebook struct {
	Last    int // the number of the newest version, in force or not
	Active  *policy.Version
	Planned []policy.Version // drafts that shall come into force, in the order of their time
}

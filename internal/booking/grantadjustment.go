package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// GrantAdjustment grants a customer something, or restricts it.
type GrantAdjustment struct {
	VenueID    string
	CustomerID string
	Kind       waitlist.AdjustmentKind
	Amount     *int // nil: 0
	Reason     string
	ExpiresAt  *time.Time // nil: until it is revoked
	Key        string
}

// mostInForce is how many adjustments one customer may have at one venue at once: every look at a queue adds them up.
const mostInForce = 100

// GrantAdjustment grants a customer recovery credit or a benefit at a venue, or takes it out of automatic choice there. It
// counts from now on. All free slots are looked at afterwards, because others may be next.
func (d *Desk) GrantAdjustment(ctx context.Context, by actor.Actor, in GrantAdjustment, correlationID string) (command.Result, error) {
	reason, err := givenReason(in.Reason)
	if err != nil {
		return command.Result{}, err
	}
	in.ExpiresAt = inMicroseconds(in.ExpiresAt)
	amount := 0
	if in.Amount != nil {
		amount = *in.Amount
	}
	if faults := waitlist.Check(in.Kind, amount); len(faults) > 0 {
		return command.Result{}, problem.NewInvalid(faults[0].Field, "%s", faults[0].Message)
	}
	c := call{actor: by, capability: actor.AdjustmentManage, operation: "grantAdjustment", key: in.Key, correlationID: correlationID, reason: reason,
		input: struct {
			VenueID, CustomerID string
			Kind                waitlist.AdjustmentKind
			Amount              int
			Reason              string
			ExpiresAt           *time.Time
		}{in.VenueID, in.CustomerID, in.Kind, amount, reason, in.ExpiresAt}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		venue, owner, what, err := findGranted(ctx, tx, by, in)
		if err != nil {
			return verdict{}, err
		}
		if what != "" {
			return unknownReference(what)
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return verdict{}, err
		}
		if in.ExpiresAt != nil && !in.ExpiresAt.After(now) {
			return verdict{}, problem.NewInvalid("expiresAt", "must be in the future")
		}
		count, err := tx.AdjustmentsInForce(ctx, venue, owner, now)
		if err != nil {
			return verdict{}, fmt.Errorf("count the adjustments of customer %s: %w", owner, err)
		}
		if count >= mostInForce {
			return refused(problem.New(problem.PolicyForbids, "A customer may have %d adjustments at a venue at once.", mostInForce), answer{venue: venue})
		}
		s := newSheet(by.TenantID, now, nil)
		granted := waitlist.Adjustment{
			ID: ref.NewID(), TenantID: by.TenantID, VenueID: venue, CustomerID: owner, Kind: in.Kind, Amount: amount, Reason: reason,
			ExpiresAt: in.ExpiresAt, GrantedBy: by.Label(), Version: 1, CreatedAt: now,
		}
		s.changes.Policies.Granted = append(s.changes.Policies.Granted, granted)
		s.announceAdjustment(granted, event.AdjustmentGranted)
		return verdict{changes: s.done(), answer: adjustmentAnswer(granted)}, nil
	})
}

// findGranted finds the venue and the customer, and locks the customer, so that what is counted for it stays counted. what
// names the one that the actor can't refer to.
func findGranted(ctx context.Context, tx Tx, by actor.Actor, in GrantAdjustment) (venue, owner uuid.UUID, what string, err error) {
	venue, ok := ref.Decode(ref.Venue, in.VenueID)
	if !ok || !by.SeesVenue(venue) {
		return venue, owner, "venue", nil
	}
	house, err := tx.Venue(ctx, venue)
	if err != nil {
		return venue, owner, "", fmt.Errorf("find venue %s: %w", venue, err)
	}
	if house == nil {
		return venue, owner, "venue", nil
	}
	if owner, ok = ref.Decode(ref.Customer, in.CustomerID); !ok {
		return venue, owner, "customer", nil
	}
	locked, err := tx.LockCustomer(ctx, owner)
	if err != nil {
		return venue, owner, "", fmt.Errorf("lock customer %s: %w", owner, err)
	}
	if locked == nil {
		return venue, owner, "customer", nil
	}
	return venue, owner, "", nil
}

// adjustmentAnswer shows an adjustment.
func adjustmentAnswer(a waitlist.Adjustment) answer {
	return about(a.VenueID, ref.Ref{Kind: ref.Adjustment, ID: a.ID})
}

// announceAdjustment says what became of an adjustment, and has all queues of its venue looked at: whoever was first may not
// be any more, and behind a party that was too large somebody may be served.
func (s *sheet) announceAdjustment(a waitlist.Adjustment, kind event.Kind) {
	s.announce(a.VenueID, kind, ref.Adjustment, a.ID, a.Version, &a.CustomerID, a)
	s.lookAhead(a.VenueID, kind)
}

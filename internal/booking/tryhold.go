package booking

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// errTried takes a trial back.
var errTried = errors.New("only tried")

// TryHold answers what holdSlot would say to a party that nobody knows yet, all walls of the database included, and leaves
// nothing behind: what it writes is taken back. nil means that it would have held the slot. It keeps the slot locked for as
// long as a hold does.
func (d *Desk) TryHold(ctx context.Context, tenant, slot uuid.UUID, party int, by policy.Channel) (refusal *problem.Problem, err error) {
	for range tries {
		refusal, err = d.tryHold(ctx, tenant, slot, party, by)
		if !again(err) && !errors.Is(err, ErrWall) {
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("try slot %s: %w", slot, err)
	}
	return refusal, nil
}

func (d *Desk) tryHold(ctx context.Context, tenant, slot uuid.UUID, party int, by policy.Channel) (refusal *problem.Problem, err error) {
	var more []uuid.UUID
	for {
		err = d.database.Routine(ctx, tenant, func(ctx context.Context, tx Tx) error {
			refusal, err = holdForTrial(ctx, tx, tenant, slot, more, inventory.Ask{Party: party, Channel: by})
			if err == nil {
				err = errTried
			}
			return err
		})
		var w *wider
		if !errors.As(err, &w) {
			break
		}
		more = union(more, w.slots)
	}
	if errors.Is(err, errTried) {
		return refusal, nil
	}
	return nil, err
}

// holdForTrial is a hold by a customer who is made for it. What the database checks only when a transaction commits is
// checked here.
func holdForTrial(ctx context.Context, tx Tx, tenant, slot uuid.UUID, more []uuid.UUID, ask inventory.Ask) (*problem.Problem, error) {
	g, err := stand(ctx, tx, tenant, union([]uuid.UUID{slot}, more))
	if err != nil {
		return nil, err
	}
	places, found := g.inOrder([]uuid.UUID{slot})
	if !found {
		return problem.New(problem.ReferenceNotFound, "The slot is gone."), nil
	}
	if err := g.settle(ctx, tx, []uuid.UUID{slot}); err != nil {
		return nil, err
	}
	if p := g.refusal(places, ask); p != nil {
		return p, nil
	}
	if err := g.reclaim(ctx, tx, places, func(p *Place) int { return p.Resource.Kind.Units(ask.Party) }); err != nil {
		return nil, err
	}
	nobody := customer.Customer{ID: ref.NewID(), TenantID: tenant, Name: customer.WalkIn, Version: 1}
	g.changes.Customers = append(g.changes.Customers, CustomerWrite{Customer: nobody, Insert: true})
	hold := newHold(g.sheet, places, nobody.ID, ask.Party)
	expires := places[0].Policy.Rules.HoldExpiresAt(g.now, hold.StartsAt)
	hold.ExpiresAt = &expires
	g.book(hold, places)
	if err := tx.Apply(ctx, g.done()); err != nil {
		return nil, err
	}
	return nil, tx.CheckWalls(ctx)
}

package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/waitlist"
)

// lapsedHere stops a promotion at a slot on which holds have lapsed: their release commits first, then the next offer is
// made.
type lapsedHere struct{ holds []uuid.UUID }

// Error counts the holds.
func (l *lapsedHere) Error() string {
	return fmt.Sprintf("%d holds have lapsed on the slot", len(l.holds))
}

// lapsedAround are lapsed holds of other slots that keep the time of this one.
func lapsedAround(s inventory.Standing) error {
	over := &lapsedHere{}
	for _, b := range s.Busy {
		if b.Lapsed {
			over.holds = append(over.holds, b.ReservationID)
		}
	}
	if len(over.holds) == 0 {
		return nil
	}
	return over
}

// elsewhere says that another slot, which takes the time of the one that was looked at, comes first.
type elsewhere struct{ slot uuid.UUID }

// Error names the slot.
func (e *elsewhere) Error() string { return fmt.Sprintf("slot %s comes first", e.slot) }

// promote looks at the queue of one slot and offers its free units to whoever is next: one offer, or none when there is
// nobody to serve. It is the only place that chooses. Repeating it finds nothing left to do, so a note that is looked at
// three times makes one offer.
//
// freed is since when there has been a place, for the record, unless a note of the slot itself says so.
//
// Where the slot shares its time with others, whoever comes first in any of their queues is served first: then the answer is
// elsewhere, and the look is repeated there, redirected.
func promote(ctx context.Context, tx Tx, tenant, slot uuid.UUID, freed *time.Time, redirected bool) (*sheet, *waitlist.Offer, error) {
	g, err := stand(ctx, tx, tenant, []uuid.UUID{slot})
	if err != nil {
		return nil, nil, err
	}
	place, found := g.places[slot]
	if !found {
		return g.sheet, nil, nil
	}
	if len(g.lapsed) > 0 {
		over := &lapsedHere{}
		for _, h := range g.lapsed {
			over.holds = append(over.holds, h.Reservation.ID)
		}
		return nil, nil, over
	}
	standing := *g.standings[slot]
	if over := lapsedAround(standing); over != nil {
		return nil, nil, over
	}
	if !redirected {
		best, err := availability.Best(ctx, tx, standing, g.now)
		if err != nil {
			return nil, nil, fmt.Errorf("look around slot %s: %w", slot, err)
		}
		if best != slot {
			return nil, nil, &elsewhere{slot: best}
		}
	}
	choice, err := availability.Choose(ctx, tx, standing, g.now)
	if err != nil {
		return nil, nil, fmt.Errorf("choose for slot %s: %w", slot, err)
	}
	if choice.Chosen == nil {
		return g.sheet, nil, nil
	}
	chosen, err := g.lockChoice(ctx, tx, place, choice)
	if err != nil {
		return nil, nil, err
	}
	generation, own, err := tx.NextSelection(ctx, slot)
	if err != nil {
		return nil, nil, fmt.Errorf("number the selection of slot %s: %w", slot, err)
	}
	if own != nil {
		freed = own
	}
	offer := g.offer(chosen, []*Place{place}, waitlist.Selection{Considered: choice.Considered, Skipped: choice.Skipped, Generation: generation, FreedAt: freed})
	return g.sheet, &offer, nil
}

// lockChoice locks the chosen entry and those passed over for it, waiting for whoever has them, and notes the passing. When
// one of them moved meanwhile, or was passed at another slot as often as may be, the choice no longer stands.
func (g *ground) lockChoice(ctx context.Context, tx Tx, place *Place, choice waitlist.Choice) (waitlist.Entry, error) {
	ids := []uuid.UUID{choice.Chosen.EntryID}
	for _, skipped := range choice.Skipped {
		if skipped.Counted {
			g.changes.PassedOver = append(g.changes.PassedOver, skipped.EntryID)
		}
	}
	ids = append(ids, g.changes.PassedOver...)
	rows, err := tx.LockEntries(ctx, ids)
	if err != nil {
		return waitlist.Entry{}, fmt.Errorf("lock the chosen entry: %w", err)
	}
	var chosen *waitlist.Entry
	slot, limit := place.Slot, place.Policy.Rules.SkipLimit
	for i, e := range rows {
		if e.Status != waitlist.Waiting || !e.Covers(slot.ResourceID, slot.StartsAt, slot.EndsAt) {
			return waitlist.Entry{}, ErrMoved
		}
		if e.ID == choice.Chosen.EntryID {
			chosen = &rows[i]
		} else if e.PassedOver >= limit {
			return waitlist.Entry{}, ErrMoved
		}
	}
	if chosen == nil || len(rows) != len(ids) || chosen.Version != choice.Chosen.Version || chosen.Effective(g.now) != waitlist.Waiting {
		return waitlist.Entry{}, ErrMoved
	}
	return *chosen, nil
}

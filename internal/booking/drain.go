package booking

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
)

// drain is a walk over a tenant's vacancies.
type drain struct {
	passed  []uuid.UUID                   // vacancies that are passed by for this time
	visited map[uuid.UUID]*inventory.Slot // by vacancy: the last slot of its range that had nothing to offer
	singles bool                          // whether the next look is at a note of one slot, if there is any
	moved   int                           // how often in a row rows moved under it
	failed  []error
	sought  map[uuid.UUID]bool // intents that were given their turn in this walk
	instead *uuid.UUID         // the slot to promote first, since it shares the time of the one that is looked at
}

// maxMoved is how often in a row a look may be disturbed before it is left for the next time.
const maxMoved = 20

// DrainVacancies looks at a tenant's vacancies, oldest first, until nothing is left to offer. A note of a long range may take
// many looks; those of single slots, behind which somebody has just left, take turns with it. A vacancy whose look fails is
// kept and passed by for this time; its error comes back with the others.
func (d *Desk) DrainVacancies(ctx context.Context, tenant uuid.UUID) (offers int, err error) {
	w := &drain{sought: map[uuid.UUID]bool{}, visited: map[uuid.UUID]*inventory.Slot{}}
	for ctx.Err() == nil {
		step, stepErr := d.drainOnce(ctx, tenant, w)
		if stepErr == nil && step.vacancy == nil {
			break
		}
		offers += step.offers
		if stepErr == nil && step.waiting != nil {
			stepErr = d.seat(ctx, tenant, w, *step.waiting)
		}
		if !d.advance(ctx, tenant, w, step, stepErr) {
			break
		}
	}
	return offers, errors.Join(w.failed...)
}

// advance decides where the walk goes on; false ends it.
func (d *Desk) advance(ctx context.Context, tenant uuid.UUID, w *drain, step drainStep, err error) bool {
	var over *lapsedHere
	var other *elsewhere
	w.instead = nil
	switch {
	case err == nil:
		w.moved, w.singles = 0, !w.singles
		if step.visited != nil {
			w.visited[step.vacancy.ID] = step.visited
		}
		return true
	case errors.As(err, &over):
		err = d.lapseEach(ctx, tenant, over.holds)
	case errors.As(err, &other):
		w.instead, err = &other.slot, nil
	case again(err):
		err = nil
	}
	if w.moved++; err == nil && w.moved <= maxMoved {
		return true
	}
	if err == nil {
		err = fmt.Errorf("disturbed %d times", maxMoved)
	}
	w.failed, w.moved = append(w.failed, err), 0
	if step.vacancy == nil {
		return false
	}
	w.passed = append(w.passed, step.vacancy.ID)
	return true
}

func (d *Desk) lapseEach(ctx context.Context, tenant uuid.UUID, holds []uuid.UUID) error {
	for _, hold := range holds {
		if _, err := d.LapseHold(ctx, tenant, hold); err != nil {
			return err
		}
	}
	return nil
}

// drainStep is what one transaction of draining did.
type drainStep struct {
	vacancy *Vacancy
	offers  int
	waiting *uuid.UUID      // an intent whose turn it is at the slot, behind the waitlist
	visited *inventory.Slot // a slot of a range that had nothing to offer; the next look starts behind it
}

func (d *Desk) drainOnce(ctx context.Context, tenant uuid.UUID, w *drain) (step drainStep, err error) {
	_, err = d.routine(ctx, tenant, "offerNext", func(ctx context.Context, tx Tx) (*Changes, *answer, error) {
		step = drainStep{}
		vacancy, err := tx.ClaimVacancy(ctx, w.passed, w.singles)
		if err != nil || vacancy == nil {
			return nil, nil, err
		}
		step.vacancy = vacancy
		slot, err := nextSlot(ctx, tx, *vacancy, w.visited[vacancy.ID])
		if err != nil {
			return nil, nil, err
		}
		if slot == nil {
			now, err := tx.Now(ctx)
			return &Changes{Now: now, Drained: []uuid.UUID{vacancy.ID}}, nil, err
		}
		target := slot.ID
		if w.instead != nil {
			target = *w.instead
		}
		s, offer, err := promote(ctx, tx, tenant, target, vacancy.FreedAt, w.instead != nil)
		if err != nil {
			return nil, nil, err
		}
		if offer == nil && target != slot.ID {
			return nil, nil, ErrMoved // whoever was to be served there has left: look again
		}
		if offer == nil {
			if step.waiting, err = w.firstWaiting(ctx, tx, s, slot.ID); err != nil || step.waiting != nil {
				return nil, nil, err
			}
			if place, found := s.places[slot.ID]; found && !(place.Policy.Rules.AutoPromote && place.Switches.Offers) {
				return nil, nil, nil // promotion was turned off meanwhile: the note is kept
			}
			if step.visited = slot; vacancy.SlotID != nil {
				s.changes.Drained = []uuid.UUID{vacancy.ID}
				// A busy house without a queue leaves many such notes, and to look at each would cost it more than its bookings do.
				// Nobody is forgotten: whoever joins leaves a note of its own, to be seen once it has joined, and an intent decides
				// that it waits while it holds the slot's lock.
				s.changes.Unwanted = true
			}
			return s.done(), nil, nil
		}
		step.offers = 1
		a := about(offer.VenueID, ref.Ref{Kind: ref.Offer, ID: offer.ID})
		return s.done(), &a, nil
	})
	return step, err
}

// firstWaiting is the intent whose turn it is at a slot for which the waitlist has nobody, or at one that shares its time: one
// order, the waitlist first, and one routine that keeps it. Nobody gets two turns in one walk.
func (w *drain) firstWaiting(ctx context.Context, tx Tx, s *sheet, slot uuid.UUID) (*uuid.UUID, error) {
	place, found := s.places[slot]
	if !found {
		return nil, nil
	}
	var waiters []inventory.Waiter
	if place.Awaited {
		awaited, err := tx.Awaited(ctx, []uuid.UUID{slot})
		if err != nil {
			return nil, fmt.Errorf("look who waits for slot %s: %w", slot, err)
		}
		waiters = awaited[slot]
	}
	around, err := availability.WaitersAround(ctx, tx, place.standing(), s.now)
	if err != nil {
		return nil, fmt.Errorf("look who waits around slot %s: %w", slot, err)
	}
	for _, waiter := range append(waiters, around...) {
		if !w.sought[waiter.Intent] {
			return &waiter.Intent, nil
		}
	}
	return nil, nil
}

// seat gives an intent its turn, in a transaction of its own.
func (d *Desk) seat(ctx context.Context, tenant uuid.UUID, w *drain, id uuid.UUID) error {
	w.sought[id] = true
	if _, err := d.advanceOnce(ctx, tenant, id, true); err != nil {
		return fmt.Errorf("seat intent %s: %w", id, err)
	}
	return nil
}

// nextSlot is the slot that a vacancy speaks of, or the next of its range where somebody could be served.
func nextSlot(ctx context.Context, tx Tx, v Vacancy, visited *inventory.Slot) (*inventory.Slot, error) {
	if v.SlotID != nil {
		return &inventory.Slot{ID: *v.SlotID}, nil
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	slots, err := tx.Promising(ctx, v, visited, now, 1)
	if err != nil || len(slots) == 0 {
		return nil, err
	}
	return &slots[0], nil
}

package booking

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
)

// seatPoll is how long an intent that waits for a seat sleeps at most; a freed slot wakes it long before.
const seatPoll = 5 * time.Minute

// seek finds the places of an intent free and keeps them, or lets it wait, or ends it. It asks the one evaluator: what is due
// to the waitlist is not free, nor what an intent that asked earlier waits for.
func seek(ctx context.Context, tx Tx, tenant uuid.UUID, w *work, more []uuid.UUID, step *advanced) (*Changes, error) {
	g, err := stand(ctx, tx, tenant, union(w.Intent.Slots, more))
	if err != nil {
		return nil, err
	}
	places, found := g.inOrder(w.Intent.Slots)
	g.turn(w)
	if err := availability.Settle(ctx, line{Tx: tx, asks: w.Intent}, g.of(w.Intent.Slots), g.now); err != nil {
		return nil, fmt.Errorf("settle: %w", err)
	}
	refusal := problem.New(problem.ReferenceNotFound, "The slot is gone.")
	if found {
		refusal = g.refusal(places, asking(actor.Actor{Role: actor.RoleOfLabel(w.Intent.Decision.By)}, w.Intent.PartySize))
	}
	if refusal == nil {
		units := func(p *Place) int { return p.Resource.Kind.Units(w.Intent.PartySize) }
		if err := g.reclaim(ctx, tx, places, units); err != nil {
			return nil, err
		}
	}
	if err := w.lockIntent(ctx, tx); err != nil {
		return nil, err
	}
	if err := g.readClock(ctx, tx); err != nil {
		return nil, err
	}
	if refusal != nil {
		step.more = false
		return g.unplaced(w, refusal), nil
	}
	return g.placed(w, places), nil
}

// inOrder is the places of slots in order of time; false when one is gone.
func (g *ground) inOrder(slots []uuid.UUID) (places []*Place, found bool) {
	for _, id := range slots {
		place, here := g.places[id]
		if !here {
			return nil, false
		}
		places = append(places, place)
	}
	return places, true
}

// turn lets an intent that waits see past its own waiting: what it waits for is free for it, unless another waits longer.
func (g *ground) turn(w *work) {
	if w.Intent.Status != intent.WaitingForSeat {
		return
	}
	for _, s := range g.standings {
		s.Awaited = before(s.Awaited, w.Intent)
	}
}

// before are those of the waiters who asked before an intent.
func before(waiters []inventory.Waiter, i intent.Intent) (earlier []inventory.Waiter) {
	own := inventory.Waiter{Intent: i.ID, AskedAt: i.CreatedAt}
	for _, w := range waiters {
		if w.Before(own) {
			earlier = append(earlier, w)
		}
	}
	return earlier
}

// line is what lies around the slots of an intent as it looks from its place in the line: who asked later and waits for a
// slot that overlaps keeps nothing from it. Else two who wait for the same time would each leave it to the other.
type line struct {
	Tx
	asks intent.Intent
}

// Around finds the slots that take the time of resources too.
func (l line) Around(ctx context.Context, venues []uuid.UUID, reaches []availability.Reach, besides []uuid.UUID, now time.Time) ([]inventory.Standing, error) {
	found, err := l.Tx.Around(ctx, venues, reaches, besides, now)
	for i := range found {
		found[i].Awaited = before(found[i].Awaited, l.asks)
	}
	return found, err
}

// unplaced is an intent whose place isn't to be had now. Only what is taken may become free; anything else ends it.
func (g *ground) unplaced(w *work, refusal *problem.Problem) *Changes {
	i := w.Intent
	taken := refusal.Code == problem.SlotOccupied || refusal.Code == problem.CapacityExceeded || refusal.Code == problem.PacingExceeded
	again := g.now.Add(seatPoll)
	if i.ExpiresAt.Before(again) {
		again = i.ExpiresAt
	}
	switch {
	case taken && i.WaitForSeat && i.Status == intent.WaitingForSeat:
		g.changes.Rescheduled = append(g.changes.Rescheduled, Reschedule{IntentID: i.ID, At: again})
	case taken && i.WaitForSeat:
		g.leadIntent(i, func(i *intent.Intent) { i.NextAt = &again }, intent.WaitingForSeat)
	default:
		why := fmt.Sprintf("%s: %s", refusal.Code, refusal.Message)
		g.leadIntent(i, func(i *intent.Intent) { i.Failure = &why }, intent.Reserving, intent.FailedRace)
	}
	return g.done()
}

// placed keeps the places in the intent's hand. Where no outside system has a say that is all there is to do, and SlotQ's own
// books are the one attempt.
func (g *ground) placed(w *work, places []*Place) *Changes {
	hold := newHold(g.sheet, places, w.Intent.CustomerID, w.Intent.PartySize)
	hold.IntentID = &w.Intent.ID
	g.book(hold, places)
	i := g.leadIntent(w.Intent, func(i *intent.Intent) { i.ReservationID, i.NextAt, i.Failure = &hold.ID, &g.now, nil }, intent.Reserving)
	if hold.Tied {
		w.Intent, w.Wanted = i, targetOf(values(places))
		if next := intent.Next(w.Work, g.now); next.Kind == intent.Begin {
			g.begin(i, w.next, next)
		}
		return g.done()
	}
	done := g.ownBooks(i, w.next)
	done = g.amendAttempt(done, done.Own(g.now))
	confirmed := hold
	confirmed.Status, confirmed.IntentID = reservation.Confirmed, nil
	g.amend(hold, confirmed, event.ReservationConfirmed)
	g.leadIntent(i, func(i *intent.Intent) { i.CompletedBy = &done.ID }, intent.Succeeded)
	return g.done()
}

// ownBooks is an attempt at SlotQ's own books, about to be made.
func (s *sheet) ownBooks(i intent.Intent, number int) intent.Attempt {
	a := s.begin(i, number, intent.Step{Action: intent.Book, Target: intent.Own})
	running := a
	running.Status = intent.Running
	return s.amendAttempt(a, running)
}

func values(places []*Place) []Place {
	all := make([]Place, 0, len(places))
	for _, p := range places {
		all = append(all, *p)
	}
	return slices.Clip(all)
}

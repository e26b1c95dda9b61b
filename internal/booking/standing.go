package booking

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// maxSlots is how many slots one reservation may have.
const maxSlots = 20

// decodeSlots reads a set of slot ids: 1 to 20, each once. ok is false when one of them can't name a slot.
func decodeSlots(texts []string) (ids []uuid.UUID, ok bool, err error) {
	if len(texts) < 1 || len(texts) > maxSlots {
		return nil, false, problem.NewInvalid("slotIds", "name 1 to %d slots", maxSlots)
	}
	ok = true
	for i, text := range texts {
		if slices.Contains(texts[:i], text) { // an id has one spelling
			return nil, false, problem.NewInvalid("slotIds", "name each slot once")
		}
		id, known := ref.Decode(ref.Slot, text)
		ids, ok = append(ids, id), ok && known
	}
	return ids, ok, nil
}

// ground is a sheet over locked slots together with what the evaluator knows of them.
type ground struct {
	*sheet
	standings map[uuid.UUID]*inventory.Standing
	lapsed    []LapsedHold
}

// stand locks slots in their order, reads the clock, finds lapsed holds on them, and asks whom the free units are due to.
func stand(ctx context.Context, tx Tx, tenant uuid.UUID, slots []uuid.UUID) (*ground, error) {
	places, err := tx.LockPlaces(ctx, slots)
	if err != nil {
		return nil, fmt.Errorf("lock slots: %w", err)
	}
	now, lapsed, err := tx.Lapsed(ctx, slots)
	if err != nil {
		return nil, fmt.Errorf("read lapsed holds: %w", err)
	}
	g := &ground{sheet: newSheet(tenant, now, places), standings: map[uuid.UUID]*inventory.Standing{}, lapsed: lapsed}
	for _, p := range g.places {
		g.standings[p.Slot.ID] = &inventory.Standing{Slot: p.Slot, Resource: p.Resource, Rules: p.Policy.Rules}
	}
	if err := g.findAwaited(ctx, tx); err != nil {
		return nil, err
	}
	for _, hold := range lapsed {
		for _, a := range hold.Allocations {
			if s, here := g.standings[a.SlotID]; here {
				s.Lapsed += a.Units
			}
		}
	}
	return g, nil
}

// findAwaited asks who waits for those slots for which somebody does: nearly always for none.
func (g *ground) findAwaited(ctx context.Context, tx Tx) error {
	var ids []uuid.UUID
	for id, p := range g.places {
		if p.Awaited {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	awaited, err := tx.Awaited(ctx, ids)
	if err != nil {
		return fmt.Errorf("find who waits: %w", err)
	}
	for _, id := range ids {
		g.standings[id].Awaited = awaited[id]
	}
	return nil
}

// readClock reads the clock again: it went on while locks behind those of the slots were waited for.
func (g *ground) readClock(ctx context.Context, tx Tx) (err error) {
	if g.now, err = tx.Now(ctx); err != nil {
		return fmt.Errorf("read the clock: %w", err)
	}
	g.changes.Now = g.now
	return nil
}

// settle asks the queues of the given slots.
func (g *ground) settle(ctx context.Context, tx Tx, slots []uuid.UUID) error {
	var standings []*inventory.Standing
	for _, id := range slots {
		standings = append(standings, g.standings[id])
	}
	if err := availability.Settle(ctx, tx, standings, g.now); err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	return nil
}

// asked returns the places of the slots in order of time. missing is true when one of them doesn't exist or lies in a
// venue that the actor isn't granted; all must lie in one venue.
func (g *ground) asked(by actor.Actor, slots []uuid.UUID) (places []*Place, missing bool, err error) {
	for _, id := range slots {
		place, found := g.places[id]
		if !found || !by.SeesVenue(place.Slot.VenueID) {
			return nil, true, nil
		}
		places = append(places, place)
	}
	for _, place := range places {
		if place.Slot.VenueID != places[0].Slot.VenueID {
			return nil, false, problem.NewInvalid("slotIds", "all slots must be of one venue")
		}
	}
	sort.Slice(places, func(i, j int) bool {
		a, b := places[i].Slot, places[j].Slot
		return a.StartsAt.Before(b.StartsAt) || (a.StartsAt.Equal(b.StartsAt) && a.ID.String() < b.ID.String())
	})
	return places, false, nil
}

// refusal is the first reason, in the published order of checks over all the slots, why the party can't have them.
func (g *ground) refusal(places []*Place, party int) *problem.Problem {
	rank := []problem.Code{problem.PartyTooSmall, problem.PartyTooLarge, problem.ResourceClosed, problem.OutsideBookingWindow, problem.SlotOccupied, problem.CapacityExceeded}
	best, first := len(rank), (*problem.Problem)(nil)
	for _, place := range places {
		p := g.standings[place.Slot.ID].Refusal(inventory.Ask{Party: party, Now: g.now})
		if p == nil {
			continue
		}
		if at := slices.Index(rank, p.Code); at < best {
			best, first = at, p
		}
	}
	return first
}

// reclaim releases lapsed holds on those of the places whose own free units are fewer than needed. A lapsed hold that
// reaches slots not locked here makes the command look again with those locked as well.
func (g *ground) reclaim(ctx context.Context, tx Tx, places []*Place, need func(*Place) int) error {
	var due []LapsedHold
	for _, hold := range g.lapsed {
		if slices.ContainsFunc(places, func(p *Place) bool {
			return p.Slot.Capacity-p.Slot.Taken < need(p) && occupies(hold.Allocations, p.Slot.ID)
		}) {
			due = append(due, hold)
		}
	}
	if len(due) == 0 {
		return nil
	}
	for _, hold := range due {
		for _, a := range hold.Allocations {
			if _, locked := g.places[a.SlotID]; !locked {
				return &wider{slots: slotsOf(hold.Allocations)}
			}
		}
	}
	return g.lapseAll(ctx, tx, due)
}

func occupies(held []inventory.Allocation, slot uuid.UUID) bool {
	return slices.ContainsFunc(held, func(a inventory.Allocation) bool { return a.SlotID == slot })
}

func slotsOf(held []inventory.Allocation) []uuid.UUID {
	var ids []uuid.UUID
	for _, a := range held {
		ids = append(ids, a.SlotID)
	}
	return ids
}

// wider asks for a decision anew, with more slots locked.
type wider struct{ slots []uuid.UUID }

// Error makes it an ErrMoved that remembers what was missing.
func (w *wider) Error() string { return fmt.Sprintf("%d more slots to lock", len(w.slots)) }

// Is lets the desk treat it as rows that moved.
func (w *wider) Is(target error) bool { return target == ErrMoved }

// lapseAll locks lapsed holds with their offers and entries and records that they are over.
func (g *ground) lapseAll(ctx context.Context, tx Tx, holds []LapsedHold) error {
	var ids []uuid.UUID
	for _, h := range holds {
		ids = append(ids, h.Reservation.ID)
	}
	locked, err := tx.LockReservations(ctx, ids)
	if err != nil {
		return fmt.Errorf("lock lapsed holds: %w", err)
	}
	for _, r := range locked {
		if !r.Lapsed(g.now) {
			return ErrMoved
		}
	}
	offers, entries, err := lockBackings(ctx, tx, holds)
	if err != nil {
		return err
	}
	for _, h := range holds {
		if err := g.lapse(h, offers, entries); err != nil {
			return err
		}
	}
	return nil
}

// lockBackings locks the offers behind promotional holds, by hold, and the entries behind those.
func lockBackings(ctx context.Context, tx Tx, holds []LapsedHold) (map[uuid.UUID]waitlist.Offer, map[uuid.UUID]waitlist.Entry, error) {
	offers, entries := map[uuid.UUID]waitlist.Offer{}, map[uuid.UUID]waitlist.Entry{}
	var offerIDs, entryIDs []uuid.UUID
	for _, h := range holds {
		if !h.Reservation.Promotional {
			continue
		}
		offer, err := tx.OfferOfHold(ctx, h.Reservation.ID)
		if err != nil {
			return nil, nil, fmt.Errorf("find the offer of hold %s: %w", h.Reservation.ID, err)
		}
		if offer != nil {
			offerIDs, entryIDs = append(offerIDs, offer.ID), append(entryIDs, offer.EntryID)
		}
	}
	if len(offerIDs) == 0 {
		return offers, entries, nil
	}
	locked, err := tx.LockOffers(ctx, offerIDs)
	if err != nil {
		return nil, nil, fmt.Errorf("lock offers: %w", err)
	}
	for _, o := range locked {
		offers[o.ReservationID] = o
	}
	lockedEntries, err := tx.LockEntries(ctx, entryIDs)
	if err != nil {
		return nil, nil, fmt.Errorf("lock entries: %w", err)
	}
	for _, e := range lockedEntries {
		entries[e.ID] = e
	}
	return offers, entries, nil
}

package booking

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
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

// stand locks slots in their order, reads the clock, finds lapsed holds on them and what lies around them, and asks whom the
// free units are due to.
func stand(ctx context.Context, tx Facts, tenant uuid.UUID, slots []uuid.UUID) (*ground, error) {
	places, err := tx.LockPlaces(ctx, slots)
	if err != nil {
		return nil, fmt.Errorf("lock slots: %w", err)
	}
	if err := lockTime(ctx, tx, places); err != nil {
		return nil, err
	}
	if err := lockArrivals(ctx, tx, places); err != nil {
		return nil, err
	}
	now, lapsed, err := tx.Lapsed(ctx, slots)
	if err != nil {
		return nil, fmt.Errorf("read lapsed holds: %w", err)
	}
	g := &ground{sheet: newSheet(tenant, now, places), standings: map[uuid.UUID]*inventory.Standing{}, lapsed: lapsed}
	for _, p := range g.places {
		s := p.standing()
		g.standings[p.Slot.ID] = &s
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
	return g, availability.Complete(ctx, tx, g.of(slots), now)
}

// standing is the place for the evaluator, before what lies around it is known.
func (p *Place) standing() inventory.Standing {
	return inventory.Standing{Slot: p.Slot, Resource: p.Resource, Rules: p.Policy.Rules, Switches: p.Switches, PausesUntil: p.PausesUntil}
}

// of are the standings of those of the slots that exist.
func (g *ground) of(slots []uuid.UUID) (standings []*inventory.Standing) {
	for _, id := range slots {
		if s, here := g.standings[id]; here {
			standings = append(standings, s)
		}
	}
	return standings
}

// lockTime keeps others from the time of the places, where that is sold by other slots too.
func lockTime(ctx context.Context, tx Facts, places []Place) error {
	var leaves []uuid.UUID
	for _, p := range places {
		if s := p.standing(); s.Shares() {
			leaves = union(leaves, p.Resource.Leaves())
		}
	}
	if len(leaves) == 0 {
		return nil
	}
	if err := tx.LockTime(ctx, leaves); err != nil {
		return fmt.Errorf("lock the time of resources: %w", err)
	}
	return nil
}

// lockArrivals keeps others from counting who arrives in the quarters of an hour of the places, where the venue limits it.
func lockArrivals(ctx context.Context, tx Facts, places []Place) error {
	quarters := map[uuid.UUID][]time.Time{}
	for _, p := range places {
		from := policy.ArrivalWindow(p.Slot.StartsAt).From
		if p.Policy.Rules.Paced() && !slices.Contains(quarters[p.Slot.VenueID], from) {
			quarters[p.Slot.VenueID] = append(quarters[p.Slot.VenueID], from)
		}
	}
	venues := slices.SortedFunc(maps.Keys(quarters), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	for _, venue := range venues {
		slices.SortFunc(quarters[venue], time.Time.Compare)
		if err := tx.LockArrivals(ctx, venue, quarters[venue]); err != nil {
			return fmt.Errorf("lock arrivals: %w", err)
		}
	}
	return nil
}

// findAwaited asks who waits for those slots for which somebody does: nearly always for none.
func (g *ground) findAwaited(ctx context.Context, tx Facts) error {
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
func (g *ground) readClock(ctx context.Context, tx Facts) (err error) {
	if g.now, err = tx.Now(ctx); err != nil {
		return fmt.Errorf("read the clock: %w", err)
	}
	g.changes.Now = g.now
	return nil
}

// settle asks the queues of the given slots, and of those that share their time.
func (g *ground) settle(ctx context.Context, tx Facts, slots []uuid.UUID) error {
	if err := availability.Settle(ctx, tx, g.of(slots), g.now); err != nil {
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

// rank is the published order of checks over all the slots of a booking.
var rank = []problem.Code{
	problem.PartyTooSmall, problem.PartyTooLarge, problem.ResourceClosed, problem.WalkInOnly, problem.OutsideBookingWindow,
	problem.SlotOccupied, problem.CapacityExceeded, problem.PacingExceeded,
}

// refusal is the first reason, in the published order of checks over all the slots, why they can't be had.
func (g *ground) refusal(places []*Place, a inventory.Ask) *problem.Problem {
	all := g.refusals(places, a)
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// refusals are all reasons, each code once, in the published order.
func (g *ground) refusals(places []*Place, a inventory.Ask) []*problem.Problem {
	found := map[problem.Code]*problem.Problem{}
	keeps, together := keepsOf(places, a.Party)
	if !together {
		keeps = make([]*policy.Span, len(places))
		found[problem.SlotOccupied] = problem.New(problem.SlotOccupied, "Two of these slots take the same resource at the same time; choose one of them.")
	}
	for i, place := range places {
		ask := a
		ask.Now, ask.Keeps, ask.Follows = g.now, keeps[i], i > 0
		s := g.standings[place.Slot.ID]
		for _, code := range s.Blockers(ask) {
			if found[code] == nil {
				found[code] = s.Explain(code, ask)
			}
		}
	}
	var all []*problem.Problem
	for _, code := range rank {
		if p := found[code]; p != nil {
			all = append(all, p)
		}
	}
	return all
}

// asking is what somebody asks by their role.
func asking(by actor.Actor, party int) inventory.Ask {
	return inventory.Ask{Party: party, Channel: policy.ChannelOf(by.Role)}
}

// keepsOf is how long a booking of the places, in order of time, keeps each of them; false when nobody can have them all.
func keepsOf(places []*Place, party int) ([]*policy.Span, bool) {
	if len(places) == 0 {
		return nil, true
	}
	wanted := make([]inventory.Wanted, len(places))
	for i, p := range places {
		wanted[i] = inventory.Wanted{Slot: p.Slot, Resource: p.Resource}
	}
	return inventory.Keeps(wanted, places[0].Policy.Rules, party)
}

// reclaim releases lapsed holds on those of the places whose own free units are fewer than needed, and those whose holder
// kept the time of the resource by another slot. A lapsed hold that reaches slots not locked here makes the command look
// again with those locked as well.
func (g *ground) reclaim(ctx context.Context, tx Facts, places []*Place, need func(*Place) int) error {
	var missing []uuid.UUID
	over := map[uuid.UUID]bool{}
	for _, p := range places {
		for _, b := range g.standings[p.Slot.ID].Busy {
			if b.Lapsed {
				over[b.ReservationID] = true
				if _, locked := g.places[b.SlotID]; !locked {
					missing = append(missing, b.SlotID)
				}
			}
		}
	}
	if len(missing) > 0 {
		return &wider{slots: missing}
	}
	var due []LapsedHold
	for _, hold := range g.lapsed {
		if over[hold.Reservation.ID] || slices.ContainsFunc(places, func(p *Place) bool {
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
func (g *ground) lapseAll(ctx context.Context, tx Facts, holds []LapsedHold) error {
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
func lockBackings(ctx context.Context, tx Facts, holds []LapsedHold) (map[uuid.UUID]waitlist.Offer, map[uuid.UUID]waitlist.Entry, error) {
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

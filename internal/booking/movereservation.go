package booking

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// MoveReservation asks for other slots, and perhaps another party size, for a reservation.
type MoveReservation struct {
	ReservationID   string
	SlotIDs         []string
	PartySize       *int // nil keeps it
	Override        *Override
	ExpectedVersion int
	Key             string
}

// MoveReservation exchanges the slots in one step: the old ones are kept until the new ones are won, and a reservation
// doesn't stand in its own way. Id, status and deadline stay. The cut-off applies to the old start, the booking rules to
// the new slots.
func (d *Desk) MoveReservation(ctx context.Context, by actor.Actor, in MoveReservation, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	if _, _, err := decodeSlots(in.SlotIDs); err != nil {
		return command.Result{}, err
	}
	if err := in.Override.check(by); err != nil {
		return command.Result{}, err
	}
	c := call{
		actor: by, capability: reservation.Move.Capability(), operation: string(reservation.Move), key: in.Key, correlationID: correlationID, reason: in.Override.reason(),
		input: struct {
			ReservationID   string
			SlotIDs         []string
			PartySize       *int
			ExpectedVersion int
			Override        *string `json:",omitempty"`
		}{in.ReservationID, slices.Sorted(slices.Values(in.SlotIDs)), in.PartySize, in.ExpectedVersion, in.Override.text()},
	}
	return d.run(ctx, c, widening(func(ctx context.Context, tx Tx, more []uuid.UUID) (verdict, error) {
		return decideMove(ctx, tx, by, in, askedFor{}, more)
	}))
}

// decideMove finds the reservation and the slots, and decides.
func decideMove(ctx context.Context, tx Tx, by actor.Actor, in MoveReservation, asked askedFor, more []uuid.UUID) (verdict, error) {
	slots, known, err := decodeSlots(in.SlotIDs)
	if err != nil {
		return verdict{}, err
	}
	b, err := findBooked(ctx, tx, by, in.ReservationID)
	if err != nil {
		return verdict{}, err
	}
	if b == nil {
		return unknownReference("reservation")
	}
	if !known {
		return unknownReference("slot")
	}
	return move(ctx, tx, by, in, asked, b, slots, more)
}

func move(ctx context.Context, tx Tx, by actor.Actor, in MoveReservation, asked askedFor, b *booked, slots, more []uuid.UUID) (verdict, error) {
	g, err := stand(ctx, tx, by.TenantID, union(union(slots, slotsOf(b.units)), more))
	if err != nil {
		return verdict{}, err
	}
	if err := b.lock(ctx, tx); err != nil {
		return verdict{}, err
	}
	if err := g.readClock(ctx, tx); err != nil {
		return verdict{}, err
	}
	places, missing, err := g.asked(by, slots)
	if err != nil {
		return verdict{}, err
	}
	if missing || places[0].Slot.VenueID != b.row.VenueID {
		return unknownReference("slot")
	}
	if p := reservation.Decide(reservation.Move, b.row, in.ExpectedVersion, by, b.terms.Rules, g.now); p != nil {
		return refused(p, b.answer())
	}
	party := b.row.PartySize
	if in.PartySize != nil {
		party = *in.PartySize
	}
	shown := about(b.row.VenueID, ref.Ref{Kind: ref.Reservation, ID: b.row.ID}, slotRefs(slots)...)
	if err := g.settle(ctx, tx, slots); err != nil {
		return verdict{}, err
	}
	own := ownUnits(b.units)
	passed, p := g.moveRefusal(b, in.Override, places, own, askingToMove(by, b, party))
	if p != nil {
		return refused(p, shown)
	}
	need := func(p *Place) int { return p.Resource.Kind.Units(party) - own[p.Slot.ID] }
	if err := g.reclaim(ctx, tx, places, need); err != nil {
		return verdict{}, err
	}
	if b.row.Status == reservation.Confirmed && g.concernsProvider(b, places, party) {
		if p := g.overOwn(b, places, party); p != nil {
			return refused(p, shown)
		}
		return g.moveLater(by, b, places, own, party, asked), nil
	}
	keeps, _ := keepsOf(places, party)
	g.exchange(b, places, keeps, own, party, func(r *reservation.Reservation) {
		if reason, codes := in.Override.overridden(passed); reason != nil {
			r.OverrideReason, r.OverrideCodes = reason, codes
		}
	})
	return verdict{changes: g.done(), answer: shown}, nil
}

// askingToMove is the question of somebody whose own booking stands in no way.
func askingToMove(by actor.Actor, b *booked, party int) inventory.Ask {
	ask := asking(by, party)
	ask.Own = &b.row.ID
	return ask
}

// overOwn refuses a move that would take time which the reservation itself keeps elsewhere: while an outside booking system
// is asked both are kept, and one resource can't be kept twice.
func (g *ground) overOwn(b *booked, places []*Place, party int) *problem.Problem {
	keeps, _ := keepsOf(places, party)
	for i, p := range places {
		if keeps[i] == nil {
			continue
		}
		kept := slices.ContainsFunc(b.units, func(a inventory.Allocation) bool { return a.SlotID == p.Slot.ID })
		for _, busy := range g.standings[p.Slot.ID].Busy {
			if busy.ReservationID != b.row.ID || !busy.Meets(*keeps[i]) {
				continue
			}
			if !kept || busy.From.After(keeps[i].From) || busy.Until.Before(keeps[i].Until) {
				return problem.New(problem.SlotOccupied, "%s can't be kept for the old and the new time at once while the venue's booking system is asked. Cancel and book again, or choose a time that doesn't overlap.", p.Resource.Name)
			}
		}
	}
	return nil
}

// concernsProvider reports whether an outside booking system has to be asked about a move: not when the places that it has a
// say in stay as they are.
func (g *ground) concernsProvider(b *booked, places []*Place, party int) bool {
	var old []Place
	for _, a := range b.units {
		if p, here := g.places[a.SlotID]; here {
			old = append(old, *p)
		}
	}
	wanted := targetOf(values(places))
	if b.row.UpstreamID == nil {
		return wanted != ""
	}
	return wanted != targetOf(old) || party != b.row.PartySize
}

// moveLater keeps the new places with a helping hold, beside the old ones, and leaves the rest to an intent: the outside
// booking system is asked before anything is given up here.
func (g *ground) moveLater(by actor.Actor, b *booked, places []*Place, own map[uuid.UUID]int, party int, asked askedFor) verdict {
	i := intent.Intent{
		Kind: intent.MoveReservation, PartySize: party, Slots: idsOf(places), ApprovalID: asked.approval, Decision: intent.Decision{By: by.Label()},
	}
	var fresh []*Place
	var kept []*policy.Span // as of all the places together: what the reservation keeps already is not taken twice
	keeps, _ := keepsOf(places, party)
	for i, p := range places {
		if p.Resource.Kind.Units(party) > own[p.Slot.ID] {
			fresh, kept = append(fresh, p), append(kept, keeps[i])
		}
	}
	var hold *reservation.Reservation
	if len(fresh) > 0 {
		made := newHold(g.sheet, fresh, b.row.CustomerID, party)
		hold, i.HoldID = &made, &made.ID
	}
	asking := g.later(b, i)
	if hold != nil {
		hold.IntentID = &asking.ID
		g.changes.Booked = append(g.changes.Booked, *hold)
		for i, p := range fresh {
			g.take(hold.ID, p.Slot.ID, p.Resource.Kind.Units(party)-own[p.Slot.ID], kept[i])
		}
		g.announce(hold.VenueID, event.ReservationHeld, ref.Reservation, hold.ID, hold.Version, &hold.CustomerID, *hold)
	}
	return b.inHand(g.sheet, asking)
}

// keeps is how long the reservation keeps the resource of one of its slots; nil when it doesn't.
func (b *booked) keeps(slot uuid.UUID) *policy.Span {
	for _, a := range b.units {
		if a.SlotID == slot {
			return a.Keeps
		}
	}
	return nil
}

func ownUnits(held []inventory.Allocation) map[uuid.UUID]int {
	own := map[uuid.UUID]int{}
	for _, a := range held {
		own[a.SlotID] = a.Units
	}
	return own
}

// moveRefusal asks the evaluator with the reservation's own units, time and arrival out of the way. What it has already is
// never due to somebody else.
func (g *ground) moveRefusal(b *booked, over *Override, places []*Place, own map[uuid.UUID]int, a inventory.Ask) ([]string, *problem.Problem) {
	for _, place := range places {
		s := g.standings[place.Slot.ID]
		s.Busy = slices.DeleteFunc(s.Busy, func(busy inventory.Busy) bool { return busy.ReservationID == b.row.ID })
		if has := own[place.Slot.ID]; has > 0 {
			s.Slot.Taken -= has
			s.Due = s.Due && place.Resource.Kind.Units(a.Party) > has
		}
		if s.Arrivals.Parties > 0 && policy.ArrivalWindow(place.Slot.StartsAt) == policy.ArrivalWindow(b.row.StartsAt) {
			s.Arrivals.Parties--
			s.Arrivals.Covers -= b.row.PartySize
		}
	}
	return g.permitted(over, places, a)
}

// exchange supersedes the old allocations and makes the new ones. A slot that the reservation keeps with the same units
// doesn't change.
func (g *ground) exchange(b *booked, places []*Place, keeps []*policy.Span, own map[uuid.UUID]int, party int, also func(*reservation.Reservation)) {
	g.changes.Released = append(g.changes.Released, Release{ReservationID: b.row.ID, Superseded: true})
	for _, a := range b.units {
		kept := slices.ContainsFunc(places, func(p *Place) bool { return p.Slot.ID == a.SlotID })
		if !kept {
			g.release(a, string(event.ReservationMoved))
		}
	}
	after := b.row
	after.PartySize, after.StartsAt, after.EndsAt = party, places[0].Slot.StartsAt, places[0].Slot.EndsAt
	after.Tied = slices.ContainsFunc(places, func(p *Place) bool { return p.Tied })
	for i, p := range places {
		if p.Slot.EndsAt.After(after.EndsAt) {
			after.EndsAt = p.Slot.EndsAt
		}
		units := p.Resource.Kind.Units(party)
		switch change := units - own[p.Slot.ID]; {
		case change > 0:
			g.count(p.Slot.ID, change, event.SlotTaken)
		case change < 0:
			g.free(p.Slot.ID, -change, string(event.ReservationMoved))
		}
		if had := b.keeps(p.Slot.ID); had != nil && keeps[i] != nil && !covers(*keeps[i], *had) {
			g.unkeep(p.Slot.ID, *had, string(event.ReservationMoved)) // it stays, and keeps less of the time around
		}
		g.changes.Allocated = append(g.changes.Allocated, inventory.Allocation{ID: ref.NewID(), ReservationID: b.row.ID, SlotID: p.Slot.ID, Units: units, Keeps: keeps[i]})
	}
	if deadline := after.ExpiresAt; after.Status == reservation.Held && deadline != nil && deadline.After(after.StartsAt) && after.StartsAt.After(g.now) {
		after.ExpiresAt = &after.StartsAt // no hold outlives its start
	}
	if policy.ArrivalWindow(after.StartsAt) != policy.ArrivalWindow(b.row.StartsAt) || party < b.row.PartySize {
		g.unarrive(b.row, string(event.ReservationMoved))
	}
	if due := b.row.NoShowAt; due != nil {
		moved := after.StartsAt.Add(due.Sub(b.row.StartsAt))
		after.NoShowAt = &moved
	}
	if also != nil {
		also(&after)
	}
	g.amend(b.row, after, event.ReservationMoved)
}

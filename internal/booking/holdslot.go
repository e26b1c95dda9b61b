package booking

import (
	"context"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// HoldSlot asks for a hold over 1 to 20 slots of one venue, all or none.
type HoldSlot struct {
	SlotIDs   []string
	PartySize int
	Customer  *Contact
	Note      string
	Override  *Override
	Key       string
}

// HoldSlot takes the slots for the holdTtl of the venue's policy. Refused with the party, window, closure and policy
// problems, with SLOT_OCCUPIED or CAPACITY_EXCEEDED when a unit is missing or due to somebody waiting. The answer names
// the reservation and the asked slots as they now stand.
func (d *Desk) HoldSlot(ctx context.Context, by actor.Actor, in HoldSlot, correlationID string) (command.Result, error) {
	slots, known, err := decodeSlots(in.SlotIDs)
	if err != nil {
		return command.Result{}, err
	}
	if err := checkContact(in.Customer); err != nil {
		return command.Result{}, err
	}
	if err := in.Override.check(by); err != nil {
		return command.Result{}, err
	}
	if utf8.RuneCountInString(in.Note) > 2000 {
		return command.Result{}, problem.NewInvalid("note", "keep the note within 2000 characters")
	}
	set := slices.Sorted(slices.Values(in.SlotIDs))
	c := call{
		actor: by, capability: actor.ReservationWrite, operation: "holdSlot", key: in.Key, correlationID: correlationID, reason: in.Override.reason(), wants: set,
		input: struct {
			SlotIDs   []string
			PartySize int
			Customer  *canonicalContact
			Note      string
			Override  *string `json:",omitempty"`
		}{set, in.PartySize, canonical(in.Customer), in.Note, in.Override.text()},
	}
	return d.runTogether(ctx, c, widening(func(ctx context.Context, tx Facts, more []uuid.UUID) (verdict, error) {
		if !known {
			return unknownReference("slot")
		}
		return holdSlots(ctx, tx, by, in, slots, more)
	}))
}

func holdSlots(ctx context.Context, tx Facts, by actor.Actor, in HoldSlot, slots, more []uuid.UUID) (verdict, error) {
	owner, write, err := whose(ctx, tx, by, in.Customer)
	if err != nil {
		return verdict{}, err
	}
	g, err := stand(ctx, tx, by.TenantID, union(slots, more))
	if err != nil {
		return verdict{}, err
	}
	places, missing, err := g.asked(by, slots)
	if err != nil {
		return verdict{}, err
	}
	if missing {
		return unknownReference("slot")
	}
	if err := g.settle(ctx, tx, slots); err != nil {
		return verdict{}, err
	}
	venue := places[0].Slot.VenueID
	shown := answer{venue: venue, refs: slotRefs(slots)}
	passed, p := g.permitted(in.Override, places, asking(by, in.PartySize))
	if p != nil {
		return refused(p, shown)
	}
	terms := places[0].Policy
	p, err = capped(ctx, tx, owner, write, terms.Rules.MaxActiveReservationsPerCustomer, g)
	if err != nil || p != nil && in.Override == nil {
		return verdict{problem: p, answer: shown}, err
	}
	if p != nil {
		passed = append(passed, string(p.Code))
	}
	units := func(p *Place) int { return p.Resource.Kind.Units(in.PartySize) }
	if err := g.reclaim(ctx, tx, places, units); err != nil {
		return verdict{}, err
	}
	hold := newHold(g.sheet, places, owner.ID, in.PartySize)
	expires := terms.Rules.HoldExpiresAt(g.now, lastMoment(hold, g.now))
	hold.ExpiresAt, hold.Note = &expires, in.Note
	hold.OverrideReason, hold.OverrideCodes = in.Override.overridden(passed)
	if write != nil {
		g.changes.Customers = append(g.changes.Customers, *write)
	}
	g.book(hold, places)
	return verdict{changes: g.done(), answer: about(venue, ref.Ref{Kind: ref.Reservation, ID: hold.ID}, slotRefs(slots)...)}, nil
}

// newHold is a hold over the places, in order of time, under the policy of the venue.
func newHold(s *sheet, places []*Place, owner uuid.UUID, party int) reservation.Reservation {
	first, ends := places[0].Slot, places[0].Slot.EndsAt
	for _, p := range places {
		if p.Slot.EndsAt.After(ends) {
			ends = p.Slot.EndsAt
		}
	}
	made := reservation.Reservation{
		ID: ref.NewID(), TenantID: s.tenant, VenueID: first.VenueID, CustomerID: owner, PartySize: party,
		Status: reservation.Initial, Version: 1, PolicyVersionID: places[0].Policy.ID,
		Tied:     slices.ContainsFunc(places, func(p *Place) bool { return p.Tied }),
		StartsAt: first.StartsAt, EndsAt: ends, CreatedAt: s.now, UpdatedAt: s.now,
	}
	if rules := places[0].Policy.Rules; rules.AutoNoShow {
		if due := first.StartsAt.Add(rules.NoShowGrace); due.After(s.now) { // who is booked later than that is here
			made.NoShowAt = &due
		}
	}
	return made
}

// lastMoment is when a hold is over at the latest: at its start, or at its end where staff book what has begun.
func lastMoment(r reservation.Reservation, now time.Time) time.Time {
	if r.StartsAt.After(now) {
		return r.StartsAt
	}
	return r.EndsAt
}

// capped refuses a customer who has as many active reservations as the policy allows.
func capped(ctx context.Context, tx Facts, owner customer.Customer, write *CustomerWrite, most int, g *ground) (*problem.Problem, error) {
	if write != nil && write.Insert {
		return nil, nil
	}
	active, err := tx.ActiveReservations(ctx, owner.ID, g.now)
	if err != nil {
		return nil, fmt.Errorf("count active reservations: %w", err)
	}
	if active >= most {
		return problem.New(problem.PolicyForbids, "The customer has %d active reservations, as many as the venue allows.", active), nil
	}
	return nil, nil
}

func slotRefs(ids []uuid.UUID) []ref.Ref {
	refs := make([]ref.Ref, 0, len(ids))
	for _, id := range ids {
		refs = append(refs, ref.Ref{Kind: ref.Slot, ID: id})
	}
	return refs
}

func union(a, b []uuid.UUID) []uuid.UUID {
	all := slices.Clone(a)
	for _, id := range b {
		if !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

package booking

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// SeatWalkIn seats a party that came without a booking.
type SeatWalkIn struct {
	SlotIDs   []string
	PartySize int
	Customer  *Contact
	Note      *string
	Override  *Override
	Key       string
}

// SeatWalkIn holds, confirms and checks in, in one step. Times ahead of the start don't bind a party at the door, and places
// for walk-ins are open to it; what others hold or wait for stays theirs. POLICY_FORBIDS where an outside booking system has
// a say, which has to be asked first.
func (d *Desk) SeatWalkIn(ctx context.Context, by actor.Actor, in SeatWalkIn, correlationID string) (command.Result, error) {
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
	note, err := noted(in.Note)
	if err != nil {
		return command.Result{}, err
	}
	c := call{
		actor: by, capability: actor.ReservationOperate, operation: "seatWalkIn", key: in.Key, correlationID: correlationID, reason: in.Override.reason(),
		input: struct {
			SlotIDs   []string
			PartySize int
			Customer  *canonicalContact
			Note      string
			Override  *string `json:",omitempty"`
		}{slices.Sorted(slices.Values(in.SlotIDs)), in.PartySize, canonical(in.Customer), note, in.Override.text()},
	}
	return d.run(ctx, c, widening(func(ctx context.Context, tx Tx, more []uuid.UUID) (verdict, error) {
		if !known {
			return unknownReference("slot")
		}
		return seat(ctx, tx, by, in, note, slots, more)
	}))
}

func seat(ctx context.Context, tx Tx, by actor.Actor, in SeatWalkIn, note string, slots, more []uuid.UUID) (verdict, error) {
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
	shown := answer{venue: places[0].Slot.VenueID, refs: slotRefs(slots)}
	ask := asking(by, in.PartySize)
	ask.WalkIn = true
	passed, p := g.permitted(in.Override, places, ask)
	if p == nil {
		p = untied(places, "Hold it and confirm: the venue's booking system has to be asked before anybody is seated there.")
	}
	if p != nil {
		return refused(p, shown)
	}
	p, err = capped(ctx, tx, owner, write, places[0].Policy.Rules.MaxActiveReservationsPerCustomer, g)
	if err != nil || p != nil && in.Override == nil {
		return verdict{problem: p, answer: shown}, err
	}
	if p != nil {
		passed = append(passed, string(p.Code))
	}
	if err := g.reclaim(ctx, tx, places, func(p *Place) int { return p.Resource.Kind.Units(in.PartySize) }); err != nil {
		return verdict{}, err
	}
	made := newHold(g.sheet, places, owner.ID, in.PartySize)
	made.WalkIn, made.NoShowAt, made.Note = true, nil, note // the party is here: nobody will give it up
	made.OverrideReason, made.OverrideCodes = in.Override.overridden(passed)
	if write != nil {
		g.changes.Customers = append(g.changes.Customers, *write)
	}
	g.bookFirm(made, places, reservation.CheckedIn)
	return verdict{changes: g.done(), answer: about(made.VenueID, ref.Ref{Kind: ref.Reservation, ID: made.ID}, slotRefs(slots)...)}, nil
}

// bookFirm books in one step what passes all states on the way: held, confirmed and, for a party that is here, checked in.
func (s *sheet) bookFirm(made reservation.Reservation, places []*Place, to reservation.Status) {
	made.ExpiresAt = &made.EndsAt // a hold has a deadline, however short its life
	s.book(made, places)
	firm := made
	firm.Status = reservation.Confirmed
	firm = s.amend(made, firm, event.ReservationConfirmed)
	if to == reservation.CheckedIn {
		here := firm
		here.Status = reservation.CheckedIn
		s.amend(firm, here, event.ReservationCheckedIn)
	}
}

// untied refuses places in which an outside booking system has a say.
func untied(places []*Place, instead string) *problem.Problem {
	if slices.ContainsFunc(places, func(p *Place) bool { return p.Tied }) {
		return problem.New(problem.PolicyForbids, "%s", instead)
	}
	return nil
}

// confirmsItself refuses somebody whose confirmation would only be a request.
func confirmsItself(by actor.Actor, rules policy.Rules) *problem.Problem {
	if reservation.OnlyAsks(rules, by.OwnOnly()) {
		return problem.New(problem.PolicyForbids, "The venue confirms every booking itself. Hold the slots and confirm the hold: that asks the venue.")
	}
	return nil
}

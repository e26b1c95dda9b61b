package booking

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// CorrectReservation makes a reservation anew whose row ended, or began, by mistake.
type CorrectReservation struct {
	ReservationID   string
	Becomes         reservation.Status // CONFIRMED or CHECKED_IN
	Reason          string
	ExpectedVersion int
	Key             string
}

// corrected is the statusReason of a reservation that was checked in by mistake.
const corrected = "CORRECTED"

// CorrectReservation books the same place for the same customer once more, beside the old row, which stays as it ended; one
// that was checked in by mistake is completed first. The place must still be free: what others took meanwhile, or wait for,
// is theirs. Times and closures don't bind. ILLEGAL_TRANSITION for what can't have ended by mistake, what is over, and what
// was corrected before.
func (d *Desk) CorrectReservation(ctx context.Context, by actor.Actor, in CorrectReservation, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	if err := checkReason(in.Reason); err != nil {
		return command.Result{}, err
	}
	if !slices.Contains(reservation.CorrectedValues(), in.Becomes) {
		return command.Result{}, problem.NewInvalid("becomes", "must be CONFIRMED or CHECKED_IN")
	}
	c := call{
		actor: by, capability: actor.ReservationCorrect, operation: "correctReservation", key: in.Key, correlationID: correlationID, reason: in.Reason,
		input: struct {
			ReservationID   string
			Becomes         reservation.Status
			Reason          string
			ExpectedVersion int
		}{in.ReservationID, in.Becomes, in.Reason, in.ExpectedVersion},
	}
	return d.run(ctx, c, widening(func(ctx context.Context, tx Tx, more []uuid.UUID) (verdict, error) {
		b, err := findBooked(ctx, tx, by, in.ReservationID)
		if err != nil {
			return verdict{}, err
		}
		if b == nil {
			return unknownReference("reservation")
		}
		return correct(ctx, tx, by, in, b, more)
	}))
}

func correct(ctx context.Context, tx Tx, by actor.Actor, in CorrectReservation, b *booked, more []uuid.UUID) (verdict, error) {
	slots := slotsOf(b.units)
	g, err := stand(ctx, tx, by.TenantID, union(slots, more))
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
	if missing {
		return verdict{}, fmt.Errorf("a slot of reservation %s is gone", b.row.ID)
	}
	if p := reservation.Correct(b.row, in.Becomes, in.ExpectedVersion, b.terms.Rules, g.now); p != nil {
		return refused(p, b.answer())
	}
	if p, err := correctedBefore(ctx, tx, b); p != nil || err != nil {
		return verdict{problem: p, answer: b.answer()}, err
	}
	if p := b.elsewhere(places); p != nil {
		return refused(p, b.answer())
	}
	if err := g.settle(ctx, tx, slots); err != nil {
		return verdict{}, err
	}
	passed, p := g.stillFree(by, b, places)
	if p != nil {
		return refused(p, b.answer())
	}
	if err := g.reclaim(ctx, tx, places, g.needs(b)); err != nil {
		return verdict{}, err
	}
	made := g.anew(b, places)
	made.OverrideReason, made.OverrideCodes = (&Override{Reason: in.Reason}).overridden(passed)
	if b.row.Status == reservation.CheckedIn {
		g.passOn(b)
	}
	g.bookFirm(made, places, in.Becomes)
	return verdict{changes: g.done(), answer: about(made.VenueID, ref.Ref{Kind: ref.Reservation, ID: made.ID}, slotRefs(slots)...)}, nil
}

// correctedBefore refuses a second correction of one row: it is read under the row's lock.
func correctedBefore(ctx context.Context, tx Tx, b *booked) (*problem.Problem, error) {
	by, err := tx.CorrectionOf(ctx, b.row.ID)
	if err != nil {
		return nil, fmt.Errorf("find the correction of reservation %s: %w", b.row.ID, err)
	}
	if by == nil {
		return nil, nil
	}
	return problem.New(problem.IllegalTransition, "The reservation was corrected before: %s stands for it.", ref.Encode(ref.Reservation, *by)).WithVersion(b.row.Version), nil
}

// elsewhere refuses what an outside booking system has a say in, or still has on its books.
func (b *booked) elsewhere(places []*Place) *problem.Problem {
	const instead = "The venue's booking system has a say in this place and would not know; hold and confirm it anew."
	if b.row.UpstreamID != nil {
		return problem.New(problem.PolicyForbids, instead)
	}
	return untied(places, instead)
}

// stillFree asks the evaluator, with what a party that was checked in has itself out of the way. What others have, or wait
// for, stands; so does a slot that is no more. The other rules are passed over, and those that speak of now are named:
// whether its time suited was decided when the reservation was made.
func (g *ground) stillFree(by actor.Actor, b *booked, places []*Place) (passed []string, p *problem.Problem) {
	if b.row.Status == reservation.CheckedIn {
		g.setAside(b)
	}
	retired := slices.ContainsFunc(places, func(p *Place) bool { return p.Slot.State == inventory.Retired })
	for _, p := range g.refusals(places, asking(by, b.row.PartySize)) {
		switch {
		case p.Code == problem.SlotOccupied, p.Code == problem.CapacityExceeded, p.Code == problem.ResourceClosed && retired:
			return nil, p
		case p.Code == problem.ResourceClosed, p.Code == problem.PacingExceeded:
			passed = append(passed, string(p.Code))
		}
	}
	return passed, nil
}

// setAside takes what the reservation has out of its own way. Nobody else can be waiting for it.
func (g *ground) setAside(b *booked) {
	for _, a := range b.units {
		s := g.standings[a.SlotID]
		s.Slot.Taken -= a.Units
		s.Busy = slices.DeleteFunc(s.Busy, func(busy inventory.Busy) bool { return busy.ReservationID == b.row.ID })
		s.Due, s.DueTime = false, nil
		if policy.ArrivalWindow(s.Slot.StartsAt) == policy.ArrivalWindow(b.row.StartsAt) {
			s.Arrivals.Parties--
			s.Arrivals.Covers -= b.row.PartySize
		}
	}
}

// needs is how many more units of a place the correction takes.
func (g *ground) needs(b *booked) func(*Place) int {
	return func(p *Place) int {
		if b.row.Status == reservation.CheckedIn {
			return 0
		}
		return p.Resource.Kind.Units(b.row.PartySize)
	}
}

// anew is the same reservation under the terms that it had. It is given up by itself only at a time to come.
func (g *ground) anew(b *booked, places []*Place) reservation.Reservation {
	made := newHold(g.sheet, places, b.row.CustomerID, b.row.PartySize)
	made.PolicyVersionID, made.Note, made.WalkIn = b.row.PolicyVersionID, b.row.Note, b.row.WalkIn
	made.SeriesID, made.CorrectsID, made.NoShowAt = b.row.SeriesID, &b.row.ID, nil
	if due := b.row.NoShowAt; due != nil && due.After(g.now) {
		made.NoShowAt = due
	}
	return made
}

// passOn ends a reservation whose units go over to its correction in the same step: nobody is told that they are free.
func (g *ground) passOn(b *booked) {
	after, reason := b.row, corrected
	after.Status, after.StatusReason = reservation.Completed, &reason
	g.amend(b.row, after, event.ReservationCompleted)
	g.changes.Released = append(g.changes.Released, Release{ReservationID: b.row.ID})
	for _, a := range b.units {
		g.count(a.SlotID, -a.Units, event.SlotFreed)
		if a.Keeps != nil { // by the rules of today the new one may keep less
			g.unkeep(a.SlotID, *a.Keeps, corrected)
		}
	}
}

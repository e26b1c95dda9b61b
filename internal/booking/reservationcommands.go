package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// ReservationCommand names a reservation and the version of it that the caller read.
type ReservationCommand struct {
	ReservationID   string
	ExpectedVersion int
	Key             string
}

// canonicalCommand is such a command as the digest sees it.
type canonicalCommand struct {
	ReservationID   string
	ExpectedVersion int
	ReasonCode      string `json:",omitempty"`
}

// onReservation is a command that changes one reservation.
type onReservation struct {
	do       reservation.Command
	in       ReservationCommand
	reason   string
	releases bool // whether units go back, so that their slots must be locked
	change   func(s *sheet, b *booked)
	hand     func(s *sheet, b *booked) *ref.Ref // puts it into an intent's hands instead; nil where it doesn't
}

// runOn runs such a command.
func (d *Desk) runOn(ctx context.Context, by actor.Actor, o onReservation, correlationID string) (command.Result, error) {
	if err := checkVersion(o.in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{
		actor: by, capability: o.do.Capability(), operation: string(o.do), key: o.in.Key, correlationID: correlationID, reason: o.reason, wants: []string{o.in.ReservationID},
		input: canonicalCommand{o.in.ReservationID, o.in.ExpectedVersion, o.reason},
	}
	return d.runTogether(ctx, c, func(ctx context.Context, tx Facts) (verdict, error) { return decideOn(ctx, tx, by, o) })
}

// decideOn finds, locks (slots first, where units will be released), decides by the rules, and changes.
func decideOn(ctx context.Context, tx Facts, by actor.Actor, o onReservation) (verdict, error) {
	b, err := findBooked(ctx, tx, by, o.in.ReservationID)
	if err != nil {
		return verdict{}, err
	}
	if b == nil {
		return unknownReference("reservation")
	}
	var places []Place
	if o.releases && b.row.Status.Active() {
		if places, err = tx.LockPlaces(ctx, slotsOf(b.units)); err != nil {
			return verdict{}, fmt.Errorf("lock the slots of reservation %s: %w", b.row.ID, err)
		}
	}
	if err := b.lock(ctx, tx); err != nil {
		return verdict{}, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	if p := reservation.Decide(o.do, b.row, o.in.ExpectedVersion, by, b.terms.Rules, now); p != nil {
		return refused(p, b.answer())
	}
	s := newSheet(by.TenantID, now, places)
	if o.hand != nil {
		if made := o.hand(s, b); made != nil {
			return b.inHand(s, *made), nil
		}
	}
	o.change(s, b)
	return verdict{changes: s.done(), answer: b.answer()}, nil
}

// inHand is the answer of a command whose reservation went into an intent's hands.
func (b *booked) inHand(s *sheet, made ref.Ref) verdict {
	shown := b.answer()
	shown.refs = append(shown.refs, made)
	return verdict{changes: s.done(), accepted: &made, answer: shown}
}

// lifeUntil is how long an intent that books has time: a while, and never past the start.
func (s *sheet) lifeUntil(start time.Time) time.Time {
	if end := s.now.Add(intent.DefaultLife); end.Before(start) {
		return end
	}
	return start
}

// later puts a reservation into the hands of an intent that will do what was asked.
func (s *sheet) later(b *booked, i intent.Intent) ref.Ref {
	i.VenueID, i.CustomerID, i.ReservationID = b.row.VenueID, b.row.CustomerID, &b.row.ID
	if i.PartySize == 0 {
		i.PartySize = b.row.PartySize
	}
	if i.Slots == nil {
		i.Slots = slotsOf(b.units)
	}
	i.ExpiresAt = s.now.Add(intent.DefaultLife)
	if b.row.Status == reservation.Held {
		i.HoldUntil, i.ExpiresAt = b.row.ExpiresAt, s.lifeUntil(b.row.StartsAt)
	}
	made := s.request(i)
	s.handOver(b.row, made.ID)
	return made
}

// ConfirmReservation turns a live hold into a reservation. HOLD_EXPIRED from the deadline on. Where the venue confirms itself,
// a customer's call only asks: the hold stays, until the venue has confirmed or cancelled it or its time for that is over.
// Where an outside booking system has a say the answer is ACCEPTED with an intent, and the hold waits for that system.
func (d *Desk) ConfirmReservation(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.runOn(ctx, by, onReservation{do: reservation.Confirm, in: in,
		change: func(s *sheet, b *booked) {
			if reservation.OnlyAsks(b.terms.Rules, by.OwnOnly()) {
				s.amend(b.row, b.row.Ask(b.terms.Rules, s.now, lastMoment(b.row, s.now)), event.ReservationRequested)
				return
			}
			after := b.row
			after.Status = reservation.Confirmed
			s.amend(b.row, after, event.ReservationConfirmed)
		},
		hand: func(s *sheet, b *booked) *ref.Ref {
			if !b.row.Tied || reservation.OnlyAsks(b.terms.Rules, by.OwnOnly()) { // the outside system is asked once the venue has said yes
				return nil
			}
			made := s.later(b, intent.Intent{Kind: intent.ConfirmReservation, Decision: intent.Decision{By: by.Label()}})
			return &made
		}}, correlationID)
}

// ExtendHold adds the holdTtl once, never past the first slot's start. A second time is POLICY_FORBIDS.
func (d *Desk) ExtendHold(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.runOn(ctx, by, onReservation{do: reservation.Extend, in: in, change: func(s *sheet, b *booked) {
		after := b.row
		until := b.terms.Rules.ExtendedExpiresAt(*b.row.ExpiresAt, b.row.StartsAt)
		after.ExpiresAt, after.Extended = &until, true
		s.amend(b.row, after, event.ReservationExtended)
	}}, correlationID)
}

// CancelReservation gives the units back. After the cut-off a customer hears OUTSIDE_CANCELLATION_WINDOW; a hold may
// always be cancelled. What is booked at an outside system is cancelled there first: the answer is ACCEPTED with an intent.
func (d *Desk) CancelReservation(ctx context.Context, by actor.Actor, in ReservationCommand, reasonCode, correlationID string) (command.Result, error) {
	return d.runOn(ctx, by, cancellation(by, in, reasonCode, askedFor{}), correlationID)
}

func cancellation(by actor.Actor, in ReservationCommand, reasonCode string, asked askedFor) onReservation {
	return onReservation{do: reservation.Cancel, in: in, reason: reasonCode, releases: true,
		change: func(s *sheet, b *booked) { s.end(b.row, b.units, reservation.Cancelled, reasonCode) },
		hand: func(s *sheet, b *booked) *ref.Ref {
			if b.row.UpstreamID == nil {
				return nil
			}
			made := s.later(b, intent.Intent{Kind: intent.CancelReservation, ApprovalID: asked.approval, Decision: intent.Decision{By: by.Label(), Reason: reasonCode}})
			return &made
		}}
}

// decideCancel is the same inside of somebody else's transaction.
func decideCancel(ctx context.Context, tx Facts, by actor.Actor, in ReservationCommand, reasonCode string, asked askedFor) (verdict, error) {
	return decideOn(ctx, tx, by, cancellation(by, in, reasonCode, asked))
}

// CheckInReservation seats the party, from checkInOpens before the start on.
func (d *Desk) CheckInReservation(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.runOn(ctx, by, onReservation{do: reservation.CheckIn, in: in, change: func(s *sheet, b *booked) {
		after := b.row
		after.Status = reservation.CheckedIn
		s.amend(b.row, after, event.ReservationCheckedIn)
	}}, correlationID)
}

// CompleteReservation lets the party go and gives the units back.
func (d *Desk) CompleteReservation(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.runOn(ctx, by, onReservation{do: reservation.Complete, in: in, releases: true, change: func(s *sheet, b *booked) {
		s.end(b.row, b.units, reservation.Completed, "")
	}}, correlationID)
}

// MarkNoShow gives up on a party that hasn't come, from noShowGrace after the start on.
func (d *Desk) MarkNoShow(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.runOn(ctx, by, onReservation{do: reservation.MarkGone, in: in, releases: true, change: func(s *sheet, b *booked) {
		s.end(b.row, b.units, reservation.NoShow, "")
	}}, correlationID)
}

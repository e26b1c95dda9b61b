package booking

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
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

// onReservation runs a command that changes one reservation: find, lock (slots first, where units will be released),
// decide by the rules, change.
func (d *Desk) onReservation(ctx context.Context, by actor.Actor, do reservation.Command, in ReservationCommand, reason, correlationID string, releases bool, change func(s *sheet, b *booked)) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	c := call{
		actor: by, capability: do.Capability(), operation: string(do), key: in.Key, correlationID: correlationID, reason: reason,
		input: canonicalCommand{in.ReservationID, in.ExpectedVersion, reason},
	}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		b, err := findBooked(ctx, tx, by, in.ReservationID)
		if err != nil {
			return verdict{}, err
		}
		if b == nil {
			return unknownReference("reservation")
		}
		var places []Place
		if releases && b.row.Status.Active() {
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
		if p := reservation.Decide(do, b.row, in.ExpectedVersion, by, b.terms.Rules, now); p != nil {
			return refused(p, b.answer())
		}
		s := newSheet(by.TenantID, now, places)
		change(s, b)
		return verdict{changes: s.done(), answer: b.answer()}, nil
	})
}

// ConfirmReservation turns a live hold into a reservation. HOLD_EXPIRED from the deadline on.
func (d *Desk) ConfirmReservation(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.onReservation(ctx, by, reservation.Confirm, in, "", correlationID, false, func(s *sheet, b *booked) {
		after := b.row
		after.Status = reservation.Confirmed
		s.amend(b.row, after, event.ReservationConfirmed)
	})
}

// ExtendHold adds the holdTtl once, never past the first slot's start. A second time is POLICY_FORBIDS.
func (d *Desk) ExtendHold(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.onReservation(ctx, by, reservation.Extend, in, "", correlationID, false, func(s *sheet, b *booked) {
		after := b.row
		until := b.terms.Rules.ExtendedExpiresAt(*b.row.ExpiresAt, b.row.StartsAt)
		after.ExpiresAt, after.Extended = &until, true
		s.amend(b.row, after, event.ReservationExtended)
	})
}

// CancelReservation gives the units back. After the cut-off a customer hears OUTSIDE_CANCELLATION_WINDOW; a hold may
// always be cancelled.
func (d *Desk) CancelReservation(ctx context.Context, by actor.Actor, in ReservationCommand, reasonCode, correlationID string) (command.Result, error) {
	return d.onReservation(ctx, by, reservation.Cancel, in, reasonCode, correlationID, true, func(s *sheet, b *booked) {
		s.end(b.row, b.units, reservation.Cancelled, reasonCode)
	})
}

// CheckInReservation seats the party, from checkInOpens before the start on.
func (d *Desk) CheckInReservation(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.onReservation(ctx, by, reservation.CheckIn, in, "", correlationID, false, func(s *sheet, b *booked) {
		after := b.row
		after.Status = reservation.CheckedIn
		s.amend(b.row, after, event.ReservationCheckedIn)
	})
}

// CompleteReservation lets the party go and gives the units back.
func (d *Desk) CompleteReservation(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.onReservation(ctx, by, reservation.Complete, in, "", correlationID, true, func(s *sheet, b *booked) {
		s.end(b.row, b.units, reservation.Completed, "")
	})
}

// MarkNoShow gives up on a party that hasn't come, from noShowGrace after the start on.
func (d *Desk) MarkNoShow(ctx context.Context, by actor.Actor, in ReservationCommand, correlationID string) (command.Result, error) {
	return d.onReservation(ctx, by, reservation.MarkGone, in, "", correlationID, true, func(s *sheet, b *booked) {
		s.end(b.row, b.units, reservation.NoShow, "")
	})
}

package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/ref"
)

// key is a new idempotency key. What a start of the demo does is decided by what it finds, so no key is ever used twice:
// an old one would replay a booking that somebody has cancelled since.
func key(label string) string { return "demo-" + label + "-" + uuid.NewString() }

// book holds and confirms a slot in a customer's name, as staff do on the phone. At the library's seats it is done once the
// city's booking system has said yes.
func (s *Seeder) book(ctx context.Context, t tenant, p place, who person, label string) error {
	staff := t.actor("staff")
	held, err := committed(s.Desk.HoldSlot(ctx, staff, booking.HoldSlot{
		SlotIDs: []string{ref.Encode(ref.Slot, p.id)}, PartySize: p.min, Customer: who.contact(), Key: key(label),
	}, "demo"))
	if err != nil {
		return fmt.Errorf("hold %s at %s: %w", p.resource, p.startsAt.Format(time.RFC3339), err)
	}
	reservation, found := held.Find(ref.Reservation)
	if !found {
		return fmt.Errorf("hold %s: the answer names no reservation", p.resource)
	}
	_, err = begun(s.Desk.ConfirmReservation(ctx, staff, booking.ReservationCommand{ReservationID: reservation.String(), ExpectedVersion: 1, Key: key(label)}, "demo"))
	if err != nil {
		return fmt.Errorf("confirm %s: %w", p.resource, err)
	}
	return nil
}

// wait puts somebody into the queue for a stretch of time.
func (s *Seeder) wait(ctx context.Context, t tenant, at span, party int, who person, label string) error {
	_, err := committed(s.Desk.JoinWaitlist(ctx, t.actor("staff"), booking.JoinWaitlist{
		VenueID: ref.Encode(ref.Venue, t.venueID()), PartySize: party, From: at.from, To: at.to, Customer: who.contact(), Key: key(label),
	}, "demo"))
	if err != nil {
		return fmt.Errorf("wait: %w", err)
	}
	return nil
}

// begun makes anything but a done command, or one that a worker goes on with, an error.
func begun(r command.Result, err error) (command.Result, error) {
	if err == nil && r.Outcome == command.Accepted {
		return r, nil
	}
	return committed(r, err)
}

// committed makes anything but a done command an error.
func committed(r command.Result, err error) (command.Result, error) {
	switch {
	case err != nil:
		return r, err
	case r.Problem != nil:
		return r, r.Problem
	case r.Outcome != command.Committed:
		return r, fmt.Errorf("the command is %s", r.Outcome)
	}
	return r, nil
}

package booking

import (
	"context"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// ConfirmOffer is a yes to an offer at the version that was read, and where the yes came from.
type ConfirmOffer struct {
	OfferID         string
	ExpectedVersion int
	Source          waitlist.ConfirmationSource
	Key             string
}

// ConfirmOffer turns the promotional hold into the customer's reservation: offer ACCEPTED, entry FULFILLED, hold CONFIRMED
// in one step. OFFER_EXPIRED from the deadline on, DECISION_STALE when somebody decided first.
func (d *Desk) ConfirmOffer(ctx context.Context, by actor.Actor, in ConfirmOffer, correlationID string) (command.Result, error) {
	if !in.Source.MaySay(by.Role) {
		return command.Result{}, problem.NewInvalid("confirmationSource", "%s can't be said by %s", in.Source, by.Role)
	}
	input := struct {
		OfferID         string
		ExpectedVersion int
		Source          waitlist.ConfirmationSource
	}{in.OfferID, in.ExpectedVersion, in.Source}
	return d.onOffer(ctx, by, offerCommand{
		operation: "confirmOffer", capability: actor.OfferDecide, offer: in.OfferID, version: in.ExpectedVersion, key: in.Key,
		input: input, to: waitlist.OfferAccepted,
		change: func(s *sheet, b backing) { s.accept(b, decision{by: by.Label(), source: string(in.Source)}) },
	}, correlationID)
}

// accept makes the held place the customer's.
func (s *sheet) accept(b backing, by decision) {
	hold, offer, entry := b.hold, by.on(b.offer, waitlist.OfferAccepted, s), b.entry
	hold.Status, entry.Status = reservation.Confirmed, waitlist.Fulfilled
	s.amend(b.hold, hold, event.ReservationConfirmed)
	s.amendOffer(b.offer, offer, event.OfferAccepted)
	s.amendEntry(b.entry, entry, event.EntryFulfilled)
}

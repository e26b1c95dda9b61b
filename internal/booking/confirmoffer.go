package booking

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
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
// in one step. Where an outside booking system has a say the answer is ACCEPTED with an intent. OFFER_EXPIRED from the deadline on, DECISION_STALE when somebody decided first.
func (d *Desk) ConfirmOffer(ctx context.Context, by actor.Actor, in ConfirmOffer, correlationID string) (command.Result, error) {
	if !in.Source.MaySay(by.Role) {
		return command.Result{}, problem.NewInvalid("confirmationSource", "%s can't be said by %s", in.Source, by.Role)
	}
	return d.onOffer(ctx, by, confirmation(by, in, askedFor{}), correlationID)
}

// confirmation is the decision on the offer. Where an outside booking system has a say it is asked first: the offer, the
// hold and the entry go into the hands of an intent, and time stands still for them.
func confirmation(by actor.Actor, in ConfirmOffer, asked askedFor) offerCommand {
	return offerCommand{
		operation: string(intent.ConfirmOffer), capability: actor.OfferDecide, offer: in.OfferID, version: in.ExpectedVersion, key: in.Key,
		input: struct {
			OfferID         string
			ExpectedVersion int
			Source          waitlist.ConfirmationSource
		}{in.OfferID, in.ExpectedVersion, in.Source},
		to:     waitlist.OfferAccepted,
		change: func(s *sheet, b backing) { s.accept(b, decision{by: by.Label(), source: string(in.Source)}, nil) },
		hand: func(s *sheet, b backing) *ref.Ref {
			if !b.hold.Tied {
				return nil
			}
			made := s.acceptLater(b, intent.Decision{By: by.Label(), Source: string(in.Source)}, asked)
			return &made
		},
	}
}

// decideConfirmOffer is the same inside of somebody else's transaction.
func decideConfirmOffer(ctx context.Context, tx Facts, by actor.Actor, in ConfirmOffer, asked askedFor) (verdict, error) {
	return decideOffer(ctx, tx, by, confirmation(by, in, asked))
}

// acceptLater puts an accepted offer into the hands of an intent.
func (s *sheet) acceptLater(b backing, said intent.Decision, asked askedFor) ref.Ref {
	made := s.request(intent.Intent{
		VenueID: b.offer.VenueID, CustomerID: b.offer.CustomerID, Kind: intent.ConfirmOffer, PartySize: b.hold.PartySize, Slots: slotsOf(b.units),
		ReservationID: &b.hold.ID, OfferID: &b.offer.ID, ExpiresAt: s.lifeUntil(b.hold.StartsAt), HoldUntil: &b.offer.ExpiresAt,
		ApprovalID: asked.approval, Decision: said,
	})
	s.handOver(b.hold, made.ID)
	offer, entry := b.offer, b.entry
	offer.IntentID, entry.OfferExpiresAt = &made.ID, nil
	s.amendOffer(b.offer, offer, event.OfferHandedOver)
	s.amendEntry(b.entry, entry, event.EntryHandedOver)
	return made
}

// accept makes the held place the customer's.
func (s *sheet) accept(b backing, by decision, upstream *uuid.UUID) {
	hold, offer, entry := b.hold, by.on(b.offer, waitlist.OfferAccepted, s), b.entry
	hold.Status, entry.Status = reservation.Confirmed, waitlist.Fulfilled
	hold.IntentID, hold.UpstreamID, hold.Tied, offer.IntentID = nil, upstream, upstream != nil, nil
	s.amend(b.hold, hold, event.ReservationConfirmed)
	s.amendOffer(b.offer, offer, event.OfferAccepted)
	s.amendEntry(b.entry, entry, event.EntryFulfilled)
}

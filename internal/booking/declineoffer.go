package booking

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// DeclineOffer is a no to an offer at the version that was read.
type DeclineOffer struct {
	OfferID         string
	ExpectedVersion int
	ReasonCode      string
	Key             string
}

// DeclineOffer ends the offer and the entry and gives the place back, so that the next in line is offered it.
func (d *Desk) DeclineOffer(ctx context.Context, by actor.Actor, in DeclineOffer, correlationID string) (command.Result, error) {
	return d.onOffer(ctx, by, offerCommand{
		operation: "declineOffer", capability: actor.OfferDecide, offer: in.OfferID, version: in.ExpectedVersion, key: in.Key,
		input: struct {
			OfferID         string
			ExpectedVersion int
			ReasonCode      string
		}{in.OfferID, in.ExpectedVersion, in.ReasonCode},
		reason: in.ReasonCode, to: waitlist.OfferDeclined, releases: true,
		change: func(s *sheet, b backing) {
			s.close(b, waitlist.OfferDeclined, reservation.Cancelled, decision{by: by.Label(), code: in.ReasonCode}, waitlist.EntryDeclined)
		},
	}, correlationID)
}

// WithdrawOffer takes an offer back, with the reason that staff give.
type WithdrawOffer struct {
	OfferID         string
	ExpectedVersion int
	Reason          string
	Key             string
}

// WithdrawOffer ends the offer and gives the place back; the entry waits again where it stood in the queue. It isn't
// offered that slot by itself a second time.
func (d *Desk) WithdrawOffer(ctx context.Context, by actor.Actor, in WithdrawOffer, correlationID string) (command.Result, error) {
	if err := checkReason(in.Reason); err != nil {
		return command.Result{}, err
	}
	return d.onOffer(ctx, by, offerCommand{
		operation: "withdrawOffer", capability: actor.OfferOperate, offer: in.OfferID, version: in.ExpectedVersion, key: in.Key,
		input: struct {
			OfferID         string
			ExpectedVersion int
			Reason          string
		}{in.OfferID, in.ExpectedVersion, in.Reason},
		reason: in.Reason, to: waitlist.OfferWithdrawn, releases: true,
		change: func(s *sheet, b backing) {
			to := waitlist.Waiting
			if !s.now.Before(b.entry.To) {
				to = waitlist.EntryExpired
			}
			_, entry := s.close(b, waitlist.OfferWithdrawn, reservation.Cancelled, decision{by: by.Label(), reason: in.Reason}, to)
			if to == waitlist.Waiting {
				s.look(entry, string(event.EntryRequeued))
			}
		},
	}, correlationID)
}

// checkReason refuses a reason that says nothing or too much.
func checkReason(reason string) error {
	if n := utf8.RuneCountInString(strings.TrimSpace(reason)); n < 1 || n > 500 {
		return problem.NewInvalid("reason", "give a reason of 1 to 500 characters")
	}
	return nil
}

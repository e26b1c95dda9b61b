package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/loadtest"
)

// thing is what a command may be given about.
type thing struct {
	id      string
	version int64
}

func thingOf(payload gjson.Result, path string) thing {
	return thing{payload.Get(path + ".id").String(), payload.Get(path + ".version").Int()}
}

// give sends a command that has to be done, and returns its payload.
func (h *house) give(ctx context.Context, name, inputType, fields string, input loadtest.Vars) (gjson.Result, error) {
	input["idempotencyKey"] = uuid.NewString()
	document := "mutation($input: " + inputType + "!) { " + name + "(input: $input) { outcome problem { code message } " + fields + " } }"
	answer, err := h.client.Ask(ctx, document, loadtest.Vars{"input": input})
	if err != nil {
		return answer, fmt.Errorf("%s: %w", name, err)
	}
	payload := answer.Get("data." + name)
	if payload.Get("outcome").String() != "COMMITTED" {
		return payload, fmt.Errorf("%s was not done: %.500s", name, answer.Raw)
	}
	return payload, nil
}

func (h *house) hold(ctx context.Context, slot string) (thing, error) {
	made, err := h.give(ctx, "holdSlot", "HoldSlotInput", "reservation { id version status expiresAt }", loadtest.Vars{"slotIds": []string{slot}, "partySize": 1})
	return thingOf(made, "reservation"), err
}

func (h *house) confirm(ctx context.Context, held thing) (thing, error) {
	made, err := h.give(ctx, "confirmReservation", "ReservationCommandInput", "reservation { id version status }",
		loadtest.Vars{"reservationId": held.id, "expectedVersion": held.version})
	return thingOf(made, "reservation"), err
}

func (h *house) cancel(ctx context.Context, booked thing) error {
	_, err := h.give(ctx, "cancelReservation", "CancelReservationInput", "reservation { id version status }",
		loadtest.Vars{"reservationId": booked.id, "expectedVersion": booked.version, "reasonCode": "CUSTOMER_REQUEST"})
	return err
}

// wait lets somebody wait for a venue's places of a time.
func (h *house) wait(ctx context.Context, venue string, from, to time.Time) (thing, error) {
	made, err := h.give(ctx, "joinWaitlist", "JoinWaitlistInput", "entry { id version }",
		loadtest.Vars{"venueId": venue, "partySize": 1, "from": from.Format(time.RFC3339), "to": to.Format(time.RFC3339)})
	return thingOf(made, "entry"), err
}

// accept says yes to an offer, and returns the reservation that came of it.
func (h *house) accept(ctx context.Context, offer thing) (thing, error) {
	made, err := h.give(ctx, "confirmOffer", "ConfirmOfferInput", "offer { id status version } reservation { id version status }",
		loadtest.Vars{"offerId": offer.id, "expectedVersion": offer.version, "confirmationSource": "PHONE"})
	return thingOf(made, "reservation"), err
}

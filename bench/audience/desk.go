package audience

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/loadtest"
)

// desk makes events at SlotQ: it holds a table and gives it back, in turn.
type desk struct {
	client *loadtest.Client
	venue  string
	slot   string
	held   gjson.Result // the reservation that stands; none to begin with
}

// act makes one event of a reservation.
func (d *desk) act(ctx context.Context) error {
	key := uuid.NewString()
	if was := d.held; was.Exists() {
		d.held = gjson.Result{}
		answer, err := d.client.Ask(ctx, `mutation($input: CancelReservationInput!) { cancelReservation(input: $input) { outcome problem { code message } } }`,
			loadtest.Vars{"input": loadtest.Vars{"reservationId": was.Get("id").String(), "expectedVersion": was.Get("version").Int(), "reasonCode": "CUSTOMER_REQUEST", "idempotencyKey": key}})
		return done(answer, err, "data.cancelReservation")
	}
	if d.slot == "" {
		if err := d.find(ctx); err != nil {
			return err
		}
	}
	answer, err := d.client.Ask(ctx, `mutation($input: HoldSlotInput!) { holdSlot(input: $input) { outcome problem { code message } reservation { id version } } }`,
		loadtest.Vars{"input": loadtest.Vars{"slotIds": []string{d.slot}, "partySize": 2, "idempotencyKey": key}})
	d.held = answer.Get("data.holdSlot.reservation")
	return done(answer, err, "data.holdSlot")
}

// done is an error unless the answer is that it was done.
func done(answer gjson.Result, err error, path string) error {
	if err == nil && answer.Get(path+".outcome").String() != "COMMITTED" {
		err = fmt.Errorf("not done: %s", answer.Raw)
	}
	return err
}

// find takes a free table far enough ahead for the guests of the demo to leave it alone.
func (d *desk) find(ctx context.Context) error {
	from, to := time.Now().AddDate(0, 0, 10), time.Now().AddDate(0, 0, 25)
	answer, err := d.client.Ask(ctx, `query($venue: ID!, $from: Date!, $to: Date!) { availability(venueId: $venue, from: $from, to: $to, partySize: 2, first: 1) { nodes { id } } }`,
		loadtest.Vars{"venue": d.venue, "from": from.Format(time.DateOnly), "to": to.Format(time.DateOnly)})
	d.slot = answer.Get("data.availability.nodes.0.id").String()
	if err == nil && d.slot == "" {
		err = errors.New("the demo has no free table")
	}
	return err
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// desk makes events at SlotQ: it holds a table and gives it back, in turn.
type desk struct {
	url, token, venue string
	slot              string
	held              *held
	nth               int
}

type held struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
}

// act makes one event of a reservation.
func (d *desk) act() error {
	d.nth++
	key := fmt.Sprintf("bench-doors-%d-%08d", time.Now().UnixNano(), d.nth)
	if d.held != nil {
		was := d.held
		d.held = nil
		return d.ask(`mutation($input: CancelReservationInput!) { cancelReservation(input: $input) { outcome problem { code message } } }`,
			map[string]any{"input": map[string]any{"reservationId": was.ID, "expectedVersion": was.Version, "reasonCode": "CUSTOMER_REQUEST", "idempotencyKey": key}}, nil)
	}
	if d.slot == "" {
		if err := d.find(); err != nil {
			return err
		}
	}
	var answer struct {
		HoldSlot struct {
			Outcome     string
			Problem     *struct{ Code, Message string }
			Reservation *held
		}
	}
	err := d.ask(`mutation($input: HoldSlotInput!) { holdSlot(input: $input) { outcome problem { code message } reservation { id version } } }`,
		map[string]any{"input": map[string]any{"slotIds": []string{d.slot}, "partySize": 2, "idempotencyKey": key,
			"customer": map[string]any{"name": "Bench", "phone": "+82 2-6000-0001"}}}, &answer)
	if err == nil && answer.HoldSlot.Reservation == nil {
		err = fmt.Errorf("nothing was held: %+v", answer.HoldSlot.Problem)
	}
	d.held = answer.HoldSlot.Reservation
	return err
}

// find takes a free table far enough ahead for the guests of the demo to leave it alone.
func (d *desk) find() error {
	from, to := time.Now().AddDate(0, 0, 10), time.Now().AddDate(0, 0, 25)
	var answer struct {
		Availability struct{ Nodes []struct{ ID string } }
	}
	err := d.ask(`query($venue: ID!, $from: Date!, $to: Date!) { availability(venueId: $venue, from: $from, to: $to, partySize: 2, first: 1) { nodes { id } } }`,
		map[string]any{"venue": d.venue, "from": from.Format(time.DateOnly), "to": to.Format(time.DateOnly)}, &answer)
	if err == nil && len(answer.Availability.Nodes) == 0 {
		err = fmt.Errorf("the demo has no free table")
	}
	if err == nil {
		d.slot = answer.Availability.Nodes[0].ID
	}
	return err
}

func (d *desk) ask(document string, variables map[string]any, into any) error {
	body, err := json.Marshal(map[string]any{"query": document, "variables": variables})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, d.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+d.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct {
		Data   json.RawMessage
		Errors []struct{ Message string }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if len(answer.Errors) > 0 {
		return fmt.Errorf("refused: %s", answer.Errors[0].Message)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.Data, into)
}

package graph_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

const outcome = `outcome replayed retryAfterMs problem { code message field retry currentVersion } correlationId`

func TestPayloads(t *testing.T) {
	slot, row := uuid.New(), uuid.New()
	hold := `mutation { holdSlot(input: {slotIds: ["` + ref.Encode(ref.Slot, slot) + `"], partySize: 2, customer: {name: "Kim", phone: "010"}, note: "window", idempotencyKey: ` + key + `}) { ` + outcome + ` reservation { id status version } slots { id version } } }`

	t.Run("a command that is done carries its entities as they now stand", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result = command.Result{Outcome: command.Committed, Refs: []ref.Ref{{Kind: ref.Reservation, ID: row}, {Kind: ref.Slot, ID: slot}}}
		d.reader.reservations = map[uuid.UUID]reservation.Reservation{row: {ID: row, Status: reservation.Held, Version: 1}}
		d.reader.slots = map[uuid.UUID]reading.Slot{slot: {Slot: inventory.Slot{ID: slot, Version: 5}}}
		got := d.read(hold)["holdSlot"].(map[string]any)
		require.Equal(t, map[string]any{
			"outcome": "COMMITTED", "replayed": false, "retryAfterMs": nil, "problem": nil, "correlationId": d.desk.correlationID,
			"reservation": map[string]any{"id": ref.Encode(ref.Reservation, row), "status": "HELD", "version": 1.0},
			"slots":       []any{map[string]any{"id": ref.Encode(ref.Slot, slot), "version": 5.0}},
		}, got)
		phone := "010"
		require.Equal(t, booking.HoldSlot{
			SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 2, Customer: &customer.Contact{Name: "Kim", Phone: &phone}, Note: "window", Key: "test-key-00000001",
		}, d.desk.in)
		require.Equal(t, *d.actor, d.desk.by)
	})
	t.Run("a refusal carries the problem and the slots that were asked for", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result = command.Result{Outcome: command.Rejected, Problem: problem.New(problem.PartyTooLarge, "Too many.").WithField("partySize"), Refs: []ref.Ref{{Kind: ref.Slot, ID: slot}}}
		d.reader.slots = map[uuid.UUID]reading.Slot{slot: {Slot: inventory.Slot{ID: slot, Version: 6}}}
		got := d.read(hold)["holdSlot"].(map[string]any)
		require.Equal(t, "REJECTED", got["outcome"])
		require.Equal(t, map[string]any{"code": "PARTY_TOO_LARGE", "message": "Too many.", "field": []any{"partySize"}, "retry": "FIX_INPUT", "currentVersion": nil}, got["problem"])
		require.Nil(t, got["reservation"])
		require.Len(t, got["slots"], 1)
	})
	t.Run("a command that still runs says how long to wait", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result = command.Result{Outcome: command.InProgress, RetryAfter: time.Second}
		got := d.read(hold)["holdSlot"].(map[string]any)
		require.Equal(t, "IN_PROGRESS", got["outcome"])
		require.Equal(t, 1000.0, got["retryAfterMs"])
		require.Nil(t, got["problem"])
		require.Nil(t, got["reservation"])
		require.Nil(t, got["slots"])
	})
	t.Run("what is not selected is not read", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result = command.Result{Outcome: command.Committed, Replayed: true, Refs: []ref.Ref{{Kind: ref.Reservation, ID: row}}}
		got := d.read(`mutation { confirmReservation(input: {reservationId: "x", expectedVersion: 3, idempotencyKey: ` + key + `}) { outcome replayed } }`)
		require.Equal(t, map[string]any{"outcome": "COMMITTED", "replayed": true}, got["confirmReservation"])
		require.Zero(t, d.reader.times("reservationsByID"))
		require.Equal(t, booking.ReservationCommand{ReservationID: "x", ExpectedVersion: 3, Key: "test-key-00000001"}, d.desk.in)
	})
	t.Run("the version that is current comes with a stale one", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result = command.Result{Outcome: command.Rejected, Problem: problem.New(problem.VersionStale, "It is at version 4.").WithVersion(4)}
		got := d.read(`mutation { cancelReservation(input: {reservationId: "x", expectedVersion: 3, reasonCode: DUPLICATE, idempotencyKey: ` + key + `}) { ` + outcome + ` slots { id } } }`)
		stale := got["cancelReservation"].(map[string]any)["problem"].(map[string]any)
		require.Equal(t, 4.0, stale["currentVersion"])
		require.Equal(t, "REREAD", stale["retry"])
		require.Equal(t, "DUPLICATE", d.desk.reason)
	})
	t.Run("a confirmed offer shows its reservation, and one that was not accepted does not", func(t *testing.T) {
		d := newDoor(t)
		offer := uuid.New()
		d.desk.result = command.Result{Outcome: command.Committed, Refs: []ref.Ref{{Kind: ref.Offer, ID: offer}, {Kind: ref.Reservation, ID: row}}}
		d.reader.reservations = map[uuid.UUID]reservation.Reservation{row: {ID: row, Status: reservation.Confirmed, Version: 2}}
		for status, want := range map[waitlist.OfferStatus]any{
			waitlist.OfferAccepted: map[string]any{"id": ref.Encode(ref.Reservation, row), "status": "CONFIRMED"}, waitlist.OfferExpired: nil,
		} {
			d.reader.offers = map[uuid.UUID]waitlist.Offer{offer: {ID: offer, ReservationID: row, Status: status}}
			got := d.read(`mutation { confirmOffer(input: ` + literal(confirmInput()) + `) { offer { status } reservation { id status } } }`)["confirmOffer"].(map[string]any)
			require.Equal(t, map[string]any{"status": string(status)}, got["offer"])
			require.Equal(t, want, got["reservation"])
		}
		require.Equal(t, waitlist.FrontDesk, d.desk.in.(booking.ConfirmOffer).Source)
	})
	t.Run("a party size that is left out stays out", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result.Outcome = command.Committed
		for size, want := range map[string]*int{"": nil, "partySize: null,": nil, "partySize: 3,": new(3)} {
			d.read(`mutation { moveReservation(input: {reservationId: "x", slotIds: ["a", "b"], ` + size + ` expectedVersion: 1, idempotencyKey: ` + key + `}) { outcome } }`)
			require.Equal(t, want, d.desk.in.(booking.MoveReservation).PartySize)
		}
	})
	t.Run("instants of any offset reach the desk as the same moment", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result.Outcome = command.Committed
		d.read(fmt.Sprintf(`mutation { joinWaitlist(input: {venueId: %q, partySize: 2, from: "2026-08-03T18:00:00+09:00", to: "2026-08-03T12:00:00Z", idempotencyKey: %s}) { outcome entry { id } } }`, venue, key))
		in := d.desk.in.(booking.JoinWaitlist)
		require.Equal(t, time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC), in.From)
		require.Equal(t, time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC), in.To)
		require.Nil(t, in.ResourceID)
		require.Nil(t, in.Customer)
	})
}

func TestCommandRecord(t *testing.T) {
	row := uuid.New()
	ask := `{ command(idempotencyKey: ` + key + `) { operation outcome problem { code } result { __typename id } completedAt } }`
	t.Run("an unknown key answers null", func(t *testing.T) {
		require.Nil(t, newDoor(t).read(ask)["command"])
	})
	t.Run("what was done is shown as it now stands", func(t *testing.T) {
		d := newDoor(t)
		d.reader.record = &command.Record{Operation: "holdSlot", CompletedAt: time.Date(2026, 8, 3, 9, 0, 0, 1000, time.UTC),
			Result: command.Result{Outcome: command.Committed, Refs: []ref.Ref{{Kind: ref.Reservation, ID: row}}}}
		d.reader.reservations = map[uuid.UUID]reservation.Reservation{row: {ID: row}}
		require.Equal(t, map[string]any{
			"operation": "holdSlot", "outcome": "COMMITTED", "problem": nil, "completedAt": "2026-08-03T09:00:00.000001Z",
			"result": map[string]any{"__typename": "Reservation", "id": ref.Encode(ref.Reservation, row)},
		}, d.read(ask)["command"])
	})
	t.Run("a refusal has made nothing", func(t *testing.T) {
		d := newDoor(t)
		d.reader.record = &command.Record{Operation: "holdSlot", Result: command.Result{
			Outcome: command.Rejected, Problem: problem.New(problem.SlotOccupied, "Taken."), Refs: []ref.Ref{{Kind: ref.Slot, ID: row}}}}
		got := d.read(ask)["command"].(map[string]any)
		require.Equal(t, map[string]any{"code": "SLOT_OCCUPIED"}, got["problem"])
		require.Nil(t, got["result"])
	})
}

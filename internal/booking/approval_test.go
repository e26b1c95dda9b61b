package booking_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/ref"
)

// agentOf is an agent that acts for a guest.
func agentOf(h *housetest.House, guest actor.Actor) actor.Actor {
	agent := h.Person(actor.Agent, "Bot of "+guest.DisplayName)
	agent.CustomerID = guest.CustomerID
	return agent
}

// seats is the wish for slots.
func seats(party int, slots ...uuid.UUID) booking.Action {
	return booking.Action{RequestReservation: &booking.RequestReservationAction{SlotIDs: ids(slots...), PartySize: party}}
}

// givingUp is the wish to cancel a reservation.
func givingUp(id uuid.UUID, version int) booking.Action {
	return booking.Action{CancelReservation: &booking.CancelReservationAction{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: version, ReasonCode: "CUSTOMER_REQUEST"}}
}

// preparing prepares an action with a fresh key.
func preparing(h *housetest.House, by actor.Actor, action booking.Action) (command.Result, error) {
	return h.Desk.PrepareAction(ctx, by, booking.PrepareAction{Action: action, Key: h.Key()}, "test")
}

// prepared is an approval that waits for a yes, at version 1.
func prepared(t *testing.T, h *housetest.House, by actor.Actor, action booking.Action) uuid.UUID {
	t.Helper()
	return housetest.ID(t, housetest.Must(t)(preparing(h, by, action)), ref.Approval)
}

// approved is an approval that a person said yes to, at version 2.
func approved(t *testing.T, h *housetest.House, by, person actor.Actor, action booking.Action) uuid.UUID {
	t.Helper()
	id := prepared(t, h, by, action)
	housetest.Must(t)(h.Desk.ApproveAction(ctx, person, onto(h, id, 1), "test"))
	return id
}

// onto names an approval at a version, with a fresh key.
func onto(h *housetest.House, id uuid.UUID, version int) booking.ApprovalCommand {
	return booking.ApprovalCommand{ApprovalID: ref.Encode(ref.Approval, id), ExpectedVersion: version, Key: h.Key()}
}

// carrying confirms an approval at version 2 with a fresh key.
func carrying(h *housetest.House, by actor.Actor, id uuid.UUID) (command.Result, error) {
	return h.Desk.ConfirmAction(ctx, by, onto(h, id, 2), "test")
}

// preview is what the person reads.
func preview(t *testing.T, h *housetest.House, id uuid.UUID) (shown map[string]any) {
	t.Helper()
	var raw string
	h.Scan(`SELECT preview FROM approvals WHERE id = $1`, []any{id}, &raw)
	require.NoError(t, json.Unmarshal([]byte(raw), &shown))
	return shown
}

// untouched demands that an act changes nothing but what the ledger and the audit say of it.
func untouched(t *testing.T, h *housetest.House, act func()) {
	t.Helper()
	count := func() (counts []int) {
		for _, table := range []string{"reservations", "allocations", "intents", "events", "waitlist_entries", "offers", "vacancies", "customers"} {
			counts = append(counts, h.Count(`SELECT count(*) FROM `+table))
		}
		return append(counts, h.Count(`SELECT coalesce(sum(version), 0) FROM approvals`), h.Count(`SELECT coalesce(sum(version), 0) FROM reservations`), h.Count(`SELECT coalesce(sum(version + taken), 0) FROM slots`))
	}
	before := count()
	act()
	require.Equal(t, before, count())
}

// movingTo is the wish to move a reservation.
func movingTo(id uuid.UUID, version int, slots ...uuid.UUID) booking.Action {
	return booking.Action{MoveReservation: &booking.MoveReservationAction{ReservationID: ref.Encode(ref.Reservation, id), SlotIDs: ids(slots...), ExpectedVersion: version}}
}

// accepting is the wish to say yes to an offer.
func accepting(id uuid.UUID, version int) booking.Action {
	return booking.Action{ConfirmOffer: &booking.ConfirmOfferAction{OfferID: ref.Encode(ref.Offer, id), ExpectedVersion: version}}
}

// slotUnder is the slot of a reservation.
func slotUnder(h *housetest.House, reservation uuid.UUID) (slot uuid.UUID) {
	h.Scan(`SELECT slot_id FROM allocations WHERE reservation_id = $1 AND released_at IS NULL`, []any{reservation}, &slot)
	return slot
}

// forge edits rows past every guard, as only somebody with the keys to the database can.
func forge(t *testing.T, h *housetest.House, query string, args ...any) {
	t.Helper()
	tx, err := pgtest.Admin(t, h.DB).Begin()
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.Exec(`SET LOCAL session_replication_role = replica`)
	require.NoError(t, err)
	done, err := tx.Exec(query, args...)
	require.NoError(t, err)
	rows, err := done.RowsAffected()
	require.NoError(t, err)
	require.EqualValues(t, 1, rows)
	require.NoError(t, tx.Commit())
}

// cancelAll ends what a guest has booked, so that caps are never reached.
func cancelAll(t *testing.T, h *housetest.House, guest actor.Actor) {
	t.Helper()
	for h.Count(`SELECT count(*) FROM reservations WHERE customer_id = $1 AND status = 'CONFIRMED'`, guest.CustomerID) > 0 {
		var id uuid.UUID
		var version int
		h.Scan(`SELECT id, version FROM reservations WHERE customer_id = $1 AND status = 'CONFIRMED' LIMIT 1`, []any{guest.CustomerID}, &id, &version)
		cancel(t, h, h.Staff, id, version)
	}
}

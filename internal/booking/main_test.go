package booking_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var ctx = context.Background()

// hold asks for slots with a fresh key.
func hold(h *housetest.House, by actor.Actor, party int, slots ...uuid.UUID) (command.Result, error) {
	return h.Desk.HoldSlot(ctx, by, booking.HoldSlot{SlotIDs: ids(slots...), PartySize: party, Key: h.Key()}, "test")
}

// confirmed books slots for a guest and returns the reservation and its version.
func confirmed(t *testing.T, h *housetest.House, by actor.Actor, party int, slots ...uuid.UUID) uuid.UUID {
	t.Helper()
	r := housetest.Must(t)(hold(h, by, party, slots...))
	id := housetest.ID(t, r, ref.Reservation)
	housetest.Must(t)(h.Desk.ConfirmReservation(ctx, by, on(h, id, 1), "test"))
	return id
}

// on names a reservation at a version, with a fresh key.
func on(h *housetest.House, id uuid.UUID, version int) booking.ReservationCommand {
	return booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: version, Key: h.Key()}
}

// cancel cancels a reservation that stands at the version.
func cancel(t *testing.T, h *housetest.House, by actor.Actor, id uuid.UUID, version int) {
	t.Helper()
	housetest.Must(t)(h.Desk.CancelReservation(ctx, by, on(h, id, version), "CUSTOMER_REQUEST", "test"))
}

// join puts a guest into the queue for the time of a slot.
func join(t *testing.T, h *housetest.House, by actor.Actor, party int, slot uuid.UUID) uuid.UUID {
	t.Helper()
	return housetest.ID(t, housetest.Must(t)(joining(h, by, party, slot)), ref.Entry)
}

func joining(h *housetest.House, by actor.Actor, party int, slot uuid.UUID) (command.Result, error) {
	var from, to time.Time
	h.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{slot}, &from, &to)
	return h.Desk.JoinWaitlist(ctx, by, booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: party, From: from, To: to, Key: h.Key()}, "test")
}

// catchUp lets time and the queue take their course.
func catchUp(t *testing.T, h *housetest.House) int {
	t.Helper()
	did, err := h.Desk.CatchUp(ctx, h.Tenant)
	require.NoError(t, err)
	return did
}

// openOffer is the offer that an entry has now.
func openOffer(t *testing.T, h *housetest.House, entry uuid.UUID) (offer uuid.UUID) {
	t.Helper()
	h.Scan(`SELECT id FROM offers WHERE entry_id = $1 AND status = 'OFFERED'`, []any{entry}, &offer)
	return offer
}

func status(h *housetest.House, table string, id uuid.UUID) (s string) {
	h.Scan(`SELECT status FROM `+table+` WHERE id = $1`, []any{id}, &s)
	return s
}

func ids(slots ...uuid.UUID) []string {
	var texts []string
	for _, id := range slots {
		texts = append(texts, ref.Encode(ref.Slot, id))
	}
	return texts
}

// rejected demands a refusal with a code.
func rejected(t *testing.T, code problem.Code) func(command.Result, error) command.Result {
	return func(r command.Result, err error) command.Result {
		t.Helper()
		require.NoError(t, err)
		require.Equal(t, command.Rejected, r.Outcome)
		require.Equal(t, code, r.Problem.Code, r.Problem.Message)
		return r
	}
}

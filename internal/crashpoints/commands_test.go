package crashpoints_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ref"
)

// TestCommands: wherever the line breaks under a command, the same key asked again gives one effect, and says truly whether it
// was there before.
func TestCommands(t *testing.T) {
	t.Parallel()
	for _, those := range []map[string]begin{bookings, queue, errands, house} {
		for what, begin := range those {
			t.Run(what, func(t *testing.T) {
				t.Parallel()
				newTown(t).everyBreak(t, begin)
			})
		}
	}
}

// bookings are the commands about reservations.
var bookings = map[string]begin{
	"holding a slot": func(_ *testing.T, h *housetest.House) act {
		return holding(h, h.Guest("Ahn"), h.Evening())
	},
	"holding two slots for somebody new": func(_ *testing.T, h *housetest.House) act {
		email := "neu-" + h.Venue.String() + "@example.com"
		in := booking.HoldSlot{SlotIDs: refs(h.Evening(), h.Evening()), PartySize: 2, Customer: &booking.Contact{Name: "Neu", Email: &email}, Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.HoldSlot(ctx, h.Staff, in, "test") }
	},
	"holding what a lapsed hold still has": func(t *testing.T, h *housetest.House) act {
		slot := h.Evening()
		h.RunOut(held(t, h, h.Guest("Late"), slot))
		return holding(h, h.Guest("Ahn"), slot)
	},
	"a refused hold": func(t *testing.T, h *housetest.House) act {
		slot := h.Evening()
		confirmed(t, h, h.Guest("First"), slot)
		return holding(h, h.Guest("Second"), slot)
	},
	"confirming": func(t *testing.T, h *housetest.House) act {
		guest := h.Guest("Ahn")
		in := on(h, held(t, h, guest, h.Evening()), 1)
		return func(d *booking.Desk) (command.Result, error) { return d.ConfirmReservation(ctx, guest, in, "test") }
	},
	"cancelling while somebody waits": func(t *testing.T, h *housetest.House) act {
		slot, guest := h.Evening(), h.Guest("Ahn")
		in := on(h, confirmed(t, h, guest, slot), 2)
		waiting(t, h, slot)
		return func(d *booking.Desk) (command.Result, error) {
			return d.CancelReservation(ctx, guest, in, "CUSTOMER_REQUEST", "test")
		}
	},
	"moving": func(t *testing.T, h *housetest.House) act {
		guest := h.Guest("Ahn")
		in := booking.MoveReservation{ReservationID: ref.Encode(ref.Reservation, confirmed(t, h, guest, h.Evening())), SlotIDs: refs(h.Evening()), ExpectedVersion: 2, Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.MoveReservation(ctx, guest, in, "test") }
	},
	"seating a walk-in": func(_ *testing.T, h *housetest.House) act {
		in := booking.SeatWalkIn{SlotIDs: refs(h.Slot(h.Table(), -time.Minute, 2*time.Hour)), PartySize: 2, Key: h.Key()}
		return func(d *booking.Desk) (command.Result, error) { return d.SeatWalkIn(ctx, h.Staff, in, "test") }
	},
}

func refs(slots ...uuid.UUID) (texts []string) {
	for _, id := range slots {
		texts = append(texts, ref.Encode(ref.Slot, id))
	}
	return texts
}

func holding(h *housetest.House, by actor.Actor, slot uuid.UUID) act {
	in := booking.HoldSlot{SlotIDs: refs(slot), PartySize: 2, Key: h.Key()}
	return func(d *booking.Desk) (command.Result, error) { return d.HoldSlot(ctx, by, in, "test") }
}

func held(t *testing.T, h *housetest.House, by actor.Actor, slot uuid.UUID) uuid.UUID {
	t.Helper()
	return housetest.ID(t, housetest.Must(t)(holding(h, by, slot)(h.Desk)), ref.Reservation)
}

func confirmed(t *testing.T, h *housetest.House, by actor.Actor, slot uuid.UUID) uuid.UUID {
	t.Helper()
	id := held(t, h, by, slot)
	housetest.Must(t)(h.Desk.ConfirmReservation(ctx, by, on(h, id, 1), "test"))
	return id
}

// on names a reservation at a version, with a fresh key.
func on(h *housetest.House, id uuid.UUID, version int) booking.ReservationCommand {
	return booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: version, Key: h.Key()}
}

// joining waits for the time of a slot.
func joining(h *housetest.House, by actor.Actor, slot uuid.UUID) act {
	in := booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, Key: h.Key()}
	h.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{slot}, &in.From, &in.To)
	return func(d *booking.Desk) (command.Result, error) { return d.JoinWaitlist(ctx, by, in, "test") }
}

// waiting is an entry of a new guest for the time of a slot.
func waiting(t *testing.T, h *housetest.House, slot uuid.UUID) uuid.UUID {
	t.Helper()
	return housetest.ID(t, housetest.Must(t)(joining(h, h.Guest("Waits"), slot)(h.Desk)), ref.Entry)
}

package booking_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// TestStory is the main job: the last table, taken, waited for, freed, offered and given to the second guest.
func TestStory(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	first, second := h.Guest("Ahn"), h.Guest("Bora")
	table := h.Evening()

	ask := booking.HoldSlot{SlotIDs: ids(table), PartySize: 2, Key: h.Key()}
	held := housetest.Must(t)(h.Desk.HoldSlot(ctx, first, ask, "click-1"))
	again := housetest.Must(t)(h.Desk.HoldSlot(ctx, first, ask, "click-2"))
	require.True(t, again.Replayed)
	require.Equal(t, held.Refs, again.Refs)
	require.Equal(t, "click-2", again.CorrelationID)
	booked := housetest.ID(t, held, ref.Reservation)
	housetest.Must(t)(h.Desk.ConfirmReservation(ctx, first, on(h, booked, 1), "test"))

	rejected(t, problem.SlotOccupied)(hold(h, second, 2, table))
	entry := join(t, h, second, 2, table)
	require.Zero(t, h.Count(`SELECT count(*) FROM offers`))
	catchUp(t, h)
	require.Zero(t, h.Count(`SELECT count(*) FROM offers`), "nothing is free, so nothing is offered")

	cancel(t, h, first, booked, 2)
	rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Cho"), 2, table)) // due to the waitlist
	require.Positive(t, catchUp(t, h))
	offer := openOffer(t, h, entry)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))

	yes := confirmOffer(h, offer, 1)
	done := housetest.Must(t)(h.Desk.ConfirmOffer(ctx, h.Staff, yes, "test"))
	stale := rejected(t, problem.DecisionStale)(h.Desk.ConfirmOffer(ctx, h.Person(actor.Staff, "Late"), confirmOffer(h, offer, 1), "test"))
	require.Equal(t, 2, *stale.Problem.CurrentVersion)
	replay := housetest.Must(t)(h.Desk.ConfirmOffer(ctx, h.Staff, yes, "test"))
	require.True(t, replay.Replayed)
	require.Equal(t, done.Refs, replay.Refs)
	require.Equal(t, "CONFIRMED", status(h, "reservations", housetest.ID(t, done, ref.Reservation)))
	require.Equal(t, "FULFILLED", status(h, "waitlist_entries", entry))
	require.Zero(t, h.Count(`SELECT count(*) FROM vacancies`))
	require.Zero(t, catchUp(t, h))
}

// TestLapseAndDecline: an offer that is left alone, and one that is declined, go to the next in line.
func TestLapseAndDecline(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Evening()
	booked := confirmed(t, h, h.Guest("Owner"), 2, table)
	guests := h.Guests(3)
	var entries []uuid.UUID
	for _, g := range guests {
		entries = append(entries, join(t, h, g, 2, table))
	}
	cancel(t, h, h.Staff, booked, 2)
	catchUp(t, h)

	offer := openOffer(t, h, entries[0])
	lapse(h, offer)
	rejected(t, problem.OfferExpired)(h.Desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, offer, 1), "test"))
	catchUp(t, h)
	require.Equal(t, "EXPIRED", status(h, "offers", offer))
	require.Equal(t, "EXPIRED", status(h, "waitlist_entries", entries[0]))

	offer = openOffer(t, h, entries[1])
	decline := booking.DeclineOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: 1, ReasonCode: "CUSTOMER_DECLINED", Key: h.Key()}
	housetest.Must(t)(h.Desk.DeclineOffer(ctx, guests[1], decline, "test"))
	catchUp(t, h)
	require.Equal(t, "DECLINED", status(h, "waitlist_entries", entries[1]))
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", entries[2]))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM offers WHERE status = 'OFFERED'`))
	require.Equal(t, 1, h.Count(`SELECT taken FROM slots WHERE id = $1`, table))
}

func confirmOffer(h *housetest.House, offer uuid.UUID, version int) booking.ConfirmOffer {
	return booking.ConfirmOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: version, Source: waitlist.FrontDesk, Key: h.Key()}
}

// lapse lets the time of an offer run out.
func lapse(h *housetest.House, offer uuid.UUID) {
	var held uuid.UUID
	h.Scan(`SELECT reservation_id FROM offers WHERE id = $1`, []any{offer}, &held)
	h.RunOut(held)
}

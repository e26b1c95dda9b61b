package booking_test

import (
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

func switching(h *housetest.House, in booking.SetSwitches) (command.Result, error) {
	in.VenueID, in.Reason, in.Key = ref.Encode(ref.Venue, h.Venue), "Holidays", h.Key()
	if in.ExpectedVersion == 0 {
		in.ExpectedVersion = h.Count(`SELECT version FROM venues WHERE id = $1`, h.Venue)
	}
	return h.Desk.SetSwitches(ctx, h.Admin, in, "test")
}

// listed names customers.
func listed(guests ...actor.Actor) []string {
	texts := []string{}
	for _, g := range guests {
		texts = append(texts, ref.Encode(ref.Customer, *g.CustomerID))
	}
	return texts
}

func TestSwitches(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	noted := func(h *housetest.House) int {
		return h.Count(`SELECT count(*) FROM vacancies WHERE venue_id = $1`, h.Venue)
	}

	t.Run("with offers off nobody is offered anything by itself, and what frees up meanwhile waits until they are on", func(t *testing.T) {
		h := housetest.In(t, db)
		housetest.Must(t)(switching(h, booking.SetSwitches{Offers: new(false)}))
		require.Zero(t, noted(h), "turning them off makes nothing free")
		slot := h.Evening()
		entry := join(t, h, h.Guest("Waits"), 2, slot)
		require.Zero(t, catchUp(t, h))
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
		require.Equal(t, int64(1), h.Exec(`DELETE FROM vacancies WHERE venue_id = $1`, h.Venue), "it was kept; all is looked at even if it had not been")
		housetest.Must(t)(switching(h, booking.SetSwitches{Offers: new(true)}))
		require.Equal(t, 1, catchUp(t, h))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
		require.Equal(t, "venue.changed 2, venue.changed 3", told(h, h.Venue))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'setSwitches' AND venue_id = $1 AND reason = 'Holidays'`, h.Venue))
		sound(t, h)
	})
	t.Run("what is over expires with offers off, too", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Evening()
		id := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Ahn"), 2, slot)), ref.Reservation)
		housetest.Must(t)(switching(h, booking.SetSwitches{Offers: new(false)}))
		h.RunOut(id)
		require.Equal(t, 1, catchUp(t, h))
		require.Equal(t, "EXPIRED", status(h, "reservations", id))
		require.Zero(t, taken(h, slot))
	})
	t.Run("kept to a list, offers go to those on it, and every change of it is looked at", func(t *testing.T) {
		h := housetest.In(t, db)
		first, second := h.Guest("First"), h.Guest("Second")
		housetest.Must(t)(switching(h, booking.SetSwitches{AllowListed: new(true), AllowList: listed()}))
		slot := h.Evening()
		a, b := join(t, h, first, 2, slot), join(t, h, second, 2, slot)
		require.Zero(t, catchUp(t, h), "nobody is on the list")
		housetest.Must(t)(switching(h, booking.SetSwitches{AllowList: listed(second)}))
		require.Equal(t, 1, catchUp(t, h))
		require.Equal(t, []string{"WAITING", "OFFERED"}, []string{status(h, "waitlist_entries", a), status(h, "waitlist_entries", b)})
		housetest.Must(t)(switching(h, booking.SetSwitches{AllowListed: new(false)}))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM allowed_customers WHERE venue_id = $1`, h.Venue), "the list is kept")
		require.Equal(t, 1, noted(h))
	})
	t.Run("what changes nothing raises no version", func(t *testing.T) {
		h := housetest.In(t, db)
		one, other := h.Guest("One"), h.Guest("Other")
		housetest.Must(t)(switching(h, booking.SetSwitches{AllowList: listed(one, other)}))
		require.Zero(t, noted(h), "nobody asks for the list yet")
		for _, same := range []booking.SetSwitches{{AllowList: listed(other, one)}, {Offers: new(true), Notices: new(true), AllowListed: new(false)}} {
			housetest.Must(t)(switching(h, same))
		}
		require.Equal(t, "venue.changed 2", told(h, h.Venue))
		housetest.Must(t)(switching(h, booking.SetSwitches{Notices: new(false)}))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM venues WHERE id = $1 AND NOT notices_on AND offers_on AND version = 3`, h.Venue))
		require.Zero(t, noted(h))
	})
	t.Run("a list is a set, and none is not an empty one", func(t *testing.T) {
		h := housetest.In(t, db)
		one, other := h.Guest("One"), h.Guest("Other")
		in := booking.SetSwitches{VenueID: ref.Encode(ref.Venue, h.Venue), AllowListed: new(true), AllowList: listed(one, other), Reason: "x", ExpectedVersion: 1, Key: h.Key()}
		housetest.Must(t)(h.Desk.SetSwitches(ctx, h.Admin, in, "test"))
		in.AllowList = listed(other, one)
		require.True(t, housetest.Must(t)(h.Desk.SetSwitches(ctx, h.Admin, in, "test")).Replayed)
		in.Key, in.ExpectedVersion, in.AllowList = h.Key(), 2, nil
		housetest.Must(t)(h.Desk.SetSwitches(ctx, h.Admin, in, "test"))
		in.AllowList = []string{}
		rejected(t, "IDEMPOTENCY_MISMATCH")(h.Desk.SetSwitches(ctx, h.Admin, in, "test"))
	})
	t.Run("what can't be is refused by its field", func(t *testing.T) {
		h := housetest.In(t, db)
		one := h.Guest("One")
		invalid(t, "input")(switching(h, booking.SetSwitches{}))
		invalid(t, "allowList")(switching(h, booking.SetSwitches{AllowList: listed(one, one)}))
		many := make([]string, 1001)
		for i := range many {
			many[i] = ref.Encode(ref.Customer, uuid.New())
		}
		invalid(t, "allowList")(switching(h, booking.SetSwitches{AllowList: many}))
		_, err := h.Desk.SetSwitches(ctx, h.Admin, booking.SetSwitches{VenueID: ref.Encode(ref.Venue, h.Venue), Offers: new(false), ExpectedVersion: 1, Key: h.Key()}, "test")
		invalid(t, "reason")(command.Result{}, err)
	})
}

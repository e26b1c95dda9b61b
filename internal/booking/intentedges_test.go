package booking_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// TestWhatIsInHandStaysThere: somebody who said yes and then leaves the queue would pull the place from under the provider.
func TestWhatIsInHandStaysThere(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	guest, slot := h.Guest("Queue"), h.Evening()
	entry := join(t, h, guest, 2, slot)
	catchUp(t, h)
	offer := openOffer(t, h, entry)
	id := accepted(t)(h.Desk.ConfirmOffer(ctx, guest, booking.ConfirmOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: 1, Source: "CUSTOMER", Key: h.Key()}, "test"))
	at := h.Count(`SELECT version FROM waitlist_entries WHERE id = $1`, entry)
	rejected(t, problem.AttemptUnresolved)(h.Desk.LeaveWaitlist(ctx, guest, booking.LeaveWaitlist{EntryID: ref.Encode(ref.Entry, entry), ExpectedVersion: at, Key: h.Key()}, "test"))
	err := h.DB.InTenant(ctx, h.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE offers SET intent_id = NULL, version = version + 1 WHERE id = $1`, offer)
		return err
	})
	require.Equal(t, "x_offers_stays_in_hand", postgres.Constraint(err), "%v", err)
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", id))
	sound(t, h)
}

// TestAYesInTimeIsNotForgotten: the provider was away until the offer's own deadline had passed.
func TestAYesInTimeIsNotForgotten(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	entry := join(t, h, h.Guest("Queue"), 2, h.Evening())
	catchUp(t, h)
	offer := openOffer(t, h, entry)
	u.Next(housetest.Down, housetest.Down, housetest.Down)
	id := accepted(t)(h.Desk.ConfirmOffer(ctx, h.Staff, booking.ConfirmOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: 1, Source: "PHONE", Key: h.Key()}, "test"))
	h.Rewind("intents", "hold_until", id)
	for range 6 {
		h.Work(t, u)
		h.Hurry()
	}
	require.Equal(t, "FAILED_UPSTREAM", status(h, "intents", id))
	require.Equal(t, "WITHDRAWN", status(h, "offers", offer))
	require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
	sound(t, h)
}

// TestNobodyOvertakesAWaitingIntent: not even who stood at the slot's lock while it was freed.
func TestNobodyOvertakesAWaitingIntent(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	slot := h.Evening()
	taken := confirmed(t, h, h.Guest("Mina"), 2, slot)
	waits := accepted(t)(request(h, h.Guest("Noah"), true, slot))
	h.Work(t, u)
	outsider := make(chan error, 1)
	err := h.DB.InTenant(ctx, h.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		for _, step := range []string{
			`SELECT FROM slots WHERE id = '` + slot.String() + `' FOR NO KEY UPDATE`,
			`UPDATE reservations SET status = 'CANCELLED', version = version + 1 WHERE id = '` + taken.String() + `'`,
			`UPDATE allocations SET released_at = clock_timestamp() WHERE reservation_id = '` + taken.String() + `'`,
			`UPDATE slots SET taken = 0, version = version + 1 WHERE id = '` + slot.String() + `'`,
		} {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return err
			}
		}
		go func() {
			r, err := hold(h, h.Guest("Outsider"), 2, slot)
			if err == nil && r.Problem == nil {
				err = sql.ErrTxDone // it got the place
			}
			outsider <- err
		}()
		waiters(t, pgtest.Admin(t, h.DB), 1) // the outsider stands at the lock
		return nil
	})
	require.NoError(t, err)
	require.NoError(t, <-outsider)
	h.Hurry()
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", waits))
}

// TestMovesThatTouchTheirOwnPlace: the provider would take our own old booking for somebody else's.
func TestMovesThatTouchTheirOwnPlace(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	a, b, c := h.Evening(), h.Evening(), h.Evening()
	guest := h.Guest("Mina")
	id := accepted(t)(request(h, guest, false, a, b))
	h.Work(t, u)
	held := reservationOf(h, id)
	move := booking.MoveReservation{ReservationID: ref.Encode(ref.Reservation, held), SlotIDs: ids(b, a), ExpectedVersion: version(h, held), Key: h.Key()}
	housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, move, "test"))
	require.Equal(t, 1, u.Writes, "what stays as it is concerns nobody else")

	party := 3
	for _, other := range []booking.MoveReservation{{SlotIDs: ids(b, c)}, {SlotIDs: ids(b, c), PartySize: &party}} {
		other.ReservationID, other.ExpectedVersion, other.Key = ref.Encode(ref.Reservation, held), version(h, held), h.Key()
		moving := accepted(t)(h.Desk.MoveReservation(ctx, guest, other, "test"))
		for range 4 {
			h.Work(t, u)
			h.Hurry()
		}
		require.Equal(t, "SUCCEEDED", status(h, "intents", moving))
		require.Equal(t, []string{intent.Target(ids(b, c))}, u.Standing())
		sound(t, h)
	}
	require.Equal(t, 3, h.Count(`SELECT party_size FROM reservations WHERE id = $1`, held))
}

// TestTheOldPlaceIsTakenBackAsItWas, and not for the party that wanted another.
func TestTheOldPlaceIsTakenBackAsItWas(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	contract := housetest.Usual()
	contract.ReleaseFirst = true
	h.Tie("city", contract)
	room := h.Resource(inventory.Pooled, 10, 1, 10)
	old, fresh := h.Slot(room, 30*time.Hour, time.Hour), h.Slot(room, 32*time.Hour, time.Hour)
	guest := h.Guest("Mina")
	id := accepted(t)(request(h, guest, false, old))
	h.Work(t, u)
	held, six := reservationOf(h, id), 6
	u.Next(housetest.Honest, housetest.Taken)
	accepted(t)(h.Desk.MoveReservation(ctx, guest, booking.MoveReservation{ReservationID: ref.Encode(ref.Reservation, held), SlotIDs: ids(fresh), PartySize: &six, ExpectedVersion: version(h, held), Key: h.Key()}, "test"))
	for range 4 {
		h.Work(t, u)
		h.Hurry()
	}
	require.Equal(t, 2, u.Last.PartySize)
	require.Equal(t, 2, u.Last.Places[0].Units)
	require.Equal(t, "CONFIRMED", status(h, "reservations", held))
	sound(t, h)
}

// TestTheCapCountsWhatIsAskedFor: a seat that is waited for is the customer's as soon as it is free.
func TestTheCapCountsWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 1 })
	guest := h.Guest("Mina")
	accepted(t)(request(h, guest, true, h.Evening()))
	rejected(t, problem.PolicyForbids)(hold(h, guest, 2, h.Evening()))
	rejected(t, problem.PolicyForbids)(request(h, guest, false, h.Evening()))
}

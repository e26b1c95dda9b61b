package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

const (
	offerOf  = `query($v: ID!) { offers(venueId: $v, first: 100) { nodes { id version status entry { id status } slots { id } } } }`
	entryNow = `query($id: ID!) { node(id: $id) { ... on WaitlistEntry { id status version } } }`
)

// TestActsWithTheCity: whatever changes a seat that the city has a say in is accepted, and pushed when it is done.
func TestActsWithTheCity(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data)
	l := openReading(t, data, m)
	seats := l.seats(8)
	watch := l.staff.subscribe(bookings, vars{"v": l.venue})
	require.Equal(t, "SNAPSHOT", watch.next("reservationChanged").Get("kind").String())
	pushed := func(t *testing.T, reservation, status string) {
		t.Helper()
		change(watch, "reservationChanged", func(e gjson.Result) bool {
			return e.Get("reservation.id").String() == reservation && e.Get("reservation.status").String() == status
		})
	}
	on := func(r gjson.Result, more ...any) vars {
		in := vars{"reservationId": id(r), "expectedVersion": r.Get("version").Int(), "idempotencyKey": key()}
		for k := 0; k < len(more); k += 2 {
			in[more[k].(string)] = more[k+1]
		}
		return vars{"i": in}
	}
	accepted := func(t *testing.T, answer gjson.Result) string {
		t.Helper()
		require.Equal(t, "ACCEPTED", answer.Get("outcome").String(), "%s", answer.Raw)
		return answer.Get("intent.id").String()
	}

	var booked gjson.Result
	t.Run("a hold is confirmed", func(t *testing.T) {
		l := l.within(t)
		held := l.ava.do(holdSlot, vars{"i": vars{"slotIds": []string{id(seats[0])}, "partySize": 1, "idempotencyKey": key()}}).Get("holdSlot.reservation")
		require.Empty(t, l.city.of(id(seats[0])), "a hold is nobody else's business")
		l.city.mode("delay", 2*time.Second, 1)
		intent := accepted(t, l.ava.do(confirmLater, on(held)).Get("confirmReservation"))
		l.becomes(intent, attemptIs("RUNNING"))
		inHand := l.ava.do(reservationIs, vars{"id": id(held)}).Get("reservation")
		require.Equal(t, intent, inHand.Get("intent.id").String())
		refused(t, l.ava, cancelLater, "cancelReservation", on(inHand, "reasonCode", "CUSTOMER_REQUEST"), "ATTEMPT_UNRESOLVED")
		pushed(t, id(held), "CONFIRMED")
		l.ends(l.ava, intent, "SUCCEEDED")
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[0])))
		booked = l.ava.do(reservationIs, vars{"id": id(held)}).Get("reservation")
	})

	t.Run("a move takes the new place and then gives the old one up", func(t *testing.T) {
		l := l.within(t)
		intent := accepted(t, l.ava.do(moveLater, on(booked, "slotIds", []string{id(seats[1])})).Get("moveReservation"))
		l.ends(l.ava, intent, "SUCCEEDED")
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[1])))
		require.Eventually(t, func() bool { return l.city.of(id(seats[0]))[0] == "CANCELLED" }, patience, pace)
		booked = l.ava.do(reservationIs, vars{"id": id(booked)}).Get("reservation")
		require.Equal(t, id(seats[1]), booked.Get("slots.0.id").String())
		require.True(t, l.ava.do(slotNow, vars{"s": id(seats[0])}).Get("node.bookable").Bool())
	})

	t.Run("a move whose new place is taken there keeps the old", func(t *testing.T) {
		l := l.within(t)
		l.city.mode("race", 0, 1)
		intent := accepted(t, l.ava.do(moveLater, on(booked, "slotIds", []string{id(seats[2])})).Get("moveReservation"))
		failed := l.ends(l.ava, intent, "FAILED_RACE")
		require.NotEmpty(t, failed.Get("failure").String())
		booked = l.ava.do(reservationIs, vars{"id": id(booked)}).Get("reservation")
		require.Equal(t, "CONFIRMED", booked.Get("status").String())
		require.Equal(t, id(seats[1]), booked.Get("slots.0.id").String())
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[1])))
		require.Empty(t, l.city.of(id(seats[2])))
		require.True(t, l.ava.do(slotNow, vars{"s": id(seats[2])}).Get("node.bookable").Bool())
	})

	t.Run("a cancellation is done there first, and found when its answer is lost", func(t *testing.T) {
		l := l.within(t)
		l.city.mode("drop_answer", 0, 1)
		intent := accepted(t, l.ava.do(cancelLater, on(booked, "reasonCode", "CUSTOMER_REQUEST")).Get("cancelReservation"))
		pushed(t, id(booked), "CANCELLED")
		l.ends(l.ava, intent, "SUCCEEDED")
		require.Equal(t, []string{"CANCELLED"}, l.city.of(id(seats[1])))
		require.True(t, l.ava.do(slotNow, vars{"s": id(seats[1])}).Get("node.bookable").Bool())
	})

	// offered lets somebody wait for one seat at its time, who is offered it at once.
	offered := func(t *testing.T, l *reading, seat gjson.Result) gjson.Result {
		t.Helper()
		joined := l.jung.do(joinList, vars{"i": vars{"venueId": l.venue, "partySize": 1, "from": seat.Get("startsAt").String(), "to": seat.Get("endsAt").String(),
			"resourceId": seat.Get("resource.id").String(), "idempotencyKey": key()}}).Get("joinWaitlist")
		require.Equal(t, "COMMITTED", joined.Get("outcome").String(), "%s", joined.Raw)
		var found gjson.Result
		require.Eventually(t, func() bool {
			for _, o := range l.jung.do(offerOf, vars{"v": l.venue}).Get("offers.nodes").Array() {
				if o.Get("entry.id").String() == joined.Get("entry.id").String() {
					found = o
					return true
				}
			}
			return false
		}, patience, pace)
		require.Equal(t, id(seat), found.Get("slots.0.id").String())
		return found
	}
	says := func(o gjson.Result) vars {
		return vars{"i": vars{"offerId": id(o), "expectedVersion": o.Get("version").Int(), "confirmationSource": "CUSTOMER", "idempotencyKey": key()}}
	}

	t.Run("an offer is accepted", func(t *testing.T) {
		l := l.within(t)
		offer := offered(t, l, seats[3])
		moves := l.jung.subscribe(offers, vars{"v": l.venue})
		require.Equal(t, "SNAPSHOT", moves.next("offerChanged").Get("kind").String())
		intent := accepted(t, l.jung.do(yesLater, says(offer)).Get("confirmOffer"))
		change(moves, "offerChanged", offerIs("ACCEPTED"))
		i := l.ends(l.jung, intent, "SUCCEEDED")
		require.Equal(t, "ACCEPTED", i.Get("offer.status").String())
		require.Equal(t, "CONFIRMED", i.Get("reservation.status").String())
		require.Equal(t, "FULFILLED", l.jung.do(entryNow, vars{"id": offer.Get("entry.id").String()}).Get("node.status").String())
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[3])))
	})

	t.Run("an offer of a place that is taken there is withdrawn, and its entry waits again", func(t *testing.T) {
		l := l.within(t)
		offer := offered(t, l, seats[4])
		moves := l.jung.subscribe(offers, vars{"v": l.venue})
		require.Equal(t, "SNAPSHOT", moves.next("offerChanged").Get("kind").String())
		l.city.mode("race", 0, 1)
		intent := accepted(t, l.jung.do(yesLater, says(offer)).Get("confirmOffer"))
		withdrawn := change(moves, "offerChanged", offerIs("WITHDRAWN"))
		require.Equal(t, id(offer), withdrawn.Get("offer.id").String())
		i := l.ends(l.jung, intent, "FAILED_RACE")
		require.Equal(t, "CANCELLED", i.Get("reservation.status").String())
		require.Empty(t, l.city.of(id(seats[4])))
		entry := l.jung.do(entryNow, vars{"id": offer.Get("entry.id").String()}).Get("node.status").String()
		require.Equal(t, "WAITING", entry, "what was lost isn't offered again")
	})

	l.sound()
}

package app_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/policy"
)

// TestManyAtOnce lets many people do as they like for a while: nobody hears of a fault, and every invariant holds.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t)
	t.Run("for the last unit one of many wins", func(t *testing.T) {
		n := p.in(t).tenant()
		table, pool := n.evening(), n.pool(3)
		n.staff.confirmed(2, pool)
		for slot, code := range map[string]string{table: "SLOT_OCCUPIED", pool: "CAPACITY_EXCEEDED"} {
			guests := make([]client, 20)
			for i := range guests {
				guests[i] = n.newGuest()
			}
			require.Len(t, n.clicks(20, func(i int) gjson.Result {
				return guests[i].give("holdSlot", vars{"slotIds": []string{slot}, "partySize": 1})
			}, code), 1)
		}
	})
	t.Run("of two who decide an offer one hears that the decision is made", func(t *testing.T) {
		n := p.in(t).tenant()
		for range 5 {
			o := n.guest.offerOf(n.join(n.guest, 2, n.evening()).Get("id").String())
			won := n.clicks(4, func(i int) gjson.Result {
				c := []client{n.staff, n.admin}[i/2]
				if i%2 == 0 {
					return c.give("confirmOffer", onOffer(o, vars{"confirmationSource": "FRONT_DESK"}))
				}
				return c.give("declineOffer", onOffer(o, vars{"reasonCode": "OTHER"}))
			}, "DECISION_STALE")
			require.Len(t, won, 1)
			if r := n.guest.offer(o.Get("id").String()).Get("decision.reservation.id"); !none(r) {
				n.guest.cancel(n.guest.reservation(r.String()))
			}
		}
	})
	t.Run("one who clicks everywhere gets what the cap allows, and stays one person", func(t *testing.T) {
		n := p.in(t).tenant(func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 3 })
		contact := vars{"name": "Quick", "email": "quick@example.com", "phone": "+49 30 777777"}
		won := n.clicks(8, func(int) gjson.Result {
			return n.guest.give("holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2, "customer": contact})
		}, "POLICY_FORBIDS")
		require.Len(t, won, 3)
		booked := n.clicks(8, func(int) gjson.Result {
			return n.staff.give("holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2, "customer": vars{"name": "New", "email": "new@example.com"}})
		}, "POLICY_FORBIDS")
		require.Len(t, booked, 3)
		for _, b := range booked {
			require.Equal(t, booked[0].Get("reservation.customer.id").String(), b.Get("reservation.customer.id").String())
		}
		slot := n.at(60 * hour)
		require.Len(t, n.clicks(6, func(int) gjson.Result { return n.other.give("joinWaitlist", n.wish(2, slot)) }, "ALREADY_WAITING"), 1)
	})
	t.Run("of a yes and a no to a hold one wins", func(t *testing.T) {
		n := p.in(t).tenant()
		r := n.guest.hold(2, n.evening())
		won := n.clicks(6, func(i int) gjson.Result {
			if i%2 == 0 {
				return n.guest.give("confirmReservation", on(r))
			}
			return n.staff.give("cancelReservation", on(r).with(vars{"reasonCode": "OTHER"}))
		}, "VERSION_STALE")
		require.Len(t, won, 1)
	})
	t.Run("two who want each other's table keep their own", func(t *testing.T) {
		n := p.in(t).tenant()
		slots := []string{n.evening(), n.at(34 * hour)}
		held := []gjson.Result{n.guest.hold(2, slots[0]), n.guest.hold(2, slots[1])}
		require.Empty(t, n.clicks(2, func(i int) gjson.Result {
			return n.guest.give("moveReservation", on(held[i]).with(vars{"slotIds": []string{slots[1-i]}}))
		}, "SLOT_OCCUPIED"))
	})
	t.Run("whatever people do", func(t *testing.T) {
		n := p.in(t).tenant()
		slots := []string{n.evening(), n.at(33 * hour), n.pool(5), n.pool(4)}
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		var all sync.WaitGroup
		for range 12 {
			c := n.newGuest()
			all.Go(func() {
				for ctx.Err() == nil {
					n.act(t, c, slots)
				}
			})
		}
		all.Wait()
	})
	report, err := invariant.Verify(t.Context(), p.db)
	require.NoError(t, err)
	require.Empty(t, report.Violations)
}

// together does one thing so often at once.
func (n *tenant) together(count int, try func(i int) gjson.Result) []gjson.Result {
	answers := make([]gjson.Result, count)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = try(i) })
	}
	all.Wait()
	return answers
}

// clicks returns the payloads of those that were let; the others must hear this code.
func (n *tenant) clicks(count int, try func(i int) gjson.Result, code string) (won []gjson.Result) {
	t := n.program.t
	t.Helper()
	for _, a := range n.together(count, try) {
		if a.Get("outcome").String() == "COMMITTED" {
			won = append(won, a)
			continue
		}
		require.Equal(t, code, a.Get("problem.code").String(), a.Raw)
	}
	return won
}

// act does one thing that a guest, or the staff, may think of.
func (n *tenant) act(t *testing.T, c client, slots []string) {
	slot := slots[rand.IntN(len(slots))]
	mine := c.do(`{ reservations(venueId: "`+n.venueID()+`", filter: {statuses: [HELD, CONFIRMED]}) { nodes { id version viewerCommands } }
		waitlistEntries(venueId: "`+n.venueID()+`", filter: {statuses: [WAITING, OFFERED]}) { nodes { id version } }
		offers(venueId: "`+n.venueID()+`", filter: {statuses: [OFFERED]}) { nodes { id version } } }`, nil)
	r, e, o := mine.Get("reservations.nodes.0"), mine.Get("waitlistEntries.nodes.0"), mine.Get("offers.nodes.0")
	tries := []func() answer{
		func() answer {
			return c.try("holdSlot", vars{"slotIds": []string{slot}, "partySize": 1 + rand.IntN(3)})
		},
		func() answer { return c.try("joinWaitlist", n.wish(1+rand.IntN(2), slot)) },
	}
	if r.Exists() {
		tries = append(tries,
			func() answer { return c.try("confirmReservation", on(r)) },
			func() answer { return c.try("moveReservation", on(r).with(vars{"slotIds": []string{slot}})) },
			func() answer { return c.try("cancelReservation", on(r).with(vars{"reasonCode": "CUSTOMER_REQUEST"})) },
			func() answer { return c.try("cancelReservation", on(r).with(vars{"reasonCode": "CUSTOMER_REQUEST"})) })
	}
	if e.Exists() {
		tries = append(tries, func() answer {
			return c.try("leaveWaitlist", vars{"entryId": e.Get("id").String(), "expectedVersion": e.Get("version").Int()})
		})
	}
	if o.Exists() {
		tries = append(tries,
			func() answer { return c.try("confirmOffer", onOffer(o, vars{"confirmationSource": "CUSTOMER"})) },
			func() answer { return n.staff.try("confirmOffer", onOffer(o, vars{"confirmationSource": "PHONE"})) },
			func() answer { return n.staff.try("withdrawOffer", onOffer(o, vars{"reason": "a reason"})) },
			func() answer { return c.try("declineOffer", onOffer(o, vars{"reasonCode": "OTHER"})) })
	}
	a := tries[rand.IntN(len(tries))]()
	if code := a.code(); code != "" && code != "UNAVAILABLE" {
		t.Errorf("an error: %s", a.raw)
	}
}

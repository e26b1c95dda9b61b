package app_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/invariant"
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
			won := n.race(20, func(c client) gjson.Result {
				return c.give("holdSlot", vars{"slotIds": []string{slot}, "partySize": 1})
			}, code)
			require.Equal(t, 1, won)
		}
	})
	t.Run("of two who decide an offer one hears that the decision is made", func(t *testing.T) {
		n := p.in(t).tenant()
		for range 5 {
			o := n.guest.offerOf(n.join(n.guest, 2, n.evening()).Get("id").String())
			var all sync.WaitGroup
			answers := make([]gjson.Result, 4)
			for i, c := range []client{n.staff, n.admin} {
				all.Go(func() {
					answers[2*i] = c.give("confirmOffer", onOffer(o, vars{"confirmationSource": "FRONT_DESK"}))
				})
				all.Go(func() {
					answers[2*i+1] = c.give("declineOffer", onOffer(o, vars{"reasonCode": "OTHER"}))
				})
			}
			all.Wait()
			won := 0
			for _, a := range answers {
				if a.Get("outcome").String() == "COMMITTED" {
					won++
					continue
				}
				require.Equal(t, "DECISION_STALE", a.Get("problem.code").String(), a.Raw)
				require.EqualValues(t, 2, a.Get("problem.currentVersion").Int())
			}
			require.Equal(t, 1, won)
			if r := n.guest.offer(o.Get("id").String()).Get("decision.reservation.id"); !none(r) {
				n.guest.cancel(n.guest.reservation(r.String()))
			}
		}
	})
	t.Run("whatever people do", func(t *testing.T) {
		n := p.in(t).tenant()
		slots := []string{n.evening(), n.at(33 * hour), n.pool(5), n.pool(4)}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
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
	t.Log(calls.Load(), busy.Load())
	for line := range strings.Lines(p.log.String()) {
		if !strings.Contains(line, "level=INFO") {
			t.Log(line)
		}
	}
	report, err := invariant.Verify(t.Context(), p.db)
	require.NoError(t, err)
	require.Empty(t, report.Violations)
}

// race lets so many newcomers try one thing at once and counts who was let; the others must hear this code.
func (n *tenant) race(count int, try func(c client) gjson.Result, code string) (won int) {
	t := n.program.t
	t.Helper()
	answers := make([]gjson.Result, count)
	var all sync.WaitGroup
	for i := range answers {
		c := n.newGuest()
		all.Go(func() { answers[i] = try(c) })
	}
	all.Wait()
	for _, a := range answers {
		if a.Get("outcome").String() == "COMMITTED" {
			won++
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
	calls.Add(1)
	if a.code() == "UNAVAILABLE" {
		busy.Add(1)
	}
	if code := a.code(); code != "" && code != "UNAVAILABLE" {
		t.Errorf("an error: %s", a.raw)
	}
}

var calls, busy atomic.Int64

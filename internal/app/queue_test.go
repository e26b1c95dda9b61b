package app_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

func apiQueue(t *testing.T, p *program) {
	run := func(name string, part func(t *testing.T, n *tenant), change ...func(*policy.Rules)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part(t, p.in(t).tenant(change...).in(t))
		})
	}
	position := func(c client, e gjson.Result) any {
		c.t.Helper()
		return c.entry(e.Get("id").String()).Get("position").Value()
	}
	run("a position counts who waits ahead with an overlapping range and a resource that could be the same", func(t *testing.T, n *tenant) {
		table := n.Table()
		slot := ref.Encode(ref.Slot, n.Slot(table, 30*hour, 2*hour))
		later := ref.Encode(ref.Slot, n.Slot(table, 40*hour, hour))
		n.staff.confirmed(2, slot)
		n.staff.confirmed(2, later)
		first := n.join(n.guest, 2, slot)
		elsewhere := n.staff.commit("joinWaitlist", n.wish(2, slot).with(vars{"resourceId": ref.Encode(ref.Resource, n.Table())})).Get("entry")
		here := n.staff.commit("joinWaitlist", n.wish(2, slot).with(vars{"resourceId": ref.Encode(ref.Resource, table)})).Get("entry")
		other := n.join(n.staff, 2, later)
		last := n.join(n.other, 2, slot)
		for i, e := range []gjson.Result{first, elsewhere, here, other, last} {
			require.EqualValues(t, []any{1., 2., 2., 1., 4.}[i], position(n.staff, e), "entry %d", i)
		}
		require.EqualValues(t, 4., position(n.other, last), "the same for the customer, who sees nobody else")
		n.guest.commit("leaveWaitlist", vars{"entryId": first.Get("id").String(), "expectedVersion": 1})
		require.EqualValues(t, 3., position(n.other, last))
		require.Nil(t, position(n.guest, first))
	})
	run("a freed table goes to the first in line, then to the next", func(t *testing.T, n *tenant) {
		slot := n.evening()
		r := n.staff.confirmed(2, slot)
		first, second := n.join(n.guest, 2, slot), n.join(n.other, 2, slot)
		n.staff.cancel(r)
		o := n.guest.offerOf(first.Get("id").String())
		require.Nil(t, position(n.guest, first))
		require.EqualValues(t, 1., position(n.other, second))
		require.Equal(t, "NONE", o.Get("decision.state").String())
		for _, field := range []string{"decidedAt", "decidedBy", "source", "reasonCode", "reservation"} {
			require.True(t, none(o.Get("decision."+field)), field)
		}
		require.Equal(t, "PENDING", o.Get("deliveryState").String())
		require.Equal(t, "HELD", o.Get("hold.status").String())
		require.Equal(t, slot, o.Get("slots.0.id").String())
		require.Equal(t, first.Get("id").String(), o.Get("selection.chosen.id").String())
		require.EqualValues(t, false, o.Get("selection.override").Value())
		require.NotEmpty(t, o.Get("selection.policyDigest").String())
		require.Equal(t, ref.Encode(ref.PolicyVersion, n.Policy), o.Get("selection.policyVersion.id").String())

		declined := n.guest.commit("declineOffer", onOffer(o, vars{"reasonCode": "TIME_UNSUITABLE"})).Get("offer")
		require.Equal(t, `"DECLINED" "TIME_UNSUITABLE"`, declined.Get("decision.state").Raw+" "+declined.Get("decision.reasonCode").Raw)
		require.NotEmpty(t, declined.Get("decision.decidedAt").String())
		require.Contains(t, declined.Get("decision.decidedBy").String(), "guest")
		require.Equal(t, "CANCELLED", declined.Get("hold.status").String())
		require.Equal(t, "DECLINED", declined.Get("entry.status").String())

		o = n.other.offerOf(second.Get("id").String())
		accepted := n.staff.commit("confirmOffer", onOffer(o, vars{"confirmationSource": "FRONT_DESK"}))
		require.Equal(t, "ACCEPTED", accepted.Get("offer.decision.state").String())
		require.Equal(t, "FRONT_DESK", accepted.Get("offer.decision.source").String())
		require.Contains(t, accepted.Get("offer.decision.decidedBy").String(), "staff")
		require.Equal(t, accepted.Get("reservation.id").String(), accepted.Get("offer.decision.reservation.id").String())
		require.Equal(t, "CONFIRMED", accepted.Get("reservation.status").String())
		require.Equal(t, o.Get("hold.id").String(), accepted.Get("reservation.id").String())
		require.Equal(t, "FULFILLED", accepted.Get("offer.entry.status").String())
		// What an offer led to is a reservation like any other; the offer never revives.
		n.other.cancel(accepted.Get("reservation"))
		require.Equal(t, "ACCEPTED", n.other.offer(o.Get("id").String()).Get("status").String())
		require.Equal(t, "FULFILLED", n.other.entry(second.Get("id").String()).Get("status").String())
	})
	run("leaving while offered withdraws the offer and cancels its hold", func(t *testing.T, n *tenant) {
		slot := n.evening()
		e := n.join(n.guest, 2, slot)
		o := n.guest.offerOf(e.Get("id").String())
		n.guest.refuse("VERSION_STALE", "leaveWaitlist", vars{"entryId": e.Get("id").String(), "expectedVersion": 1})
		left := n.guest.commit("leaveWaitlist", vars{"entryId": e.Get("id").String(), "expectedVersion": 2}).Get("entry")
		require.Equal(t, "CANCELLED", left.Get("status").String())
		o = n.guest.offer(o.Get("id").String())
		require.Equal(t, `"WITHDRAWN" "WITHDRAWN" "CANCELLED"`, o.Get("status").Raw+" "+o.Get("decision.state").Raw+" "+o.Get("hold.status").Raw)
		n.other.hold(2, slot)
	})
	run("an offer that staff withdraw leaves the entry where it stood", func(t *testing.T, n *tenant) {
		slot := n.evening()
		r := n.staff.confirmed(2, slot)
		first, second := n.join(n.guest, 2, slot), n.join(n.other, 2, slot)
		n.staff.cancel(r)
		o := n.guest.offerOf(first.Get("id").String())
		n.guest.try("withdrawOffer", onOffer(o, vars{"reason": "a reason"})).failed("FORBIDDEN")
		withdrawn := n.staff.commit("withdrawOffer", onOffer(o, vars{"reason": "a reason"})).Get("offer")
		require.Equal(t, "WITHDRAWN", withdrawn.Get("decision.state").String())
		e := n.guest.entry(first.Get("id").String())
		require.Equal(t, "WAITING", e.Get("status").String())
		require.Equal(t, first.Get("joinedAt").String(), e.Get("joinedAt").String())
		require.EqualValues(t, 1., e.Get("position").Value())
		require.Equal(t, o.Get("id").String(), e.Get("offer.id").String(), "the latest offer")
		n.other.offerOf(second.Get("id").String()) // an entry is offered a slot by itself at most once
	})
	run("an offer out of turn carries its reason and the mark of it", func(t *testing.T, n *tenant) {
		slot := n.evening()
		n.staff.confirmed(2, slot)
		n.join(n.other, 2, slot)
		e := n.join(n.guest, 2, slot)
		o := n.offerTo(e, n.at(50*hour))
		require.EqualValues(t, true, o.Get("selection.override").Value())
		require.Equal(t, n.canary+" reason", o.Get("selection.reason").String())
	})
	run("an offer left alone lapses on time and the next is offered", func(t *testing.T, n *tenant) {
		slot := n.evening()
		r := n.staff.confirmed(2, slot)
		first, second := n.join(n.guest, 2, slot), n.join(n.other, 2, slot)
		n.staff.cancel(r)
		o := n.guest.offerOf(first.Get("id").String())
		next := n.other.offerOf(second.Get("id").String())
		require.NotEqual(t, o.Get("hold.id").String(), next.Get("hold.id").String())
		o = n.guest.offer(o.Get("id").String())
		require.Equal(t, `"EXPIRED" "EXPIRED" "EXPIRED"`, o.Get("status").Raw+" "+o.Get("decision.state").Raw+" "+o.Get("hold.status").Raw)
		require.Equal(t, o.Get("expiresAt").String(), o.Get("decision.decidedAt").String())
		require.True(t, none(o.Get("decision.decidedBy")))
		require.Equal(t, "EXPIRED", n.guest.entry(first.Get("id").String()).Get("status").String())
	}, func(r *policy.Rules) { r.OfferTTL = time.Second })
	run("who was passed over is shown to staff and to nobody else", func(t *testing.T, n *tenant) {
		pool := ref.Encode(ref.Slot, n.Slot(n.Resource(inventory.Pooled, 4, 1, 4), 30*hour, hour))
		r := n.staff.confirmed(3, pool)
		n.staff.confirmed(1, pool)
		large, small := n.join(n.other, 4, pool), n.join(n.guest, 2, pool)
		n.staff.cancel(r)
		o := n.guest.offerOf(small.Get("id").String())
		require.Equal(t, "[]", o.Get("selection.skipped").Raw)
		o = n.staff.offer(o.Get("id").String())
		require.Len(t, o.Get("selection.skipped").Array(), 1)
		require.Equal(t, large.Get("id").String(), o.Get("selection.skipped.0.entryId").String())
		require.Equal(t, `1 "CAPACITY_EXCEEDED"`, o.Get("selection.skipped.0.position").Raw+" "+o.Get("selection.skipped.0.code").Raw)
		require.EqualValues(t, 2, o.Get("selection.considered").Int())
		require.Equal(t, "[]", n.agent.offer(o.Get("id").String()).Get("selection.skipped").Raw)
	}, func(r *policy.Rules) { r.WaitlistFit = policy.BestFitWithSkipLimit })
}

// apiTimeDecidesByItself stops every worker: what is over is over all the same.
func apiTimeDecidesByItself(t *testing.T, p *program) {
	n := p.tenant()
	slot, free := n.evening(), n.at(31*hour)
	held := n.guest.hold(2, slot)
	offer := n.offerTo(n.join(n.other, 2, free), n.at(50*hour))
	waiting := n.join(n.newGuest(), 2, slot)
	n.rewind("reservations", "expires_at", held.Get("id").String())
	n.lapse(offer)
	n.rewind("waitlist_entries", "from_at", waiting.Get("id").String())
	n.rewind("waitlist_entries", "to_at", waiting.Get("id").String())

	list := func(root, status string) []string {
		t.Helper()
		return texts(n.staff.do(`query($v: ID!) { `+root+`(venueId: $v, filter: {statuses: [`+status+`]}) { nodes { id } } }`, vars{"v": n.venueID()}).Get(root + ".nodes.#.id"))
	}
	require.Equal(t, "EXPIRED", n.guest.reservation(held.Get("id").String()).Get("status").String())
	require.Equal(t, "EXPIRED", n.other.offer(offer.Get("id").String()).Get("status").String())
	require.Equal(t, "EXPIRED", n.staff.entry(waiting.Get("id").String()).Get("status").String())
	require.ElementsMatch(t, []string{held.Get("id").String(), offer.Get("hold.id").String()}, list("reservations", "EXPIRED"))
	require.Empty(t, list("reservations", "HELD, CONFIRMED"))
	require.Equal(t, []string{offer.Get("id").String()}, list("offers", "EXPIRED"))
	require.Empty(t, list("offers", "OFFERED"))
	require.Len(t, list("waitlistEntries", "EXPIRED"), 2)
	require.Empty(t, list("waitlistEntries", "WAITING, OFFERED"))
	s := n.guest.slot(slot)
	require.EqualValues(t, 1, s.Get("remaining").Int())
	require.True(t, s.Get("bookable").Bool())
	n.newGuest().hold(2, slot)
	again := n.other.commit("joinWaitlist", n.wish(2, free)).Get("entry")
	require.Equal(t, "WAITING", again.Get("status").String(), "an entry whose offer has lapsed is in nobody's way")
}

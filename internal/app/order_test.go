package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// onHold are the commands on a reservation that its owner, or staff, may give.
var onHold = []string{"extendHold", "confirmReservation", "cancelReservation", "moveReservation", "checkInReservation", "completeReservation", "markNoShow"}

// command is the input of a command on a reservation.
func onAny(name, id string, version any, slot string) vars {
	v := vars{"reservationId": id, "expectedVersion": version}
	switch name {
	case "cancelReservation":
		v["reasonCode"] = "OTHER"
	case "moveReservation":
		v["slotIds"] = []string{slot}
	}
	return v
}

// apiOrderOfChecks lets two checks fail at once and sees which one speaks.
func apiOrderOfChecks(t *testing.T, p *program) {
	n := p.tenant(func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 3 })
	run := func(name string, part func(t *testing.T, n *tenant)) {
		t.Run(name, func(t *testing.T) { part(t, n.in(t)) })
	}
	run("format before permission", func(t *testing.T, n *tenant) {
		n.agent.try("confirmReservation", vars{"reservationId": "x", "expectedVersion": 1, "idempotencyKey": "short"}).failed("INVALID_IDEMPOTENCY_KEY")
		n.agent.try("confirmReservation", vars{"reservationId": "x", "expectedVersion": "x"}).failed("PAYLOAD_INVALID")
	})
	run("format and permission before idempotency", func(t *testing.T, n *tenant) {
		k := key()
		guest := n.newGuest()
		guest.commit("holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2, "idempotencyKey": k})
		guest.try("holdSlot", vars{"slotIds": []string{}, "partySize": 2, "idempotencyKey": k}).failed("PAYLOAD_INVALID")
		guest.try("confirmReservation", vars{"reservationId": "x", "expectedVersion": 0, "idempotencyKey": k}).failed("PAYLOAD_INVALID")
		guest.try("markNoShow", vars{"reservationId": "x", "expectedVersion": 1, "idempotencyKey": k}).failed("FORBIDDEN")
	})
	run("idempotency before reference", func(t *testing.T, n *tenant) {
		k := key()
		guest := n.newGuest()
		guest.commit("holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2, "idempotencyKey": k})
		p := guest.refuse("IDEMPOTENCY_MISMATCH", "holdSlot", vars{"slotIds": []string{"42"}, "partySize": 2, "idempotencyKey": k})
		require.Equal(t, "FIX_INPUT", p.Get("problem.retry").String())
		require.True(t, none(p.Get("reservation")), "the first result is not shown to another job")
		guest.refuse("IDEMPOTENCY_MISMATCH", "cancelReservation", vars{"reservationId": "42", "expectedVersion": 1, "reasonCode": "OTHER", "idempotencyKey": k})
	})
	run("reference before expiry, expiry before version, whoever has recorded it", func(t *testing.T, n *tenant) {
		guest, slot := n.newGuest(), n.evening()
		r := guest.hold(2, n.evening())
		id := r.Get("id").String()
		n.rewind("reservations", "expires_at", id)
		for _, name := range onHold {
			n.refusedOn(t, n.other, "REFERENCE_NOT_FOUND", name, id, 1, slot)
			for _, version := range []int{1, 2, 99} {
				p := n.staff.refuse("HOLD_EXPIRED", name, onAny(name, id, version, slot))
				require.Equal(t, "EXPIRED", p.Get("reservation.status").String())
				require.EqualValues(t, 1, p.Get("reservation.version").Int(), "time alone raises no version")
				require.Equal(t, "[]", p.Get("reservation.viewerCommands").Raw)
			}
			n.staff.refuse("REFERENCE_NOT_FOUND", "moveReservation", onAny("moveReservation", id, 99, ref.Encode(ref.Slot, uuid.New())))
		}
		// Another command that needs the place releases the hold, and then it is recorded.
		n.other.hold(2, r.Get("slots.0.id").String())
		for _, name := range onHold {
			p := n.staff.refuse("HOLD_EXPIRED", name, onAny(name, id, 1, slot))
			require.EqualValues(t, 2, p.Get("reservation.version").Int())
		}
	})
	run("version before transition, transition before rules", func(t *testing.T, n *tenant) {
		guest, slot := n.newGuest(), n.evening()
		held := guest.hold(2, n.evening())
		id := held.Get("id").String()
		for _, name := range onHold {
			for _, version := range []int{2, 99} {
				p := n.staff.refuse("VERSION_STALE", name, onAny(name, id, version, slot))
				require.EqualValues(t, 1, p.Get("problem.currentVersion").Int())
				require.EqualValues(t, 1, p.Get("reservation.version").Int())
				require.Equal(t, "REREAD", p.Get("problem.retry").String())
			}
		}
		for _, name := range []string{"checkInReservation", "completeReservation", "markNoShow"} {
			n.staff.refuse("ILLEGAL_TRANSITION", name, onAny(name, id, 1, slot))
		}
		guest.cancel(held)
		for _, name := range onHold {
			n.staff.refuse("VERSION_STALE", name, onAny(name, id, 1, slot))
			n.staff.refuse("ILLEGAL_TRANSITION", name, onAny(name, id, 2, slot))
		}
	})
	run("rules of time: too early to seat, too early to give up, too late to cancel", func(t *testing.T, n *tenant) {
		guest := n.newGuest()
		soon := guest.confirmed(2, n.at(time.Hour))
		n.staff.refuse("POLICY_FORBIDS", "checkInReservation", on(soon))
		n.staff.refuse("POLICY_FORBIDS", "markNoShow", on(soon))
		guest.refuse("OUTSIDE_CANCELLATION_WINDOW", "cancelReservation", on(soon).with(vars{"reasonCode": "CUSTOMER_REQUEST"}))
		guest.refuse("OUTSIDE_CANCELLATION_WINDOW", "moveReservation", on(soon).with(vars{"slotIds": []string{n.evening()}}))
		// The cut-off comes before what the new slots would say.
		guest.refuse("OUTSIDE_CANCELLATION_WINDOW", "moveReservation", on(soon).with(vars{"slotIds": []string{n.evening()}, "partySize": 999}))
		n.staff.commit("cancelReservation", on(soon).with(vars{"reasonCode": "STAFF_DECISION"}))
		held := guest.hold(2, n.at(time.Hour))
		guest.commit("cancelReservation", on(held).with(vars{"reasonCode": "CUSTOMER_REQUEST"}))
		once := guest.commit("extendHold", on(guest.hold(2, n.evening()))).Get("reservation")
		guest.refuse("POLICY_FORBIDS", "extendHold", on(once))
		guest.commit("confirmReservation", on(once))
	})
	run("party before closure, closure before window, window before capacity, capacity before caps", func(t *testing.T, n *tenant) {
		table := n.Resource(inventory.Exclusive, 1, 2, 4)
		slot := ref.Encode(ref.Slot, n.Slot(table, 90*24*hour, hour))
		hold := func(party int) vars { return vars{"slotIds": []string{slot}, "partySize": party} }
		n.Exec(`UPDATE resources SET active = false, version = version + 1 WHERE id = $1`, table)
		for party, code := range map[int]string{1: "PARTY_TOO_SMALL", 0: "PARTY_TOO_SMALL", -1: "PARTY_TOO_SMALL", 5: "PARTY_TOO_LARGE", 999: "PARTY_TOO_LARGE"} {
			p := n.guest.refuse(code, "holdSlot", hold(party))
			require.Equal(t, "FIX_INPUT", p.Get("problem.retry").String())
			require.Equal(t, `["partySize"]`, p.Get("problem.field").Raw)
			require.Equal(t, slot, p.Get("slots.0.id").String(), "the slots asked for, as they stand")
		}
		n.guest.refuse("RESOURCE_CLOSED", "holdSlot", hold(2))
		n.Exec(`UPDATE resources SET active = true, version = version + 1 WHERE id = $1`, table)
		require.Equal(t, "NEVER", n.guest.refuse("OUTSIDE_BOOKING_WINDOW", "holdSlot", hold(2)).Get("problem.retry").String())

		capped, taken := n.newGuest(), n.evening()
		n.other.confirmed(2, taken)
		for range 3 {
			capped.confirmed(2, n.evening())
		}
		capped.refuse("SLOT_OCCUPIED", "holdSlot", vars{"slotIds": []string{taken}, "partySize": 2})
		capped.refuse("PARTY_TOO_LARGE", "holdSlot", vars{"slotIds": []string{taken}, "partySize": 5})
		capped.refuse("POLICY_FORBIDS", "holdSlot", vars{"slotIds": []string{n.evening()}, "partySize": 2})
		capped.refuse("SLOT_OCCUPIED", "holdSlot", vars{"slotIds": []string{n.evening(), taken}, "partySize": 2})
	})
	run("an offer: reference, expiry, version, transition", func(t *testing.T, n *tenant) {
		guest := n.newGuest()
		entry := n.join(guest, 2, n.evening())
		o := n.offerTo(entry, n.at(40*hour))
		decide := map[string]vars{"confirmOffer": {"confirmationSource": "PHONE"}, "declineOffer": {"reasonCode": "OTHER"}, "withdrawOffer": {"reason": "a reason"}}
		for name, more := range decide {
			for _, version := range []int{2, 99} {
				p := n.staff.refuse("DECISION_STALE", name, onOffer(o, more).with(vars{"expectedVersion": version}))
				require.EqualValues(t, 1, p.Get("problem.currentVersion").Int())
				require.Equal(t, "OFFERED", p.Get("offer.status").String())
			}
		}
		declined := guest.commit("declineOffer", onOffer(o, decide["declineOffer"])).Get("offer")
		for name, more := range decide {
			n.staff.refuse("DECISION_STALE", name, onOffer(o, more))
			n.staff.refuse("ILLEGAL_TRANSITION", name, onOffer(declined, more))
		}
		o = n.offerTo(n.join(guest, 2, n.evening()), n.at(41*hour))
		n.lapse(o)
		for name, more := range decide {
			for _, version := range []int{1, 99} {
				p := n.staff.refuse("OFFER_EXPIRED", name, onOffer(o, more).with(vars{"expectedVersion": version}))
				require.Equal(t, "EXPIRED", p.Get("offer.status").String())
				require.Equal(t, "EXPIRED", p.Get("offer.decision.state").String())
				require.Equal(t, "EXPIRED", p.Get("offer.entry.status").String())
				require.Equal(t, "EXPIRED", p.Get("offer.hold.status").String())
			}
		}
	})
	run("an entry: reference, version, transition", func(t *testing.T, n *tenant) {
		guest, slot := n.newGuest(), n.evening()
		e := n.join(guest, 2, slot)
		id := e.Get("id").String()
		n.other.refuse("REFERENCE_NOT_FOUND", "leaveWaitlist", vars{"entryId": id, "expectedVersion": 99})
		p := guest.refuse("VERSION_STALE", "leaveWaitlist", vars{"entryId": id, "expectedVersion": 99})
		require.EqualValues(t, 1, p.Get("problem.currentVersion").Int())
		require.Equal(t, "WAITING", p.Get("entry.status").String())
		offer := vars{"entryId": id, "slotIds": []string{slot}, "expectedVersion": 99, "reason": "a reason"}
		n.staff.refuse("VERSION_STALE", "offerToEntry", offer)
		taken := n.at(44 * hour)
		n.other.confirmed(2, taken)
		n.staff.refuse("VERSION_STALE", "offerToEntry", offer.with(vars{"slotIds": []string{taken}}))
		n.staff.refuse("SLOT_OCCUPIED", "offerToEntry", offer.with(vars{"slotIds": []string{taken}, "expectedVersion": 1}))
		n.staff.refuse("REFERENCE_NOT_FOUND", "offerToEntry", offer.with(vars{"slotIds": []string{ref.Encode(ref.Slot, uuid.New())}}))
		left := guest.commit("leaveWaitlist", vars{"entryId": id, "expectedVersion": 1}).Get("entry")
		require.Equal(t, "CANCELLED", left.Get("status").String())
		guest.refuse("VERSION_STALE", "leaveWaitlist", vars{"entryId": id, "expectedVersion": 1})
		guest.refuse("ILLEGAL_TRANSITION", "leaveWaitlist", vars{"entryId": id, "expectedVersion": 2})
		n.staff.refuse("ILLEGAL_TRANSITION", "offerToEntry", offer.with(vars{"expectedVersion": 2}))
		n.staff.refuse("ILLEGAL_TRANSITION", "offerToEntry", offer.with(vars{"expectedVersion": 2, "slotIds": []string{taken}}))
	})
	run("joining: party, closure, window, then what is there already", func(t *testing.T, n *tenant) {
		guest, booked, slot := n.newGuest(), n.newGuest(), n.evening()
		booked.confirmed(2, slot)
		wish := n.wish(2, slot)
		past, before := "2020-01-01T00:00:00Z", "2020-01-01T01:00:00Z"
		for party, code := range map[int]string{0: "PARTY_TOO_SMALL", -1: "PARTY_TOO_SMALL", 999: "PARTY_TOO_LARGE"} {
			guest.refuse(code, "joinWaitlist", wish.with(vars{"partySize": party, "from": past, "to": before}))
		}
		closed := n.Table()
		n.Exec(`UPDATE resources SET active = false, version = version + 1 WHERE id = $1`, closed)
		guest.refuse("RESOURCE_CLOSED", "joinWaitlist", wish.with(vars{"resourceId": ref.Encode(ref.Resource, closed), "from": past, "to": before}))
		guest.refuse("OUTSIDE_BOOKING_WINDOW", "joinWaitlist", wish.with(vars{"from": past, "to": before}))
		guest.refuse("OUTSIDE_BOOKING_WINDOW", "joinWaitlist", wish.with(vars{"from": time.Now().Add(61 * 24 * hour).Format(time.RFC3339), "to": time.Now().Add(62 * 24 * hour).Format(time.RFC3339)}))
		e := guest.commit("joinWaitlist", wish).Get("entry")
		again := guest.refuse("ALREADY_WAITING", "joinWaitlist", wish.with(vars{"resourceId": ref.Encode(ref.Resource, n.Table())}))
		require.Equal(t, e.Get("id").String(), again.Get("entry.id").String(), "the existing entry comes back")
		require.Equal(t, "NEVER", again.Get("problem.retry").String())
		guest.refuse("PARTY_TOO_LARGE", "joinWaitlist", wish.with(vars{"partySize": 999}))

		booked.refuse("ALREADY_BOOKED", "joinWaitlist", wish)
		elsewhere := wish.with(vars{"resourceId": ref.Encode(ref.Resource, n.Table())})
		booked.commit("joinWaitlist", elsewhere)
	})
	run("every resource asked for must take the party, and a move stays in its venue", func(t *testing.T, n *tenant) {
		guest := n.newGuest()
		small := ref.Encode(ref.Slot, n.Slot(n.Resource(inventory.Exclusive, 1, 1, 2), 95*hour, hour))
		guest.refuse("PARTY_TOO_LARGE", "holdSlot", vars{"slotIds": []string{n.evening(), small}, "partySize": 3})
		r := guest.hold(3, n.evening())
		guest.refuse("PARTY_TOO_LARGE", "moveReservation", on(r).with(vars{"slotIds": []string{small}}))
		_, table := n.annex(t)
		guest.refuse("REFERENCE_NOT_FOUND", "moveReservation", on(r).with(vars{"slotIds": []string{ref.Encode(ref.Slot, n.Slot(table, 30*hour, hour))}}))
		guest.commit("moveReservation", on(r).with(vars{"slotIds": []string{small}, "partySize": 2}))
	})
	run("on any row but a hold an old deadline means nothing", func(t *testing.T, n *tenant) {
		guest := n.newGuest()
		r := guest.confirmed(2, n.evening())
		n.rewind("reservations", "expires_at", r.Get("id").String())
		require.Equal(t, "CONFIRMED", guest.reservation(r.Get("id").String()).Get("status").String())
		guest.commit("cancelReservation", on(r).with(vars{"reasonCode": "OTHER"}))
	})
	run("a promotional hold is moved by its offer only", func(t *testing.T, n *tenant) {
		guest := n.newGuest()
		o := n.offerTo(n.join(guest, 2, n.evening()), n.at(42*hour))
		hold := o.Get("hold.id").String()
		for _, name := range onHold {
			n.staff.refuse("ILLEGAL_TRANSITION", name, onAny(name, hold, 1, n.evening()))
		}
		require.Equal(t, "[]", n.staff.reservation(hold).Get("viewerCommands").Raw)
		require.Equal(t, "[]", guest.reservation(hold).Get("viewerCommands").Raw)
	})
}

// refusedOn is refuse for whoever may not even have the capability.
func (n *tenant) refusedOn(t testing.TB, c client, code, name, id string, version int, slot string) {
	t.Helper()
	a := c.try(name, onAny(name, id, version, slot))
	if contains(roots()[name].denied, "CUSTOMER") {
		a.failed("FORBIDDEN")
		return
	}
	require.Equal(t, code, a.data(name+".problem.code").String(), a.raw)
}

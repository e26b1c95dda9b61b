package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

const (
	holdSlot = `mutation($i: HoldSlotInput!) { holdSlot(input: $i) { outcome replayed problem { code retry } reservation { id version status expiresAt slots { id } } slots { id bookable remaining version blockers } } }`
	confirm  = `mutation($i: ReservationCommandInput!) { confirmReservation(input: $i) { outcome replayed problem { code currentVersion } reservation { id version status } } }`
	cancel   = `mutation($i: CancelReservationInput!) { cancelReservation(input: $i) { outcome replayed problem { code } reservation { id version status } } }`
	joinList = `mutation($i: JoinWaitlistInput!) { joinWaitlist(input: $i) { outcome replayed problem { code } entry { id status version position } } }`
	yes      = `mutation($i: ConfirmOfferInput!) { confirmOffer(input: $i) { outcome replayed problem { code currentVersion } offer { id version status } reservation { id status customer { name } } } }`
	decline  = `mutation($i: DeclineOfferInput!) { declineOffer(input: $i) { outcome problem { code } offer { status entry { status } } } }`
	offers   = `subscription($v: ID!, $a: EventCursor) { offerChanged(venueId: $v, after: $a) { kind cursor offer { id version status expiresAt entry { id status } hold { id status } slots { id } selection { considered policyDigest } } } }`
	bookings = `subscription($v: ID!, $a: EventCursor) { reservationChanged(venueId: $v, after: $a) { kind cursor reservation { id version status } } }`
	slotNow  = `query($s: ID!) { node(id: $s) { ... on Slot { id startsAt endsAt remaining bookable blockers version } } serverTime }`
)

// evening is the story's table as the first guest finds it.
type evening struct {
	manifest
	slot, from, to string
	guest, second  client
	staff          client
}

func open(t *testing.T, m manifest) evening {
	e := evening{manifest: m, slot: m.Story.SlotID}
	e.guest, e.second, e.staff = m.client(t, m.Story.Tenant, "customerA"), m.client(t, m.Story.Tenant, "customerB"), m.client(t, m.Story.Tenant, "staff")
	seen := e.guest.do(slotNow, vars{"s": e.slot})
	require.True(t, seen.Get("node.bookable").Bool(), "%s", seen.Raw)
	e.from, e.to = seen.Get("node.startsAt").String(), seen.Get("node.endsAt").String()
	starts, err := time.Parse(time.RFC3339, e.from)
	require.NoError(t, err)
	now, err := time.Parse(time.RFC3339, seen.Get("serverTime").String())
	require.NoError(t, err)
	require.Greater(t, starts.Sub(now), 24*time.Hour)
	return e
}

// take lets a guest hold and confirm the table, with a double click.
func (e evening) take(t *testing.T, by client) gjson.Result {
	ask := vars{"i": vars{"slotIds": []string{e.slot}, "partySize": 2, "idempotencyKey": key()}}
	held := by.do(holdSlot, ask).Get("holdSlot")
	require.Equal(t, "COMMITTED", held.Get("outcome").String(), "%s", held.Raw)
	twice := by.do(holdSlot, ask).Get("holdSlot")
	require.True(t, twice.Get("replayed").Bool())
	require.Equal(t, held.Get("reservation.id").String(), twice.Get("reservation.id").String())
	done := by.do(confirm, vars{"i": vars{"reservationId": held.Get("reservation.id").String(), "expectedVersion": held.Get("reservation.version").Int(), "idempotencyKey": key()}}).Get("confirmReservation")
	require.Equal(t, "CONFIRMED", done.Get("reservation.status").String(), "%s", done.Raw)
	return done.Get("reservation")
}

func (e evening) join(t *testing.T, by client) gjson.Result {
	joined := by.do(joinList, vars{"i": vars{"venueId": e.Story.VenueID, "partySize": 2, "from": e.from, "to": e.to, "idempotencyKey": key()}}).Get("joinWaitlist")
	require.Equal(t, "COMMITTED", joined.Get("outcome").String(), "%s", joined.Raw)
	return joined.Get("entry")
}

func (e evening) cancel(t *testing.T, by client, reservation gjson.Result) {
	done := by.do(cancel, vars{"i": vars{"reservationId": reservation.Get("id").String(), "expectedVersion": reservation.Get("version").Int(), "reasonCode": "CUSTOMER_REQUEST", "idempotencyKey": key()}}).Get("cancelReservation")
	require.Equal(t, "COMMITTED", done.Get("outcome").String(), "%s", done.Raw)
}

// change waits for a CHANGE of the stream that fits.
func change(s *stream, root string, fits func(gjson.Result) bool) gjson.Result {
	for {
		if event := s.next(root); event.Get("kind").String() == "CHANGE" && fits(event) {
			return event
		}
	}
}

func offerIs(status string) func(gjson.Result) bool {
	return func(e gjson.Result) bool { return e.Get("offer.status").String() == status }
}

// TestStory tells the story of the README against a whole process, with a kill -9 in its middle.
func TestStory(t *testing.T) {
	data := folder(t)
	p, m := demo(t, data)
	e := open(t, m)

	booked := e.take(t, e.guest)
	refused := e.second.do(holdSlot, vars{"i": vars{"slotIds": []string{e.slot}, "partySize": 2, "idempotencyKey": key()}}).Get("holdSlot")
	require.Equal(t, "REJECTED", refused.Get("outcome").String())
	require.Equal(t, "SLOT_OCCUPIED", refused.Get("problem.code").String())
	require.Equal(t, e.slot, refused.Get("slots.0.id").String())
	require.False(t, refused.Get("slots.0.bookable").Bool())
	entry := e.join(t, e.second)
	require.Equal(t, "WAITING", entry.Get("status").String())
	require.EqualValues(t, 1, entry.Get("position").Int())

	watch, watchBookings := e.staff.subscribe(offers, vars{"v": m.Story.VenueID}), e.staff.subscribe(bookings, vars{"v": m.Story.VenueID})
	require.Equal(t, "SNAPSHOT", watch.next("offerChanged").Get("kind").String())
	require.Equal(t, "SNAPSHOT", watchBookings.next("reservationChanged").Get("kind").String())

	e.cancel(t, e.guest, booked)
	cancelled := change(watchBookings, "reservationChanged", func(e gjson.Result) bool { return e.Get("reservation.status").String() == "CANCELLED" })
	require.Equal(t, booked.Get("id").String(), cancelled.Get("reservation.id").String())
	made := change(watch, "offerChanged", offerIs("OFFERED"))
	require.Equal(t, entry.Get("id").String(), made.Get("offer.entry.id").String())
	require.Equal(t, "HELD", made.Get("offer.hold.status").String())
	require.Equal(t, e.slot, made.Get("offer.slots.0.id").String())

	answer := vars{"i": vars{"offerId": made.Get("offer.id").String(), "expectedVersion": made.Get("offer.version").Int(), "confirmationSource": "FRONT_DESK", "idempotencyKey": key()}}
	done := e.staff.do(yes, answer).Get("confirmOffer")
	require.Equal(t, "CONFIRMED", done.Get("reservation.status").String(), "%s", done.Raw)
	late := m.client(t, m.Story.Tenant, "admin").do(yes, vars{"i": vars{"offerId": made.Get("offer.id").String(), "expectedVersion": made.Get("offer.version").Int(), "confirmationSource": "PHONE", "idempotencyKey": key()}}).Get("confirmOffer")
	require.Equal(t, "DECISION_STALE", late.Get("problem.code").String())
	require.EqualValues(t, 2, late.Get("problem.currentVersion").Int())

	// A power cut, and the same call again: the same answer, replayed.
	accepted := change(watch, "offerChanged", offerIs("ACCEPTED"))
	p.kill()
	again, m2 := demo(t, data)
	e2 := evening{manifest: m2, slot: e.slot, from: e.from, to: e.to}
	e2.staff = m2.client(t, m.Story.Tenant, "staff")
	replay := e2.staff.do(yes, answer).Get("confirmOffer")
	require.Equal(t, "COMMITTED", replay.Get("outcome").String(), "%s", replay.Raw)
	require.True(t, replay.Get("replayed").Bool(), "%s", replay.Raw)

	// The stream resumes where it was: nothing missed, nothing twice.
	resumed := e2.staff.subscribe(offers, vars{"v": m.Story.VenueID, "a": made.Get("cursor").String()})
	first := resumed.next("offerChanged")
	require.Equal(t, "CHANGE", first.Get("kind").String())
	require.Equal(t, "ACCEPTED", first.Get("offer.status").String())
	require.Equal(t, accepted.Get("cursor").String(), first.Get("cursor").String())

	out := run(t, "verify", "--data", data)
	require.Contains(t, out, "every invariant holds")
	again.stop()
}

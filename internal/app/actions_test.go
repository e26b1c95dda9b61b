package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// queue is the action queue as its reader sees it now.
func (c client) queue(venue string) gjson.Result {
	c.t.Helper()
	return c.do(`query($v: ID!) { actionQueue(venueId: $v) { changesAt nodes {`+actionFields+`} } }`, vars{"v": venue}).Get("actionQueue")
}

// only is the one item that waits.
func only(t testing.TB, queue gjson.Result) gjson.Result {
	t.Helper()
	require.Len(t, queue.Get("nodes").Array(), 1, queue.Raw)
	return queue.Get("nodes.0")
}

// commands are the mutations that an item offers, divided by blanks.
func commands(item gjson.Result) string {
	var all []string
	for _, c := range item.Get("commands").Array() {
		all = append(all, c.String())
	}
	return strings.Join(all, " ")
}

func apiActionQueue(t *testing.T, p *program) {
	run := func(name string, part func(t *testing.T, n *tenant), change ...func(*policy.Rules)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part(t, p.in(t).tenant(change...).in(t))
		})
	}
	watch := func(n *tenant, c client) *stream { return c.watch("actionQueueChanged", vars{"id": n.venueID()}) }

	run("an offer waits for an answer; who is slower sees it go", func(t *testing.T, n *tenant) {
		slot := n.evening()
		r := n.staff.confirmed(2, slot)
		joined := n.join(n.guest, 2, slot)
		require.Empty(t, n.staff.queue(n.venueID()).Get("nodes").Array())
		quick, slow := watch(n, n.staff), watch(n, n.admin)
		defer quick.drop()
		defer slow.drop()
		n.staff.cancel(r)

		came := slow.change()
		offer := n.guest.offerOf(joined.Get("id").String())
		require.Equal(t, "OFFER_AWAITING_DECISION", came.Get("kind").String())
		require.Equal(t, offer.Get("id").String(), came.Get("subject.id").String())
		require.Equal(t, "Offer", came.Get("subject.__typename").String())
		require.Equal(t, offer.Get("expiresAt").String(), came.Get("dueAt").String())
		require.Equal(t, "confirmOffer declineOffer withdrawOffer", commands(came))
		require.Equal(t, came.Raw, quick.change().Raw)
		queue := n.admin.queue(n.venueID())
		require.JSONEq(t, came.Raw, only(t, queue).Raw)
		expires := offer.Get("expiresAt").Time()
		require.WithinDuration(t, expires.Add(-expires.Sub(came.Get("since").Time())/4), queue.Get("changesAt").Time(), time.Millisecond, "then it begins to run out")

		behind := slow.cursor
		n.staff.commit("declineOffer", onOffer(came.Get("subject"), vars{"reasonCode": "CUSTOMER_DECLINED"}).with(vars{"expectedVersion": came.Get("version").Int()}))
		for _, s := range []*stream{quick, slow, n.admin.follow("actionQueueChanged", vars{"id": n.venueID()}, behind)} {
			gone := s.event("CHANGE")
			require.True(t, none(gone.Get("item")), gone.Raw)
			require.Equal(t, came.Get("id").String(), gone.Get("removedItemId").String())
		}
		require.Empty(t, n.admin.queue(n.venueID()).Get("nodes").Array())
		n.admin.refuse("DECISION_STALE", "confirmOffer", onOffer(came.Get("subject"), vars{"confirmationSource": "PHONE"}).with(vars{"expectedVersion": came.Get("version").Int()}))
	})
	run("of an event that takes two items away no part is missed, wherever one resumes", func(t *testing.T, n *tenant) {
		taken := n.evening()
		n.staff.confirmed(2, taken)
		offer := n.offerTo(n.join(n.guest, 2, taken), n.at(50*hour))
		n.Exec(`UPDATE offers SET delivery_state = 'FAILED', updated_at = clock_timestamp(), version = version + 1 WHERE tenant_id = $1`, n.Tenant)
		var ids []string
		for _, item := range n.staff.queue(n.venueID()).Get("nodes").Array() {
			require.Equal(t, offer.Get("id").String(), item.Get("subject.id").String())
			ids = append(ids, item.Get("id").String())
		}
		require.Len(t, ids, 2)
		s := watch(n, n.staff)
		defer s.drop()
		n.staff.commit("withdrawOffer", onOffer(offer, vars{"reason": "a reason"}).with(vars{"expectedVersion": 2}))
		gone := func(s *stream) (removed, cursors []string) {
			t.Helper()
			defer s.drop()
			for range 2 {
				e := s.next()
				require.Equal(t, "CHANGE", e.Get("kind").String(), e.Raw)
				removed, cursors = append(removed, e.Get("removedItemId").String()), append(cursors, e.Get("cursor").String())
			}
			return removed, cursors
		}
		removed, cursors := gone(s)
		require.ElementsMatch(t, ids, removed)
		require.NotEqual(t, cursors[0], cursors[1])
		again, _ := gone(n.admin.follow("actionQueueChanged", vars{"id": n.venueID()}, cursors[0]))
		require.Equal(t, removed, again, "behind the first part both come again")
		behind := n.admin.follow("actionQueueChanged", vars{"id": n.venueID()}, cursors[1])
		defer behind.drop()
		behind.silent(t)
	})
	run("an offer that lapses on screen goes by itself", func(t *testing.T, n *tenant) {
		slot := n.evening()
		r := n.staff.confirmed(2, slot)
		n.join(n.guest, 2, slot)
		s := watch(n, n.staff)
		defer s.drop()
		n.staff.cancel(r)
		came := s.change()
		require.Equal(t, "OFFER_EXPIRING", came.Get("kind").String(), "it has less than two minutes in all")
		require.Equal(t, came.Get("id").String(), s.event("CHANGE").Get("removedItemId").String())
	}, func(r *policy.Rules) { r.OfferTTL = 2 * time.Second })
	run("a request waits for the venue's yes", func(t *testing.T, n *tenant) {
		s := watch(n, n.admin)
		defer s.drop()
		asked := n.guest.confirmed(2, n.evening())
		came := s.change()
		require.Equal(t, "APPROVAL_PENDING", came.Get("kind").String())
		require.Equal(t, asked.Get("id").String(), came.Get("subject.id").String())
		require.Contains(t, commands(came), "confirmReservation")
		n.staff.commit("confirmReservation", on(asked))
		require.Equal(t, came.Get("id").String(), s.event("CHANGE").Get("removedItemId").String())
	}, func(r *policy.Rules) { r.Confirmation = policy.Request })
	run("a prepared action waits for a person", func(t *testing.T, n *tenant) {
		s := watch(n, n.admin)
		defer s.drop()
		n.evening() // so that there is something to wait for
		prepared := n.prepare(n.guest, 300*hour)
		came := s.change()
		require.Equal(t, "APPROVAL_PENDING", came.Get("kind").String())
		require.Equal(t, "approveAction rejectAction", commands(came))
		require.Equal(t, "Approval", came.Get("subject.__typename").String())
		n.staff.commit("rejectAction", vars{"approvalId": prepared.Get("id").String(), "expectedVersion": came.Get("version").Int()})
		require.Equal(t, came.Get("id").String(), s.event("CHANGE").Get("removedItemId").String())
	})
	run("a party that is late waits until it is here", func(t *testing.T, n *tenant) {
		r := n.staff.confirmed(2, n.at(30*hour))
		n.begin(r.Get("id").String(), 5*time.Minute)
		late := only(t, n.staff.queue(n.venueID()))
		require.Equal(t, "LATE_ARRIVAL", late.Get("kind").String())
		s := watch(n, n.admin)
		defer s.drop()
		n.staff.commit("checkInReservation", vars{"reservationId": r.Get("id").String(), "expectedVersion": late.Get("version").Int()})
		require.Equal(t, late.Get("id").String(), s.event("CHANGE").Get("removedItemId").String())
	})
	run("what is booked and held in the ordinary way is no news", func(t *testing.T, n *tenant) {
		s := watch(n, n.staff)
		defer s.drop()
		r := n.guest.confirmed(2, n.evening())
		n.guest.cancel(r)
		taken := n.evening()
		n.staff.confirmed(2, taken)
		n.join(n.guest, 2, taken)
		s.silent(t)
	})
	run("a booking whose place is closed waits until it is called off", func(t *testing.T, n *tenant) {
		table := n.Table()
		open := func(weekdays ...any) {
			v := n.admin.do(`query($v: ID!) { venue(id: $v) { version } }`, vars{"v": n.venueID()}).Get("venue.version").Int()
			n.admin.commit("setOpeningHours", vars{"venueId": n.venueID(), "resourceIds": []any{ref.Encode(ref.Resource, table)}, "expectedVersion": v,
				"windows": []any{vars{"weekdays": weekdays, "opens": "00:00", "closes": "12:00", "slotLength": "PT12H"}}})
		}
		open(1, 2, 3, 4, 5, 6, 7)
		var slot, day string
		eventually(t, "slots", func() bool {
			n.Scan(`SELECT coalesce((SELECT id::text FROM slots WHERE tenant_id = $1 AND resource_id = $2 AND starts_at > now() + interval '50 hours' ORDER BY starts_at LIMIT 1), '')`, []any{n.Tenant, table}, &slot)
			return slot != ""
		})
		n.Scan(`SELECT extract(isodow FROM starts_at AT TIME ZONE 'Asia/Seoul')::text FROM slots WHERE tenant_id = $1 AND id = $2`, []any{n.Tenant, slot}, &day)
		r := n.staff.confirmed(2, ref.Encode(ref.Slot, uuid.MustParse(slot)))
		s := watch(n, n.admin)
		defer s.drop()
		var others []any
		for d := 1; d <= 7; d++ {
			if string(rune('0'+d)) != day {
				others = append(others, d)
			}
		}
		open(others...)
		came := s.change()
		require.Equal(t, "CONFLICT", came.Get("kind").String())
		require.Equal(t, r.Get("id").String(), came.Get("subject.id").String())
		require.Equal(t, "moveReservation cancelReservation", commands(came))
		require.JSONEq(t, came.Raw, only(t, n.staff.queue(n.venueID())).Raw)
		open(1, 2, 3, 4, 5, 6, 7)
		require.Equal(t, came.Get("id").String(), s.event("CHANGE").Get("removedItemId").String(), "it is open again")
	})
}

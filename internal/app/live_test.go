package app_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/store"
)

// stream is one subscription on a socket of its own.
type stream struct {
	*socket
	field  string // of the event: what it is about
	cursor string // of the last event
}

// The subscriptions, each with the field that holds what it is about.
func streamOf(name string) (document, field string) {
	field = map[string]string{"offerChanged": "offer", "reservationChanged": "reservation", "waitlistEntryChanged": "waitlistEntry", "availabilityChanged": "slot",
		"intentChanged": "intent", "approvalChanged": "approval", "actionQueueChanged": "item"}[name]
	document = strings.Replace(roots()[name].document, "$id: ID!", "$id: ID!, $after: EventCursor", 1)
	document = strings.Replace(document, ": $id", ": $id, after: $after", 1)
	return document, field
}

// watch starts a stream and demands its beginning; after goes on behind a cursor and begins with nothing.
func (c client) watch(name string, v vars) *stream {
	c.t.Helper()
	s := c.follow(name, v, "")
	begin := s.event("SNAPSHOT")
	if name != "waitlistEntryChanged" {
		require.True(c.t, none(begin.Get(s.field)), begin.Raw)
	}
	return s
}

func (c client) follow(name string, v vars, after string) *stream {
	c.t.Helper()
	document, field := streamOf(name)
	if after != "" {
		v = v.with(vars{"after": after})
	}
	s := &stream{socket: c.open(), field: field}
	s.subscribe(document, v)
	return s
}

// event is the next one, which must be of this kind.
func (s *stream) event(kind string) gjson.Result {
	s.t.Helper()
	e := s.next()
	require.Equal(s.t, kind, e.Get("kind").String(), e.Raw)
	require.NotEmpty(s.t, e.Get("cursor").String(), e.Raw)
	require.NotEqual(s.t, s.cursor, e.Get("cursor").String(), "every event has a cursor of its own")
	require.WithinDuration(s.t, time.Now(), e.Get("occurredAt").Time(), time.Hour)
	s.cursor = e.Get("cursor").String()
	return e
}

// change is what the next CHANGE is about.
func (s *stream) change() gjson.Result {
	s.t.Helper()
	return s.event("CHANGE").Get(s.field)
}

// changes are the next ones, each as id, version and state.
func (s *stream) changes(count int) (all []string) {
	s.t.Helper()
	for range count {
		c := s.change()
		all = append(all, fmt.Sprint(c.Get("id").String(), " ", c.Get("version").Int(), " ", c.Get("status").String()+c.Get("remaining").Raw))
	}
	return all
}

func apiStreams(t *testing.T, p *program) {
	run := func(name string, part func(t *testing.T, n *tenant), change ...func(*policy.Rules)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part(t, p.in(t).tenant(change...).in(t))
		})
	}
	run("every change of a reservation comes once, in order, as it was, and edges as they are", func(t *testing.T, n *tenant) {
		s := n.staff.watch("reservationChanged", vars{"id": n.venueID()})
		begin := s.cursor
		r := n.guest.confirmed(2, n.evening())
		r = n.guest.commit("moveReservation", on(r).with(vars{"slotIds": []string{n.at(50 * hour)}})).Get("reservation")
		n.guest.cancel(r)
		id := r.Get("id").String()
		want := []string{id + " 1 HELD", id + " 2 CONFIRMED", id + " 3 CONFIRMED", id + " 4 CANCELLED"}
		require.Equal(t, want, s.changes(4))
		s.silent(t)
		again := n.staff.follow("reservationChanged", vars{"id": n.venueID()}, begin)
		first := again.change()
		require.Equal(t, "HELD", first.Get("status").String(), "as of that event")
		require.Equal(t, n.canary+" guest", first.Get("customer.name").String())
		require.Equal(t, r.Get("slots").Raw, first.Get("slots").Raw, "as of now")
		require.Equal(t, want[1:], again.changes(3))
		again.silent(t)
	})
	run("any cursor is a place to go on from", func(t *testing.T, n *tenant) {
		s := n.staff.watch("reservationChanged", vars{"id": n.venueID()})
		cursors := []string{s.cursor}
		var want []string
		for range 4 {
			n.guest.confirmed(2, n.evening())
			for range 2 {
				want = append(want, s.changes(1)...)
				cursors = append(cursors, s.cursor)
			}
		}
		for i, cursor := range cursors {
			again := n.staff.follow("reservationChanged", vars{"id": n.venueID()}, cursor)
			require.Equal(t, want[i:], append([]string{}, again.changes(len(want)-i)...)[0:len(want)-i])
			again.silent(t)
		}
		// Nothing of what went before belongs to a stream that begins now.
		n.staff.watch("reservationChanged", vars{"id": n.venueID()}).silent(t)
	})
	run("a venue's cursor is good for all of its streams", func(t *testing.T, n *tenant) {
		s := n.staff.watch("reservationChanged", vars{"id": n.venueID()})
		slot := n.evening()
		r := n.guest.hold(2, slot)
		require.Equal(t, []string{r.Get("id").String() + " 1 HELD"}, s.changes(1))
		from, _ := n.times(slot)
		other := n.staff.follow("availabilityChanged", vars{"id": n.venueID(), "date": from.In(seoul(t)).Format(time.DateOnly)}, s.cursor)
		n.guest.cancel(r)
		change := other.change()
		require.EqualValues(t, 1, change.Get("remaining").Int(), "what came before the cursor does not come again")
	})
	run("offers come as they are made and decided", func(t *testing.T, n *tenant) {
		slot := n.evening()
		r := n.staff.confirmed(2, slot)
		e := n.join(n.guest, 2, slot)
		offers, entries := n.staff.watch("offerChanged", vars{"id": n.venueID()}), n.guest.follow("waitlistEntryChanged", vars{"id": e.Get("id").String()}, "")
		require.Equal(t, "WAITING", entries.event("SNAPSHOT").Get("waitlistEntry.status").String())
		n.staff.cancel(r)
		made := offers.change()
		require.Equal(t, `1 "OFFERED"`, made.Get("version").Raw+" "+made.Get("status").Raw)
		require.Equal(t, "NONE", made.Get("decision.state").String())
		offered := entries.change()
		require.Equal(t, `2 "OFFERED"`, offered.Get("version").Raw+" "+offered.Get("status").Raw)
		require.Equal(t, made.Get("id").String(), offered.Get("offer.id").String())
		n.guest.commit("confirmOffer", onOffer(made, vars{"confirmationSource": "CUSTOMER"}))
		decided := offers.change()
		require.Equal(t, `2 "ACCEPTED" "CUSTOMER"`, decided.Get("version").Raw+" "+decided.Get("decision.state").Raw+" "+decided.Get("decision.source").Raw)
		require.Equal(t, "CONFIRMED", decided.Get("decision.reservation.status").String())
		require.Equal(t, "FULFILLED", entries.change().Get("status").String())
		offers.silent(t)
		entries.silent(t)
	})
	run("an entry's stream begins with the entry, and no change that it already shows comes again", func(t *testing.T, n *tenant) {
		slot := n.evening()
		e := n.join(n.guest, 2, slot)
		n.guest.offerOf(e.Get("id").String())
		for range 10 {
			s := n.guest.follow("waitlistEntryChanged", vars{"id": e.Get("id").String()}, "")
			require.EqualValues(t, 2, s.event("SNAPSHOT").Get("waitlistEntry.version").Int())
			s.silent(t)
			s.drop()
		}
		s := n.guest.follow("waitlistEntryChanged", vars{"id": e.Get("id").String()}, "")
		s.event("SNAPSHOT")
		n.join(n.other, 2, n.at(40*hour)) // another's
		n.guest.commit("leaveWaitlist", vars{"entryId": e.Get("id").String(), "expectedVersion": 2})
		require.Equal(t, []string{e.Get("id").String() + " 3 CANCELLED"}, s.changes(1))
		s.silent(t)
	})
	run("customers, and agents for theirs, hear of their own rows only", func(t *testing.T, n *tenant) {
		venue := vars{"id": n.venueID()}
		guest, other, agent, staff := n.guest.watch("reservationChanged", venue), n.other.watch("reservationChanged", venue), n.agent.watch("reservationChanged", venue), n.staff.watch("reservationChanged", venue)
		guestOffers, otherOffers := n.guest.watch("offerChanged", venue), n.other.watch("offerChanged", venue)
		a := n.guest.hold(2, n.evening())
		b := n.other.hold(2, n.evening())
		slot := n.at(50 * hour)
		e := n.join(n.other, 2, slot)
		o := n.other.offerOf(e.Get("id").String())
		mine, others := a.Get("id").String()+" 1 HELD", b.Get("id").String()+" 1 HELD"
		promotional := o.Get("hold.id").String() + " 1 HELD"
		require.Equal(t, []string{mine, others, promotional}, staff.changes(3))
		require.Equal(t, []string{mine}, guest.changes(1))
		require.Equal(t, []string{mine}, agent.changes(1))
		require.Equal(t, []string{others, promotional}, other.changes(2))
		require.Equal(t, o.Get("id").String(), otherOffers.change().Get("id").String())
		// What comes next is what comes last: nothing of another's was between.
		last, theirs := n.guest.hold(2, n.at(55*hour)).Get("id").String()+" 1 HELD", n.other.hold(2, n.at(56*hour)).Get("id").String()+" 1 HELD"
		require.Equal(t, []string{last}, guest.changes(1))
		require.Equal(t, []string{last}, agent.changes(1))
		require.Equal(t, []string{theirs}, other.changes(1))
		require.Equal(t, []string{last, theirs}, staff.changes(2))
		ended := n.other.commit("declineOffer", onOffer(o, vars{"reasonCode": "OTHER"})).Get("offer")
		require.Equal(t, ended.Get("version").Int(), otherOffers.change().Get("version").Int())
		guestOffers.silent(t)
		// Nor do they when they go on from a cursor of somebody who hears more.
		again := n.guest.follow("reservationChanged", venue, staff.cursor)
		again.silent(t)
	})
	run("availability is told for its date alone, and the same to all", func(t *testing.T, n *tenant) {
		today, next := n.evening(), n.at(54*hour)
		from, _ := n.times(today)
		v := vars{"id": n.venueID(), "date": from.In(seoul(t)).Format(time.DateOnly)}
		streams := []*stream{n.guest.watch("availabilityChanged", v), n.other.watch("availabilityChanged", v), n.agent.watch("availabilityChanged", v), n.staff.watch("availabilityChanged", v)}
		n.guest.hold(2, next)
		r := n.guest.hold(2, today)
		n.guest.cancel(r)
		var first []string
		for _, s := range streams {
			taken, freed := s.change(), s.change()
			require.Equal(t, today, taken.Get("id").String())
			require.Equal(t, "2 0 3 1", taken.Get("version").Raw+" "+taken.Get("remaining").Raw+" "+freed.Get("version").Raw+" "+freed.Get("remaining").Raw)
			s.silent(t)
			seen := []string{taken.Get("startsAt").Raw + taken.Get("capacity").Raw, freed.Raw, s.cursor} // whether it could be booked is told as of now
			if first == nil {
				first = seen
			}
			require.Equal(t, first[0], seen[0])
			require.Equal(t, first[1:], seen[1:])
		}
	})
	run("under many writers versions only rise, and nothing is missed or told twice", func(t *testing.T, n *tenant) {
		pool := n.pool(60)
		from, _ := n.times(pool)
		slots := n.guest.watch("availabilityChanged", vars{"id": n.venueID(), "date": from.In(seoul(t)).Format(time.DateOnly)})
		rows := n.staff.watch("reservationChanged", vars{"id": n.venueID()})
		begin := rows.cursor
		var all sync.WaitGroup
		for range 20 {
			c := n.newGuest()
			all.Go(func() { c.cancel(c.confirmed(2, pool)) })
		}
		all.Wait()
		for version := 2; version <= 41; version++ {
			require.EqualValues(t, version, slots.change().Get("version").Int())
		}
		slots.silent(t)
		live := rows.changes(60)
		versions := map[string]int{}
		for _, change := range live {
			var id, status string
			var version int
			_, err := fmt.Sscan(change, &id, &version, &status)
			require.NoError(t, err)
			require.Equal(t, versions[id]+1, version, change)
			versions[id] = version
		}
		require.Len(t, versions, 20)
		rows.silent(t)
		require.Equal(t, live, n.staff.follow("reservationChanged", vars{"id": n.venueID()}, begin).changes(60), "resumed, the same in the same order")
	})
	run("a hold that lapses is told once", func(t *testing.T, n *tenant) {
		s := n.guest.watch("reservationChanged", vars{"id": n.venueID()})
		r := n.guest.hold(2, n.evening())
		require.Equal(t, []string{r.Get("id").String() + " 1 HELD", r.Get("id").String() + " 2 EXPIRED"}, s.changes(2))
		s.silent(t)
	}, func(r *policy.Rules) { r.HoldTTL = time.Second })
	run("a cursor that is too old gets one RESYNC and then what follows", func(t *testing.T, n *tenant) {
		s := n.staff.watch("reservationChanged", vars{"id": n.venueID()})
		old := s.cursor
		e := n.join(n.guest, 2, n.evening())
		n.guest.offerOf(e.Get("id").String())
		asked, _ := n.errand(n.guestActor, n.at(65*hour))
		prepared := n.prepare(n.guest, 200*hour).Get("id").String()
		n.guest.confirmed(2, n.at(60*hour))
		s.changes(3)
		singles := map[string][2]string{ // streams of one thing, with the thing and its state
			"waitlistEntryChanged": {e.Get("id").String(), "OFFERED"}, "intentChanged": {asked, "RESERVING"}, "approvalChanged": {prepared, "PENDING"},
		}
		eventually(t, "the log is trimmed", func() bool {
			deleted, err := store.NewFeedLog(n.DB).Trim(context.Background(), n.Tenant, 0)
			require.NoError(t, err)
			return deleted == 0
		})
		for _, name := range []string{"reservationChanged", "offerChanged", "waitlistEntryChanged", "availabilityChanged", "intentChanged", "approvalChanged"} {
			v := vars{"id": n.venueID(), "date": "2030-01-01"}
			single, ofOne := singles[name]
			if ofOne {
				v = vars{"id": single[0]}
			}
			if name != "availabilityChanged" {
				delete(v, "date")
			}
			again := n.staff.follow(name, v, old)
			begin := again.event("RESYNC")
			if ofOne {
				require.Equal(t, single[1], begin.Get(again.field+".status").String())
			} else {
				require.True(t, none(begin.Get(again.field)), begin.Raw)
			}
			again.silent(t)
		}
		again := n.staff.follow("reservationChanged", vars{"id": n.venueID()}, old)
		again.event("RESYNC")
		last := n.other.hold(2, n.at(70*hour))
		require.Equal(t, []string{last.Get("id").String() + " 1 HELD"}, again.changes(1))
		n.staff.follow("reservationChanged", vars{"id": n.venueID()}, s.cursor).changes(1) // the newest cursor is still good
	})
	run("several streams share a socket, and one that is left falls silent", func(t *testing.T, n *tenant) {
		s := n.staff.open()
		document, _ := streamOf("reservationChanged")
		a := s.subscribe(document, vars{"id": n.venueID()})
		require.Equal(t, a, s.frame().Get("id").String())
		b := s.subscribe(document, vars{"id": n.venueID()})
		require.Equal(t, b, s.frame().Get("id").String())
		n.guest.hold(2, n.evening())
		require.ElementsMatch(t, []string{a, b}, []string{s.frame().Get("id").String(), s.frame().Get("id").String()})
		s.send(`{"type":"complete","id":"` + a + `"}`)
		n.guest.hold(2, n.evening())
		require.Equal(t, b, s.frame().Get("id").String())
		s.silent(t)
	})
	run("commands and questions go over a socket too, each under a correlation id of its own", func(t *testing.T, n *tenant) {
		s := n.guest.open()
		ask := func(query string, v vars) gjson.Result {
			s.subscribe(query, v)
			answer := s.frame()
			require.Equal(t, "complete", s.frame().Get("type").String())
			return answer.Get("payload")
		}
		input := vars{"input": vars{"slotIds": []string{n.evening()}, "partySize": 2, "idempotencyKey": key()}}
		first, again := ask(mutations["holdSlot"], input).Get("data.holdSlot"), ask(mutations["holdSlot"], input).Get("data.holdSlot")
		require.Equal(t, `"COMMITTED" false true`, first.Get("outcome").Raw+" "+first.Get("replayed").Raw+" "+again.Get("replayed").Raw)
		require.NotEmpty(t, first.Get("correlationId").String())
		require.NotEqual(t, first.Get("correlationId").String(), again.Get("correlationId").String())
		failed := ask(`{ venue(id: 5) { id resources(first: 0) { nodes { id } } } reservations(venueId: "42") { nodes { id } } }`, nil)
		require.Equal(t, "REFERENCE_NOT_FOUND", failed.Get("errors.0.extensions.code").String(), failed.Raw)
		require.NotEmpty(t, failed.Get("errors.0.extensions.correlationId").String())
	})
	run("a stream of events carries the same", func(t *testing.T, n *tenant) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		document, _ := streamOf("reservationChanged")
		lines := n.guest.listen(ctx, document, vars{"id": n.venueID()})
		require.Equal(t, "SNAPSHOT", (<-lines).Get("data.reservationChanged.kind").String())
		r := n.guest.hold(2, n.evening())
		n.other.hold(2, n.evening())
		require.Equal(t, r.Get("id").String(), (<-lines).Get("data.reservationChanged.reservation.id").String())
	})
}

package graph_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// gathering is a door before a crowd.
type gathering struct {
	*door
	*crowd
}

func newGathering(t testing.TB) *gathering {
	g := &gathering{newDoor(t), newCrowd()}
	g.options.Feed = g.crowd
	return g
}

const watchReservations = `subscription($venue: ID!, $after: EventCursor) { reservationChanged(venueId: $venue, after: $after) { cursor reservation { id venue { name } } } }`

// join opens a socket of the present actor, subscribes on it, and sees its stream begin.
func (g *gathering) join(query string, v map[string]any) *socket {
	g.t.Helper()
	s := g.open()
	payload, err := json.Marshal(map[string]any{"query": query, "variables": v})
	require.NoError(g.t, err)
	s.send(`{"id": "1", "type": "subscribe", "payload": ` + string(payload) + `}`)
	<-g.joined
	g.crowd.tell(opening(feed.Snapshot), g.size()-1)
	require.Empty(g.t, s.next().Errors)
	return s
}

func (g *gathering) watchVenue() *socket {
	g.t.Helper()
	return g.join(watchReservations, map[string]any{"venue": venue})
}

// someone else of the same role asks from now on.
func (g *gathering) someone() {
	g.actor.PrincipalID, g.actor.KeyID, g.actor.DisplayName = uuid.New(), uuid.New(), "somebody else"
}

func held(position int64) feed.Message {
	id := uuid.New()
	return change(position, ref.Reservation, id, 1, nil, reservation.Reservation{ID: id, VenueID: venueID})
}

func TestSharedExecution(t *testing.T) {
	t.Run("a change is told to all who ask the same by one execution, whoever they are and wherever they began", func(t *testing.T) {
		g := newGathering(t)
		sockets := []*socket{g.watchVenue()}
		for _, after := range []any{nil, "c1", "c2"} {
			g.someone()
			sockets = append(sockets, g.join(watchReservations, map[string]any{"venue": venue, "after": after}))
		}
		asked, m := g.reader.times("venuesByID"), held(7)
		g.crowd.tell(m, 0, 1, 2, 3)
		want := map[string]any{"cursor": "c7", "reservation": map[string]any{"id": ref.Encode(ref.Reservation, m.Event.EntityID), "venue": map[string]any{"name": "Main"}}}
		for _, s := range sockets {
			require.Equal(t, want, s.next().Data["reservationChanged"])
		}
		require.Equal(t, asked+1, g.reader.times("venuesByID"))
		stats := g.inner.Stats()
		require.Equal(t, []int{4, 4, 1}, []int{stats.Sockets, stats.Streams, stats.Groups})
		require.Equal(t, []uint64{4 + 1, 4 + 4}, []uint64{stats.Executed, stats.Delivered}, "and what each stream began with for itself")
	})
	t.Run("one who comes back is not shown what was made before", func(t *testing.T) {
		g := newGathering(t)
		a := g.watchVenue()
		g.crowd.tell(held(7), 0)
		require.Equal(t, "Main", nameOf(a))
		g.reader.venues = map[uuid.UUID]inventory.Venue{venueID: {ID: venueID, Name: "Annexe"}}
		b := g.watchVenue()
		g.crowd.tell(held(7), 1)
		require.Equal(t, "Annexe", nameOf(b))
	})
	t.Run("others get a response of their own", func(t *testing.T) {
		g := newGathering(t)
		g.watchVenue()
		owner := uuid.New()
		for n, change := range []func(){
			func() { g.actor.Role = actor.Admin },
			func() { g.actor.TenantID = uuid.New() },
			func() { g.actor.VenueIDs = []uuid.UUID{venueID} },
			func() { g.actor.VenueIDs = []uuid.UUID{venueID, owner} },
			func() { g.actor.Role, g.actor.CustomerID = actor.Customer, &owner },
			func() { g.actor.CustomerID = &venueID },
		} {
			change()
			g.watchVenue()
			require.Equal(t, n+2, g.inner.Stats().Groups)
		}
		g.actor.CustomerID = &owner
		g.watchVenue()
		require.Equal(t, 7, g.inner.Stats().Groups, "of the same customer again")
		g.join(`subscription($venue: ID!) { reservationChanged(venueId: $venue) { cursor } }`, map[string]any{"venue": venue})
		g.reader.venues[owner] = inventory.Venue{ID: owner}
		g.join(watchReservations, map[string]any{"venue": ref.Encode(ref.Venue, owner)})
		require.Equal(t, 9, g.inner.Stats().Groups)
		g.inner.Drain()
		require.NoError(t, g.inner.Wait(within(t)))
		require.Zero(t, g.inner.Stats().Groups, "they go with their last members")
		require.Zero(t, g.inner.Stats().Streams)
		require.Zero(t, g.inner.Stats().Connections)
	})
	t.Run("one who leaves while its response is being made takes it from nobody", func(t *testing.T) {
		g := newGathering(t)
		first, second := g.watchVenue(), g.watchVenue()
		g.reader.gate = make(chan struct{})
		g.crowd.tell(held(7), 0)
		<-g.reader.gate // the first one's is being made
		g.crowd.tell(held(7), 1)
		require.NoError(t, first.Close())
		<-g.left // and the first is gone
		g.reader.gate <- struct{}{}
		got := second.next()
		require.Empty(t, got.Errors)
		require.Equal(t, "c7", got.Data["reservationChanged"].(map[string]any)["cursor"])
		require.EqualValues(t, 2+1, g.inner.Stats().Executed)
	})
	t.Run("a stream that is behind has its changes made together, and gets them in order", func(t *testing.T) {
		g := newGathering(t)
		a := g.watchVenue()
		g.reader.gate = make(chan struct{})
		g.crowd.tell(held(7), 0)
		<-g.reader.gate // while this one is being made
		asked := g.reader.times("venuesByID")
		g.crowd.tell(opening(feed.Resync), 0)
		for position := range int64(9) {
			g.crowd.tell(held(8+position), 0)
		}
		g.reader.gate <- struct{}{}
		cursor := func() any { return a.next().Data["reservationChanged"].(map[string]any)["cursor"] }
		require.Equal(t, "c7", cursor())
		cursor() // the resync reads nothing
		<-g.reader.gate
		g.reader.venues = map[uuid.UUID]inventory.Venue{venueID: {ID: venueID, Name: "Annexe"}}
		g.reader.gate <- struct{}{}
		for position := range 9 {
			require.Equal(t, fmt.Sprintf("c%d", 8+position), cursor())
		}
		require.Equal(t, asked+2, g.reader.times("venuesByID"), "the first by itself, the nine by one read")
	})
	t.Run("trouble is told to those it met, ends no stream, and is not remembered", func(t *testing.T) {
		g := newGathering(t)
		a, b := g.watchVenue(), g.watchVenue()
		g.reader.err = problem.ErrUnavailable
		g.crowd.tell(held(7), 0)
		require.Equal(t, "UNAVAILABLE", a.next().Errors[0].Extensions.Code)
		g.reader.err = nil
		g.crowd.tell(held(7), 1)
		require.Empty(t, b.next().Errors)
		g.crowd.tell(held(8), 0)
		require.Empty(t, a.next().Errors)
	})
	t.Run("a change is withheld from those alone who have seen it in what their stream began with", func(t *testing.T) {
		g := newGathering(t)
		id := uuid.New()
		at := func(version int) waitlist.Entry {
			return waitlist.Entry{ID: id, VenueID: venueID, Status: waitlist.Waiting, Version: version}
		}
		watch := func(version int) *socket {
			g.reader.entries = map[uuid.UUID]waitlist.Entry{id: at(version)}
			return g.join(`subscription { waitlistEntryChanged(id: "`+ref.Encode(ref.Entry, id)+`") { waitlistEntry { version } } }`, nil)
		}
		early, late := watch(3), watch(4)
		for version := 4; version <= 5; version++ {
			g.crowd.tell(change(int64(version), ref.Entry, id, version, &id, at(version)), 0, 1)
		}
		require.EqualValues(t, 4, versionOf(early))
		require.EqualValues(t, 5, versionOf(early))
		require.EqualValues(t, 5, versionOf(late))
		require.EqualValues(t, 2+2, g.inner.Stats().Executed)
	})
}

func nameOf(s *socket) any {
	s.t.Helper()
	return s.next().Data["reservationChanged"].(map[string]any)["reservation"].(map[string]any)["venue"].(map[string]any)["name"]
}

func versionOf(s *socket) any {
	s.t.Helper()
	return s.next().Data["waitlistEntryChanged"].(map[string]any)["waitlistEntry"].(map[string]any)["version"]
}

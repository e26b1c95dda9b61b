package reading_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestIntentsInTheStateOfNow(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	past, future := h.now.Add(-time.Second), h.now.Add(time.Hour)

	want := map[uuid.UUID]intent.Status{}
	for _, status := range intent.StatusValues() {
		for _, expiresAt := range []time.Time{past, future} {
			for _, last := range append(intent.AttemptValues(), "") {
				if !status.Open() && last.Unresolved() || (status == intent.Succeeded) != (last == intent.AttemptSucceeded) {
					continue // what is over has no open ends
				}
				e := errand{status: status, expiresAt: expiresAt}
				if last != "" {
					e.attempts = []intent.AttemptStatus{intent.AttemptFailed, last}
				}
				id := h.ask(venue, e)
				// This is said once more in words, so that Go and SQL aren't both measured by Go.
				want[id] = status
				if status.Open() && expiresAt.Equal(past) && !last.Unresolved() {
					want[id] = intent.Expired
				}
			}
		}
	}
	of := func(i intent.Intent) (uuid.UUID, intent.Status) { return i.ID, i.Status }

	t.Run("a list shows an open intent as expired once its time is over and no attempt may still succeed", func(t *testing.T) {
		c, err := h.reader.Intents(t.Context(), h.staff, reading.IntentFilter{}, whole)
		require.NoError(t, err)
		require.Equal(t, want, statuses(c.Nodes, of))
	})
	t.Run("a batch shows the same", func(t *testing.T) {
		found, err := h.reader.IntentsByID(t.Context(), h.staff, keys(want))
		require.NoError(t, err)
		require.Len(t, found, len(want))
		for id, i := range found {
			require.Equal(t, want[id], i.Status)
		}
	})
	t.Run("a filter asks for the state that is shown", func(t *testing.T) {
		for _, asked := range subsets(intent.StatusValues()) {
			for _, of := range []*uuid.UUID{nil, &venue} {
				c, err := h.reader.Intents(t.Context(), h.staff, reading.IntentFilter{VenueID: of, Statuses: asked}, whole)
				require.NoError(t, err)
				got := statuses(c.Nodes, func(i intent.Intent) (uuid.UUID, intent.Status) { return i.ID, i.Status })
				require.Equal(t, among(want, asked), got, "asked for %v", asked)
			}
		}
	})
}

func TestIntentsComeWhole(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	table := h.table(venue)
	late, early := h.slot(table, h.now.Add(30*time.Hour)), h.slot(table, h.now.Add(24*time.Hour))
	owner := h.customer()
	id := h.ask(venue, errand{customer: owner, party: 3, status: intent.Succeeded, attempts: []intent.AttemptStatus{intent.Discarded, intent.AttemptFailed, intent.AttemptSucceeded}}, late, early)
	other := h.ask(venue, errand{}, early)

	found, err := h.reader.IntentsByID(t.Context(), h.staff, []uuid.UUID{id, other})
	require.NoError(t, err)
	attempts := h.attempts(id)
	one := found[id]
	require.Equal(t, intent.Intent{
		ID: id, TenantID: h.tenant, VenueID: venue, CustomerID: owner, Kind: intent.RequestReservation, Status: intent.Succeeded, Version: 3, Slots: []uuid.UUID{late, early}, PartySize: 3,
		CompletedBy: &attempts[2], ExpiresAt: h.now.Add(time.Hour), CreatedAt: h.now, UpdatedAt: one.UpdatedAt,
	}, one, "slots come in the order in which they are wanted")
	require.Equal(t, []uuid.UUID{early}, found[other].Slots)

	byIntent, err := h.reader.AttemptsOfIntents(t.Context(), h.staff, []uuid.UUID{id, other})
	require.NoError(t, err)
	require.Len(t, byIntent, 1, "who has none is missing")
	byID, err := h.reader.AttemptsByID(t.Context(), h.staff, attempts)
	require.NoError(t, err)
	for k, status := range []intent.AttemptStatus{intent.Discarded, intent.AttemptFailed, intent.AttemptSucceeded} {
		require.Equal(t, k+1, byIntent[id][k].Number)
		require.Equal(t, status, byIntent[id][k].Status)
		require.Equal(t, byIntent[id][k], byID[attempts[k]])
	}
}

func TestIntentsOfAVenue(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	here, there := h.venue("UTC"), h.venue("UTC")
	next := h.neighbour()
	foreign := next.venue("UTC")
	owner := h.customer()
	mine, beside := h.ask(here, errand{customer: owner, createdAt: h.now.Add(-time.Minute)}), h.ask(here, errand{})
	elsewhere := h.ask(there, errand{customer: owner})
	next.ask(foreign, errand{})
	list := func(a actor.Actor, venue *uuid.UUID, page reading.Page) ([]uuid.UUID, error) {
		c, err := ids(h.reader.Intents(t.Context(), a, reading.IntentFilter{VenueID: venue}, page))
		return c.Nodes, err
	}

	t.Run("a venue narrows the list", func(t *testing.T) {
		for _, c := range []struct {
			a     actor.Actor
			venue *uuid.UUID
			want  []uuid.UUID
		}{
			{h.staff, &here, []uuid.UUID{mine, beside}},
			{h.staff, &there, []uuid.UUID{elsewhere}},
			{h.guest(owner), &here, []uuid.UUID{mine}},
			{h.agentOf(owner), &there, []uuid.UUID{elsewhere}},
			{h.guest(h.customer()), &here, nil},
			{h.only(here), &here, []uuid.UUID{mine, beside}},
		} {
			got, err := list(c.a, c.venue, whole)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		}
	})
	t.Run("a venue that can't be used is not found, whatever makes it so", func(t *testing.T) {
		for what, try := range map[string]struct {
			a     actor.Actor
			venue uuid.UUID
		}{"unknown": {h.staff, uuid.New()}, "nil": {h.staff, uuid.Nil}, "of another tenant": {h.staff, foreign}, "not granted": {h.only(there), here},
			"granted but of another tenant": {h.only(foreign), foreign}, "not granted to its customer": {func() actor.Actor { a := h.guest(owner); a.VenueIDs = []uuid.UUID{there}; return a }(), here}} {
			_, err := list(try.a, &try.venue, whole)
			requireUnknown(t, err, what)
		}
	})
	t.Run("a cursor is a place in time, for the whole list and for a venue's alike", func(t *testing.T) {
		c, err := h.reader.Intents(t.Context(), h.staff, reading.IntentFilter{}, reading.Page{First: 1})
		require.NoError(t, err)
		require.Equal(t, mine, c.Nodes[0].ID)
		got, err := list(h.staff, &here, reading.Page{First: 10, After: c.Cursors[0]})
		require.NoError(t, err)
		require.Equal(t, []uuid.UUID{beside}, got)
	})
	t.Run("a venue's page costs the same however long", func(t *testing.T) {
		for range 20 {
			h.ask(here, errand{attempts: []intent.AttemptStatus{intent.AttemptFailed}, status: intent.Reserving}, h.slot(h.table(here), h.now.Add(24*time.Hour)))
		}
		through, m := metered(t, h.db)
		reader := reading.New(store.NewReads(through))
		cost := func(first int) int {
			return m.cost(t, func(ctx context.Context) error {
				c, err := reader.Intents(ctx, h.staff, reading.IntentFilter{VenueID: &here, Statuses: intent.StatusValues()}, reading.Page{First: first})
				require.Len(t, c.Nodes, first)
				return err
			})
		}
		cost(1)
		require.Equal(t, cost(2), cost(20))
		require.LessOrEqual(t, cost(20), 8)
	})
}

func TestQueuePositions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	good, past := h.now.Add(time.Hour), h.now.Add(-time.Second)
	line := h.venue("UTC")
	h.serve(line, 5, past) // lapsed: it is not asked
	h.serve(line, 2, good)
	h.serve(line, 0, good) // only when the one before can't
	other := h.venue("UTC")
	h.serve(other, 2, good)
	none, quick, fallen := h.venue("UTC"), h.venue("UTC"), h.venue("UTC")
	h.serve(quick, 0, good)
	h.serve(quick, 2, good)
	h.serve(fallen, 2, past)

	n := 0
	ask := func(venue uuid.UUID, e errand) uuid.UUID {
		n++
		e.createdAt = h.now.Add(time.Duration(n-1000) * time.Second)
		return h.ask(venue, e)
	}
	starting := []intent.AttemptStatus{intent.Starting}
	owner := h.customer()
	first := ask(line, errand{})
	ask(other, errand{}) // nobody's line but its own
	second := ask(line, errand{status: intent.Reserving, attempts: starting})
	gone := []uuid.UUID{
		ask(line, errand{status: intent.WaitingForSeat}),
		ask(line, errand{status: intent.Reserving, attempts: []intent.AttemptStatus{intent.Running}}),
		ask(line, errand{status: intent.Reserving, attempts: []intent.AttemptStatus{intent.Unknown}}),
		ask(line, errand{status: intent.Reserving, attempts: []intent.AttemptStatus{intent.AttemptFailed, intent.Starting}}),
		ask(line, errand{status: intent.Succeeded, attempts: []intent.AttemptStatus{intent.AttemptSucceeded}}),
		ask(line, errand{status: intent.Cancelled}),
		ask(line, errand{expiresAt: past}),
	}
	third := ask(line, errand{status: intent.Reserving, customer: owner})
	fourth := ask(line, errand{status: intent.Reserving, attempts: starting, expiresAt: past}) // its attempt may still go out
	fifth := ask(line, errand{customer: owner})
	alone := ask(other, errand{})
	unlimited := []uuid.UUID{ask(none, errand{}), ask(quick, errand{}), ask(fallen, errand{})}

	all := append(append([]uuid.UUID{first, second, third, fourth, fifth, alone, uuid.New()}, gone...), unlimited...)
	want := map[uuid.UUID]int{first: 1, second: 2, third: 3, fourth: 4, fifth: 5, alone: 2}
	t.Run("a place counts who asked earlier at the venue and whom nobody has been asked for", func(t *testing.T) {
		got, err := h.reader.QueuePositions(t.Context(), h.staff, all)
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
	t.Run("it doesn't depend on who else is asked for", func(t *testing.T) {
		for id, place := range want {
			got, err := h.reader.QueuePositions(t.Context(), h.staff, []uuid.UUID{id})
			require.NoError(t, err)
			require.Equal(t, map[uuid.UUID]int{id: place}, got)
		}
	})
	t.Run("others stand in line whether or not one sees them", func(t *testing.T) {
		got, err := h.reader.QueuePositions(t.Context(), h.guest(owner), all)
		require.NoError(t, err)
		require.Equal(t, map[uuid.UUID]int{third: 3, fifth: 5}, got)
	})
	t.Run("who asked at the same moment stands by id", func(t *testing.T) {
		crowd := h.venue("UTC")
		h.serve(crowd, 1, good)
		var same []uuid.UUID
		for range 6 {
			same = append(same, h.ask(crowd, errand{}))
		}
		got, err := h.reader.QueuePositions(t.Context(), h.staff, same)
		require.NoError(t, err)
		places := map[int]uuid.UUID{}
		for id, place := range got {
			places[place] = id
		}
		for place := 1; place < 6; place++ {
			require.Less(t, places[place].String(), places[place+1].String())
		}
	})
}

func TestWhatAnIntentHasInHand(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	start, past := h.now.Add(24*time.Hour), h.now.Add(-time.Second)
	entry := h.join(venue, wish{from: start, to: start.Add(time.Hour)})
	made := h.offer(entry, h.slot(h.table(venue), start), proposal{expiresAt: past})
	asked := uuid.New()
	h.tx(func(exec func(string, ...any)) { // the offer was accepted in time, and the provider is still being asked
		exec(`INSERT INTO intents (id, tenant_id, venue_id, customer_id, kind, party_size, reservation_id, offer_id, expires_at, next_at, created_at, updated_at)
			SELECT $1, tenant_id, venue_id, customer_id, 'confirmOffer', 1, reservation_id, id, $2, now(), now(), now() FROM offers WHERE id = $3`, asked, h.now.Add(time.Hour), made.offer)
		exec(`UPDATE offers SET intent_id = $1, version = version + 1 WHERE id = $2`, asked, made.offer)
		exec(`UPDATE reservations SET intent_id = $1, expires_at = NULL, version = version + 1 WHERE id = $2`, asked, made.hold)
		exec(`UPDATE waitlist_entries SET offer_expires_at = NULL, version = version + 1 WHERE id = $1`, entry)
	})

	t.Run("time stands still for it", func(t *testing.T) {
		offers, err := h.reader.Offers(t.Context(), h.staff, venue, []waitlist.OfferStatus{waitlist.OfferOpen}, whole)
		require.NoError(t, err)
		require.Len(t, offers.Nodes, 1)
		require.Equal(t, waitlist.OfferOpen, offers.Nodes[0].Status)
		require.Equal(t, asked, *offers.Nodes[0].IntentID)
		holds, err := h.reader.Reservations(t.Context(), h.staff, venue, reading.ReservationFilter{Statuses: []reservation.Status{reservation.Held}}, whole)
		require.NoError(t, err)
		require.Len(t, holds.Nodes, 1)
		require.Equal(t, reservation.Held, holds.Nodes[0].Status)
		require.Equal(t, asked, *holds.Nodes[0].IntentID)
		require.Nil(t, holds.Nodes[0].ExpiresAt)
		entries, err := h.reader.Entries(t.Context(), h.staff, venue, []waitlist.EntryStatus{waitlist.Offered}, whole)
		require.NoError(t, err)
		require.Len(t, entries.Nodes, 1)
		require.Equal(t, waitlist.Offered, entries.Nodes[0].Status)
	})
	t.Run("the intent names what it is about", func(t *testing.T) {
		found, err := h.reader.IntentsByID(t.Context(), h.staff, []uuid.UUID{asked})
		require.NoError(t, err)
		require.Equal(t, []*uuid.UUID{&made.hold, &made.offer}, []*uuid.UUID{found[asked].ReservationID, found[asked].OfferID})
	})
}

func TestASlotThatAnIntentWaitsFor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue := h.venue("UTC")
	slot := h.slot(h.table(venue), h.now.Add(24*time.Hour))
	asked := h.ask(venue, errand{status: intent.WaitingForSeat}, slot)
	blockers := func() []problem.Code {
		found, err := h.reader.SlotsByID(t.Context(), h.staff, []uuid.UUID{slot})
		require.NoError(t, err)
		listed, err := h.reader.Availability(t.Context(), h.staff, around(h, venue, 1, true), whole)
		require.NoError(t, err)
		require.Len(t, listed.Nodes, 1)
		require.Equal(t, found[slot].Blockers(), listed.Nodes[0].Blockers(), "a list and a batch say the same")
		bookable, err := h.reader.Availability(t.Context(), h.staff, around(h, venue, 1, false), whole)
		require.NoError(t, err)
		require.Equal(t, found[slot].Bookable(), len(bookable.Nodes) == 1)
		require.Equal(t, 1, found[slot].Remaining(), "nobody has it")
		return found[slot].Blockers()
	}
	require.Equal(t, []problem.Code{problem.SlotOccupied}, blockers(), "it is somebody's before it is anybody's")
	h.exec(`UPDATE intents SET status = 'CANCELLED', version = version + 1, next_at = NULL WHERE id = $1`, asked)
	require.Empty(t, blockers())
}

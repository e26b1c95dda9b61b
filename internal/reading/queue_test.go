package reading_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/waitlist"
)

// bookable is the list of what a party can book.
func bookable(h *house, party int) func(context.Context, actor.Actor, uuid.UUID, reading.Page) (reading.Connection[uuid.UUID], error) {
	return func(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[uuid.UUID], error) {
		return ids(h.reader.Availability(ctx, a, around(h, venue, party, false), page))
	}
}

func queue(t *testing.T, h *house, slots []uuid.UUID, limit int) map[uuid.UUID][]waitlist.Candidate {
	t.Helper()
	var queues map[uuid.UUID][]waitlist.Candidate
	require.NoError(t, h.db.ReadTenant(t.Context(), h.tenant, func(ctx context.Context, tx *sql.Tx) (err error) {
		queues, err = store.Queue(ctx, tx, h.tenant, slots, h.now, limit)
		return err
	}))
	return queues
}

func TestQueue(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue, elsewhere := h.venue("UTC"), h.venue("UTC")
	start := h.now.Add(24 * time.Hour)
	end := start.Add(time.Hour)
	room := h.resource(venue, inventory.Pooled, 9, 2, 4)
	table := h.resource(venue, inventory.Exclusive, 1, 1, 6)
	roomSlot, tableSlot, lonely := h.slot(room, start), h.slot(table, start), h.slot(table, start.Add(100*time.Hour))

	second := h.join(venue, wish{party: 2, from: start, to: end, joinedAt: h.now.Add(-time.Minute), passedOver: 3})
	first := h.join(venue, wish{party: 4, from: start.Add(-time.Hour), to: end.Add(time.Hour), joinedAt: h.now.Add(-time.Hour)})
	large := h.join(venue, wish{party: 5, from: start, to: end, joinedAt: h.now.Add(-30 * time.Minute)}) // the room takes 2 to 4
	single := h.join(venue, wish{party: 1, from: start, to: end, joinedAt: h.now.Add(-20 * time.Minute)})
	choosy := h.join(venue, wish{party: 2, from: start, to: end, joinedAt: h.now.Add(-10 * time.Minute), resource: &room})
	// None of these waits for either slot.
	h.join(venue, wish{party: 2, from: start.Add(time.Microsecond), to: end})
	h.join(venue, wish{party: 2, from: start, to: end.Add(-time.Microsecond)})
	h.join(venue, wish{party: 2, from: start, to: end, resource: at(h.table(venue))})
	h.join(elsewhere, wish{party: 2, from: start, to: end})
	h.exec(`UPDATE waitlist_entries SET status = 'CANCELLED', version = 2 WHERE id = $1`, h.join(venue, wish{party: 2, from: start, to: end}))
	// Offered this slot before: in the queue all the same, marked. Offered by a person's decision: not marked.
	h.offer(second, roomSlot, proposal{expiresAt: h.now.Add(-time.Second)})
	h.offer(choosy, roomSlot, proposal{expiresAt: h.now.Add(-time.Second), override: true})
	h.exec(`UPDATE waitlist_entries SET status = 'WAITING', version = version + 1 WHERE id = ANY ($1::uuid[])`, texts([]uuid.UUID{second, choosy}))

	t.Run("a queue is who can be served by the slot, in the order of joining", func(t *testing.T) {
		queues := queue(t, h, []uuid.UUID{tableSlot, roomSlot, lonely, uuid.New(), roomSlot}, 10)
		require.Len(t, queues, 2)
		require.Equal(t, []uuid.UUID{first, choosy, second}, entries(queues[roomSlot]))
		require.Equal(t, []uuid.UUID{first, large, single, second}, entries(queues[tableSlot]))
	})
	t.Run("a slot asked for alone has the queue that it has among many", func(t *testing.T) {
		many := queue(t, h, []uuid.UUID{tableSlot, roomSlot, lonely}, 10)
		for _, slot := range []uuid.UUID{tableSlot, roomSlot, lonely} {
			for _, most := range []int{0, 1, 2, 9} {
				line := many[slot][:min(most, len(many[slot]))]
				require.Equal(t, entries(line), entries(queue(t, h, []uuid.UUID{slot}, most)[slot]))
				require.Equal(t, entries(line), entries(queue(t, h, []uuid.UUID{tableSlot, slot, roomSlot}, most)[slot]))
			}
			require.Equal(t, many[slot], queue(t, h, []uuid.UUID{slot}, 10)[slot])
		}
	})
	t.Run("a candidate says what it needs and what befell it", func(t *testing.T) {
		queues := queue(t, h, []uuid.UUID{roomSlot, tableSlot}, 10)
		got := queues[roomSlot][2]
		require.NotEqual(t, uuid.Nil, got.CustomerID)
		require.WithinDuration(t, time.Now(), got.JoinedAt, time.Hour)
		got.CustomerID, got.JoinedAt = uuid.Nil, time.Time{}
		require.Equal(t, waitlist.Candidate{EntryID: second, Version: 3, PartySize: 2, Units: 2, PassedOver: 3, AlreadyOffered: true}, got)
		require.False(t, queues[roomSlot][1].AlreadyOffered, "an offer outside the order doesn't count")
		require.False(t, queues[tableSlot][3].AlreadyOffered, "another slot's offer doesn't count")
		require.Equal(t, 1, queues[tableSlot][0].Units)
		require.Equal(t, 4, queues[roomSlot][0].Units)
	})
	t.Run("an entry whose range is over waits no longer", func(t *testing.T) {
		over := h.slot(h.table(venue), h.now.Add(-2*time.Hour))
		h.join(venue, wish{from: h.now.Add(-3 * time.Hour), to: h.now})
		live := h.join(venue, wish{from: h.now.Add(-3 * time.Hour), to: h.now.Add(time.Microsecond)})
		require.Equal(t, []uuid.UUID{live}, entries(queue(t, h, []uuid.UUID{over}, 10)[over]))
	})
	t.Run("equal times of joining are ordered by id", func(t *testing.T) {
		slot := h.slot(h.table(venue), start.Add(200*time.Hour))
		for range 9 {
			h.join(venue, wish{from: start.Add(200 * time.Hour), to: start.Add(201 * time.Hour)})
		}
		line := entries(queue(t, h, []uuid.UUID{slot}, 20)[slot])
		require.Len(t, line, 9)
		for i := 1; i < len(line); i++ {
			require.Less(t, line[i-1].String(), line[i].String())
		}
	})
	t.Run("no slots have no queues", func(t *testing.T) {
		require.Empty(t, queue(t, h, nil, 10))
	})
	t.Run("a slot of another tenant has none", func(t *testing.T) {
		require.Empty(t, queue(t, h.neighbour(), []uuid.UUID{roomSlot}, 10))
	})
}

func entries(line []waitlist.Candidate) []uuid.UUID {
	var all []uuid.UUID
	for _, c := range line {
		all = append(all, c.EntryID)
	}
	return all
}

func TestPositions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue, elsewhere := h.venue("UTC"), h.venue("UTC")
	table, other := h.table(venue), h.table(venue)
	hour := func(n int) time.Time { return h.now.Add(time.Duration(n) * time.Hour) }
	join := func(n int, w wish) uuid.UUID {
		w.joinedAt = h.now.Add(time.Duration(n)*time.Second - time.Hour)
		return h.join(venue, w)
	}
	a := join(1, wish{from: hour(1), to: hour(5)})
	b := join(2, wish{from: hour(4), to: hour(8)})
	c := join(3, wish{from: hour(5), to: hour(6)})                   // touches a without overlapping
	d := join(4, wish{from: hour(1), to: hour(8), resource: &table}) // behind a, b, c
	e := join(5, wish{from: hour(1), to: hour(8), resource: &other}) // the same, but never in the way of d
	f := join(6, wish{from: hour(1), to: hour(8)})                   // behind them all
	gone := join(0, wish{from: hour(-9), to: hour(0)})               // its range is over
	h.join(elsewhere, wish{from: hour(1), to: hour(8), joinedAt: hour(-5)})
	back1 := join(-2, wish{from: hour(1), to: hour(8)}) // joined first, but their offers lapsed and put them at the end
	back2 := join(-1, wish{from: hour(1), to: hour(8)})
	for _, entry := range []uuid.UUID{back1, back2} {
		h.offer(entry, h.slot(h.table(venue), hour(2)), proposal{expiresAt: h.now.Add(-time.Second), requeues: true})
	}
	removed := join(-3, wish{from: hour(1), to: hour(8)})
	h.offer(removed, h.slot(h.table(venue), hour(2)), proposal{expiresAt: h.now.Add(-time.Second)})
	open := join(-4, wish{from: hour(1), to: hour(8)})
	h.offer(open, h.slot(h.table(venue), hour(2)), proposal{})

	last := map[bool][2]int{true: {7, 8}, false: {8, 7}}[back1.String() < back2.String()]
	want := map[uuid.UUID]int{a: 1, b: 2, c: 2, d: 4, e: 4, f: 6, back1: last[0], back2: last[1]}
	all := []uuid.UUID{a, b, c, d, e, f, gone, back1, back2, removed, open, uuid.New()}

	t.Run("a position counts who waits before, with an overlapping range and a resource in common", func(t *testing.T) {
		got, err := h.reader.Positions(t.Context(), h.staff, all)
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
	t.Run("the positions of those put back are the ones they have once that is recorded", func(t *testing.T) {
		now, err := h.reader.Now(t.Context(), h.staff)
		require.NoError(t, err)
		h.exec(`UPDATE waitlist_entries SET status = 'WAITING', joined_at = $1, version = version + 1 WHERE id = ANY ($2::uuid[])`, now, texts([]uuid.UUID{back1, back2}))
		got, err := h.reader.Positions(t.Context(), h.staff, all)
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

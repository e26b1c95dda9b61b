package feed_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
)

func TestOrder(t *testing.T) {
	t.Parallel()

	t.Run("a transaction that wrote first and commits last is not lost", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		n := startHouse(t, h, feed.Options{})
		messages := subscribe(t, h, n, feed.Topic{})
		nextIs(t, messages, feed.Snapshot)

		early, late := begin(t, h), begin(t, h)
		first := early.state(fact{uuid.New(), 1})
		second := late.state(fact{uuid.New(), 1})
		late.commit()
		n.Wake(h.Tenant)
		changes(t, messages, second)
		early.commit()
		n.Wake(h.Tenant)
		require.EqualValues(t, 2, changes(t, messages, first).Event.Position)
	})

	t.Run("what is rolled back leaves no gap", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		n := startHouse(t, h, feed.Options{})
		messages := subscribe(t, h, n, feed.Topic{})
		nextIs(t, messages, feed.Snapshot)
		lost := begin(t, h)
		lost.state(fact{uuid.New(), 1})
		require.NoError(t, lost.tx.Rollback())
		kept := facts(t, h, 1)
		n.Wake(h.Tenant)
		require.EqualValues(t, 1, changes(t, messages, kept...).Event.Position)
	})

	t.Run("one pass numbers any backlog, batch after batch", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		admin := begin(t, h)
		_, err := admin.tx.Exec(`INSERT INTO events (tenant_id, venue_id, kind, entity, entity_id, entity_version, data, occurred_at)
			SELECT $1, $2, 'slot.taken', 'sl', gen_random_uuid(), 1, '{}', clock_timestamp() FROM generate_series(1, 12000)`, h.Tenant, h.Venue)
		require.NoError(t, err)
		admin.commit()
		n := startHouse(t, h, feed.Options{})
		messages := subscribe(t, h, n, feed.Topic{})
		opening := nextIs(t, messages, feed.Snapshot)
		require.Equal(t, feed.EncodeCursor(h.Tenant, h.Venue, 12000), opening.Cursor)
		require.Equal(t, 12000, h.Count(`SELECT count(DISTINCT position) FROM events WHERE position BETWEEN 1 AND 12000`))
		require.Zero(t, h.Count(`SELECT count(*) FROM (SELECT position - row_number() OVER (ORDER BY id) AS off FROM events) AS shifted WHERE off <> 0`),
			"what lies committed is numbered in the order of insertion")
	})
}

// TestStorm: many writers that commit out of order, two nodes that number at the same time, and on both nodes subscribers
// that must hear everything once.
func TestStorm(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	nodes := []*node{startHouse(t, h, feed.Options{}), otherNode(t, h, feed.Options{})}
	const writers, rounds = 6, 40
	things := make([]*thing, 12)
	for i := range things {
		things[i] = &thing{id: uuid.New()}
	}
	var streams []*feed.Subscription
	for _, n := range nodes {
		streams = append(streams, subscribe(t, h, n, feed.Topic{}), subscribe(t, h, n, feed.Topic{}))
	}
	for _, messages := range streams {
		nextIs(t, messages, feed.Snapshot)
	}

	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			dice := rand.New(rand.NewPCG(1, uint64(w))) //nolint:gosec // a storm is to be repeatable
			for range rounds {
				storm(t, h, things, dice)
				nodes[dice.IntN(2)].Wake(h.Tenant)
			}
		})
	}
	all.Wait()
	total := 0
	for _, thing := range things {
		total += thing.version
	}
	require.Equal(t, total, h.Count(`SELECT count(*) FROM events`))

	for _, messages := range streams {
		seen := map[uuid.UUID]int{}
		for position := range total {
			m := nextIs(t, messages, feed.Change)
			require.EqualValues(t, position+1, m.Event.Position, "no gap, nothing twice")
			require.Equal(t, seen[m.Event.EntityID]+1, m.Event.Version, "versions of one thing only rise")
			seen[m.Event.EntityID]++
		}
	}
	require.Equal(t, total, h.Count(`SELECT last_position FROM event_logs`))
	require.Zero(t, h.Count(`SELECT count(*) FROM events WHERE position IS NULL`))
}

// thing is a row whose versions are written under its lock, as rows of the desk are.
type thing struct {
	mu      sync.Mutex
	id      uuid.UUID
	version int
}

// storm writes two transactions about two things and commits the later one first.
func storm(t *testing.T, h *housetest.House, things []*thing, dice *rand.Rand) {
	a, b := dice.IntN(len(things)), dice.IntN(len(things))
	if a == b {
		b = (b + 1) % len(things)
	}
	first, second := things[min(a, b)], things[max(a, b)]
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	early, late := begin(t, h), begin(t, h)
	for range 1 + dice.IntN(3) {
		first.version++
		early.state(fact{first.id, first.version})
	}
	second.version++
	late.state(fact{second.id, second.version})
	late.commit()
	early.commit()
}

package feed_test

import (
	"context"
	"database/sql"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWithoutLeaks(m)) }

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// node is a process with a hub that runs.
type node struct {
	*feed.Hub
	stop func() // ends the hub and waits for it
}

// start runs a hub over a log; it is stopped at the end of the test, if not before.
func start(t testing.TB, log feed.Log, o feed.Options) *node {
	t.Helper()
	o.Log = slog.New(slog.DiscardHandler)
	hub := feed.NewHub(log, o)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- hub.Run(ctx) }()
	stopped := false
	n := &node{Hub: hub, stop: func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		select {
		case err := <-ended:
			require.NoError(t, err)
		case <-time.After(patience):
			t.Error("the hub did not end")
		}
	}}
	t.Cleanup(n.stop)
	return n
}

// startHouse runs a hub over the house's database as production does.
func startHouse(t testing.TB, h *housetest.House, o feed.Options) *node {
	t.Helper()
	return start(t, store.NewFeedLog(h.DB), o)
}

// otherNode runs a hub with a pool of its own on the same database.
func otherNode(t testing.TB, h *housetest.House, o feed.Options) *node {
	t.Helper()
	return start(t, store.NewFeedLog(otherPool(t, h)), o)
}

func otherPool(t testing.TB, h *housetest.House) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(h.DB.DSN(), postgres.PoolOptions{MaxOpen: 5})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// subscribe follows the venue as staff.
func subscribe(t testing.TB, h *housetest.House, n *node, topic feed.Topic, after ...string) *feed.Subscription {
	t.Helper()
	if topic.Venue == uuid.Nil {
		topic.Venue = h.Venue
	}
	var cursor *string
	if len(after) > 0 {
		cursor = &after[0]
	}
	s, err := n.Subscribe(t.Context(), h.Staff, topic, cursor)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// next waits for a message.
func next(t testing.TB, s *feed.Subscription) feed.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	m, err := s.Next(ctx)
	require.NoError(t, err)
	return m
}

// nextIs waits for a message of a kind.
func nextIs(t testing.TB, s *feed.Subscription, kind feed.Kind) feed.Message {
	t.Helper()
	m := next(t, s)
	require.Equal(t, kind, m.Kind)
	require.Equal(t, kind == feed.Change, m.Event != nil)
	require.NotEmpty(t, m.Cursor)
	require.False(t, m.OccurredAt.IsZero())
	return m
}

// fact names a version of a thing.
type fact struct {
	id      uuid.UUID
	version int
}

// factOf is what a CHANGE is about.
func factOf(m feed.Message) fact { return fact{m.Event.EntityID, m.Event.Version} }

// changes waits for as many changes as there are facts and demands these, in this order.
func changes(t testing.TB, s *feed.Subscription, facts ...fact) (last feed.Message) {
	t.Helper()
	for _, want := range facts {
		last = nextIs(t, s, feed.Change)
		require.Equal(t, want, factOf(last))
	}
	return last
}

// writer is a transaction of the application that the test commits when it likes.
type writer struct {
	t  testing.TB
	h  *housetest.House
	tx *sql.Tx
}

func begin(t testing.TB, h *housetest.House) *writer {
	t.Helper()
	tx, err := h.DB.SQL().BeginTx(context.Background(), nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = tx.Rollback() })
	_, err = tx.Exec(`SELECT set_config('role', $1, true), set_config('app.tenant', $2, true)`, postgres.AppRole, h.Tenant.String())
	require.NoError(t, err)
	return &writer{t: t, h: h, tx: tx}
}

const insertEvent = `
INSERT INTO events (tenant_id, venue_id, kind, entity, entity_id, entity_version, customer_id, data, occurred_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, '{"n": 1}', clock_timestamp())`

// state inserts an event about a slot.
func (w *writer) state(f fact) fact {
	w.t.Helper()
	return w.stateOf(ref.Slot, event.SlotTaken, f, nil)
}

func (w *writer) stateOf(entity ref.Kind, kind event.Kind, f fact, customer *uuid.UUID) fact {
	w.t.Helper()
	_, err := w.tx.Exec(insertEvent, w.h.Tenant, w.h.Venue, string(kind), string(entity), f.id, f.version, customer)
	require.NoError(w.t, err)
	return f
}

func (w *writer) commit() {
	w.t.Helper()
	require.NoError(w.t, w.tx.Commit())
}

// facts commits n new facts in one transaction.
func facts(t testing.TB, h *housetest.House, n int) []fact {
	t.Helper()
	w := begin(t, h)
	all := make([]fact, n)
	for i := range all {
		all[i] = w.state(fact{uuid.New(), 1})
	}
	w.commit()
	return all
}

package relay_test

import (
	"context"
	"log/slog"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/relay"
	"github.com/slotq/slotq/internal/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWithoutLeaks(m)) }

// countedLog counts the pages that a node reads in the database.
type countedLog struct {
	feed.Log
	pages atomic.Int64
}

func (c *countedLog) Page(ctx context.Context, tenant, venue uuid.UUID, after int64, limit int) ([]event.Numbered, error) {
	c.pages.Add(1)
	return c.Log.Page(ctx, tenant, venue, after, limit)
}

// node is a process of its own: its pool, its connection to NATS, its hub.
func node(t *testing.T, h *housetest.House, nats string, poll time.Duration) (*feed.Hub, *countedLog) {
	t.Helper()
	db, err := postgres.Open(h.DB.DSN(), postgres.PoolOptions{MaxOpen: 5})
	require.NoError(t, err)
	log := &countedLog{Log: store.NewFeedLog(db)}
	hub := feed.NewHub(log, feed.Options{Wire: connect(t, nats), Poll: poll, Log: slog.New(slog.DiscardHandler)})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- hub.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-ended)
		require.NoError(t, db.Close())
	})
	return hub, log
}

// happen writes events of the house's venue.
func happen(h *housetest.House, n int) {
	h.Exec(`INSERT INTO events (tenant_id, venue_id, kind, entity, entity_id, entity_version, data, occurred_at)
		SELECT $1, $2, 'slot.changed', 'sl', gen_random_uuid(), 1, '{}', clock_timestamp() FROM generate_series(1, $3)`, h.Tenant, h.Venue, n)
}

// listen follows the venue and hears where it begins.
func listen(t *testing.T, h *housetest.House, hub *feed.Hub) *feed.Subscription {
	t.Helper()
	s, err := hub.Subscribe(t.Context(), h.Staff, feed.Topic{Venue: h.Venue}, nil)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	require.Equal(t, feed.Snapshot, hear(t, s).Kind)
	return s
}

func hear(t *testing.T, s *feed.Subscription) feed.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	m, err := s.Next(ctx)
	require.NoError(t, err)
	return m
}

// hears wants the events at these positions, each once and in order.
func hears(t *testing.T, s *feed.Subscription, first, last int64) {
	t.Helper()
	for want := first; want <= last; want++ {
		require.Equal(t, want, hear(t, s).Event.Position)
	}
}

func TestNodesOverNATS(t *testing.T) {
	t.Parallel()

	t.Run("one node numbers, the other hears and reads no pages", func(t *testing.T) {
		t.Parallel()
		h, server := housetest.New(t), embedded(t)
		here, _ := node(t, h, server.URL(), time.Hour)
		there, log := node(t, h, server.URL(), time.Hour)
		s := listen(t, h, there)
		happen(h, 1)
		here.Wake(h.Tenant)
		hears(t, s, 1, 1)
		pages := log.pages.Load() + 1 // to begin with, and once the wire is there, which may be seen only now
		for i := range int64(10) {
			happen(h, 5)
			here.Wake(h.Tenant)
			hears(t, s, 2+5*i, 6+5*i)
		}
		require.LessOrEqual(t, log.pages.Load(), pages)
	})

	t.Run("while NATS is away nodes look into the log, and when it is back they hear again", func(t *testing.T) {
		t.Parallel()
		h, dir, port := housetest.New(t), t.TempDir(), freePort(t)
		at := "nats://127.0.0.1:" + strconv.Itoa(port)
		here, _ := node(t, h, at, 50*time.Millisecond) // before there is a NATS
		there, _ := node(t, h, at, 50*time.Millisecond)
		s := listen(t, h, there)
		position := int64(0)
		more := func() {
			t.Helper()
			happen(h, 7)
			here.Wake(h.Tenant)
			hears(t, s, position+1, position+7)
			position += 7
		}
		more()
		for range 3 {
			server, err := relay.StartEmbedded(dir, port)
			require.NoError(t, err)
			more()
			more()
			server.Close()
			more()
		}
	})
}

package feed_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/store"
)

// neverPoll makes a hub depend on wakes and pokes alone.
var neverPoll = feed.Options{Poll: time.Hour}

func TestNodes(t *testing.T) {
	t.Parallel()

	t.Run("a poke brings what another node has numbered, with no poll", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		writing, reading := startHouse(t, h, neverPoll), otherNode(t, h, neverPoll)
		messages := subscribe(t, h, reading, feed.Topic{})
		nextIs(t, messages, feed.Snapshot)
		for range 5 {
			some := facts(t, h, 2)
			writing.Wake(h.Tenant)
			changes(t, messages, some...)
		}
	})

	t.Run("a listener whose connection is killed comes back and has missed nothing", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		writing := startHouse(t, h, neverPoll)
		reading := otherNode(t, h, neverPoll)
		messages := subscribe(t, h, reading, feed.Topic{})
		nextIs(t, messages, feed.Snapshot)
		admin := pgtest.Admin(t, h.DB)
		for range 3 {
			_, err := admin.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'LISTEN%'`)
			require.NoError(t, err)
			some := facts(t, h, 3)
			writing.Wake(h.Tenant)
			changes(t, messages, some...)
		}
	})

	t.Run("a node that can't listen at all finds out by polling", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		writing := startHouse(t, h, neverPoll)
		reading := start(t, deaf{store.NewFeedLog(otherPool(t, h))}, feed.Options{Poll: 50 * time.Millisecond})
		messages := subscribe(t, h, reading, feed.Topic{})
		nextIs(t, messages, feed.Snapshot)
		some := facts(t, h, 3)
		writing.Wake(h.Tenant)
		changes(t, messages, some...)
	})

	t.Run("what a crashed writer left is numbered and sealed without a wake", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		n := startHouse(t, h, feed.Options{Poll: 50 * time.Millisecond})
		messages := subscribe(t, h, n, feed.Topic{})
		nextIs(t, messages, feed.Snapshot)
		audited(t, h, 3)
		changes(t, messages, facts(t, h, 3)...)
		require.Eventually(t, func() bool { return h.Count(`SELECT count(*) FROM audit_entries WHERE sequence IS NULL`) == 0 }, patience, 10*time.Millisecond)
	})
}

// deaf is a log whose pokes nobody hears.
type deaf struct{ feed.Log }

func (deaf) Listen(ctx context.Context, _ feed.Ears) error {
	<-ctx.Done()
	return nil
}

func TestCost(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	log := &counted{Log: store.NewFeedLog(h.DB), polled: make(chan struct{}, 1000)}
	n := start(t, log, feed.Options{Poll: 10 * time.Millisecond})

	t.Run("an idle hub without subscribers does one cheap transaction a poll", func(t *testing.T) {
		log.wait(t, 5)
		before, pendings := log.others.Load(), log.pendings.Load()
		log.wait(t, 20)
		require.Equal(t, before, log.others.Load())
		require.GreaterOrEqual(t, log.pendings.Load()-pendings, int64(20))
	})

	t.Run("with subscribers it adds one for each tenant, however many venues and subscribers", func(t *testing.T) {
		var all []*feed.Subscription
		second := uuid.New()
		h.Exec(`INSERT INTO venues (id, tenant_id, code, name, time_zone, layout_days, created_at) VALUES ($1, $2, 'second', 'Second', 'Asia/Seoul', 14, clock_timestamp())`, second, h.Tenant)
		for _, venue := range []uuid.UUID{h.Venue, second, h.Venue, second} {
			messages := subscribe(t, h, n, feed.Topic{Venue: venue})
			nextIs(t, messages, feed.Snapshot)
			all = append(all, messages)
		}
		log.wait(t, 5)
		others, pendings, heads := log.others.Load(), log.pendings.Load(), log.heads.Load()
		log.wait(t, 20)
		polls := log.pendings.Load() - pendings
		require.Equal(t, others, log.others.Load())
		require.LessOrEqual(t, log.heads.Load()-heads, polls+1)

		for _, messages := range all {
			messages.Close()
			messages.Close() // again, for nothing
		}
		require.Eventually(t, func() bool { // the tails go with the last subscriber
			heads := log.heads.Load()
			log.wait(t, 5)
			return log.heads.Load() == heads
		}, patience, time.Millisecond)
	})
}

// counted counts what is asked of a log.
type counted struct {
	feed.Log
	polled                  chan struct{}
	pendings, heads, others atomic.Int64
}

// wait waits for n polls.
func (c *counted) wait(t *testing.T, n int) {
	t.Helper()
	for len(c.polled) > 0 {
		<-c.polled
	}
	for range n {
		select {
		case <-c.polled:
		case <-time.After(patience):
			require.FailNow(t, "no poll came")
		}
	}
}

func (c *counted) Pending(ctx context.Context) (feed.Pending, error) {
	c.pendings.Add(1)
	select {
	case c.polled <- struct{}{}:
	default:
	}
	return c.Log.Pending(ctx)
}

func (c *counted) Heads(ctx context.Context, tenant uuid.UUID, venues []uuid.UUID) (map[uuid.UUID]int64, error) {
	c.heads.Add(1)
	return c.Log.Heads(ctx, tenant, venues)
}

func (c *counted) Number(ctx context.Context, tenant uuid.UUID) (map[uuid.UUID]feed.Growth, bool, error) {
	c.others.Add(1)
	return c.Log.Number(ctx, tenant)
}

func (c *counted) Seal(ctx context.Context, tenant uuid.UUID) (bool, error) {
	c.others.Add(1)
	return c.Log.Seal(ctx, tenant)
}

func (c *counted) Poke(ctx context.Context, node string, tenants []uuid.UUID) error {
	c.others.Add(1)
	return c.Log.Poke(ctx, node, tenants)
}

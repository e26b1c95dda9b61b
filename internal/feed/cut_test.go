package feed_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/store"
)

// sizes are how often a client is cut off while so many events flow, and how often something is broken meanwhile.
type sizes struct{ cuts, events, breaks int }

// ordeal is short, and long with SLOTQ_LONG=1.
func ordeal() sizes {
	if os.Getenv("SLOTQ_LONG") != "" {
		return sizes{1_000, 10_000, 50}
	}
	return sizes{100, 1_000, 5}
}

// TestCutOff: a client that is cut off at random places, and goes on behind the last cursor it has seen, ends with the exact
// sequence, whatever befalls the nodes meanwhile.
func TestCutOff(t *testing.T) {
	t.Parallel()

	t.Run("while one node runs", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		c := &changing{nodes: []*node{startHouse(t, h, feed.Options{Ring: 64})}}
		survive(t, h, c, nil)
	})

	t.Run("while two nodes run, and each is replaced once", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		begin := func() *node { return otherNode(t, h, feed.Options{Ring: 64}) }
		c := &changing{nodes: []*node{begin(), begin()}}
		replaced := 0
		survive(t, h, c, func(nth, of int) {
			if nth == of/3 || nth == 2*of/3 {
				c.replace(replaced, begin)
				replaced++
			}
		})
		require.Equal(t, 2, replaced)
	})

	t.Run("while the listening connection is killed again and again", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		ears := &listening{FeedLog: store.NewFeedLog(otherPool(t, h)), again: make(chan struct{}, 1)}
		writing := startHouse(t, h, neverPoll)
		c := &changing{nodes: []*node{start(t, ears, feed.Options{Ring: 64, Poll: time.Hour})}, wakes: writing}
		admin := pgtest.Admin(t, h.DB)
		killed := 0
		every := ordeal().events / ordeal().breaks
		survive(t, h, c, func(nth, _ int) {
			if nth%every != 0 {
				return
			}
			ears.wait(t)
			var listeners int // they alone don't name themselves
			require.NoError(t, admin.QueryRow(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
				WHERE datname = current_database() AND application_name = '' AND pid <> pg_backend_pid()`).Scan(&listeners))
			killed += listeners
		})
		require.GreaterOrEqual(t, killed, ordeal().breaks)
	})
}

// survive lets a client be cut off while events are written, and demands that it ends with all of them, each once, in the
// order of the log. meanwhile is called before each event.
func survive(t *testing.T, h *housetest.House, c *changing, meanwhile func(nth, of int)) {
	size := ordeal()
	start, err := c.any().Subscribe(t.Context(), h.Staff, feed.Topic{Venue: h.Venue}, nil)
	require.NoError(t, err)
	cursor := nextIs(t, start, feed.Snapshot).Cursor
	start.Close()

	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() {
		dice := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // a storm is to be repeatable
		for nth := 0; nth < size.events && !t.Failed(); {
			w := begin(t, h)
			for range min(1+dice.IntN(4), size.events-nth) {
				if meanwhile != nil {
					meanwhile(nth, size.events)
				}
				w.state(fact{uuid.New(), 1})
				nth++
			}
			w.commit()
			c.wake(h.Tenant)
		}
	})

	dice := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // likewise
	places := make([]int, size.cuts)
	for i := range places {
		places[i] = dice.IntN(size.events + 1)
	}
	slices.Sort(places)
	var seen []fact
	for _, place := range append(places, size.events) {
		cursor = c.leg(t, h, cursor, place-len(seen), func(m feed.Message) {
			require.Equal(t, feed.Change, m.Kind)
			seen = append(seen, factOf(m))
			require.EqualValues(t, len(seen), m.Event.Position, "no gap, nothing twice")
		})
	}
	all.Wait()
	require.Equal(t, written(t, h), seen)
	t.Logf("%d events, cut off %d times, and %d times by a node that ended", len(seen), size.cuts, c.ended.Load())
}

// leg takes so many messages in one connection, or in more when nodes end, and returns the last cursor.
func (c *changing) leg(t *testing.T, h *housetest.House, cursor string, count int, take func(feed.Message)) string {
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	defer cancel()
	for {
		s, err := c.any().Subscribe(ctx, h.Staff, feed.Topic{Venue: h.Venue}, &cursor)
		for ; err == nil && count > 0; count-- {
			var m feed.Message
			if m, err = s.Next(ctx); err != nil {
				break
			}
			take(m)
			cursor = m.Cursor
		}
		if s != nil {
			s.Close()
		}
		if err == nil {
			return cursor
		}
		require.True(t, errors.Is(err, problem.ErrUnavailable), err) // the node has ended
		c.ended.Add(1)
	}
}

// written are the facts in the order of the log.
func written(t *testing.T, h *housetest.House) (all []fact) {
	t.Helper()
	rows, err := pgtest.Admin(t, h.DB).Query(`SELECT entity_id, entity_version FROM events ORDER BY position`)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var f fact
		require.NoError(t, rows.Scan(&f.id, &f.version))
		all = append(all, f)
	}
	require.NoError(t, rows.Err())
	return all
}

// changing is the nodes that there are at the time.
type changing struct {
	mu    sync.Mutex
	nodes []*node
	turn  int
	wakes *node // the one that is woken; nil means any
	ended atomic.Int64
}

// any is one of the nodes, in turn.
func (c *changing) any() *node {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turn++
	return c.nodes[c.turn%len(c.nodes)]
}

func (c *changing) wake(tenant uuid.UUID) {
	if c.wakes != nil {
		c.wakes.Wake(tenant)
		return
	}
	c.any().Wake(tenant)
}

// replace ends a node and begins another in its place.
func (c *changing) replace(which int, begin func() *node) {
	c.mu.Lock()
	old := c.nodes[which]
	c.mu.Unlock()
	old.stop()
	fresh := begin()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[which] = fresh
}

// listening is a log that tells when it hears pokes again.
type listening struct {
	*store.FeedLog
	again chan struct{}
}

func (l *listening) Listen(ctx context.Context, ears feed.Ears) error {
	listening := ears.Listening
	ears.Listening = func() {
		listening()
		select {
		case l.again <- struct{}{}:
		default:
		}
	}
	return l.FeedLog.Listen(ctx, ears)
}

func (l *listening) wait(t *testing.T) {
	t.Helper()
	select {
	case <-l.again:
	case <-time.After(patience):
		t.Error("the log does not listen again")
	}
}

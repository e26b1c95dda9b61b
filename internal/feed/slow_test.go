package feed_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
)

func TestSlowSubscriber(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	n := startHouse(t, h, feed.Options{Ring: 64, Buffer: 4, Patience: 50 * time.Millisecond})
	quick, slow := subscribe(t, h, n, feed.Topic{}), subscribe(t, h, n, feed.Topic{})
	nextIs(t, quick, feed.Snapshot)
	start := nextIs(t, slow, feed.Snapshot)

	// The slow one takes nothing. The quick one follows each transaction.
	var all []fact
	for range 20 {
		some := facts(t, h, 20)
		n.Wake(h.Tenant)
		changes(t, quick, some...)
		all = append(all, some...)
	}

	t.Run("it is let go, with what it had been given in order", func(t *testing.T) {
		last := start
		got := 0
		for {
			select {
			case m, open := <-slow:
				if !open {
					require.Less(t, got, len(all))
					resumed := subscribe(t, h, n, feed.Topic{}, last.Cursor)
					changes(t, resumed, all[got:]...)
					return
				}
				require.Equal(t, all[got], factOf(m))
				got, last = got+1, m
			case <-time.After(patience):
				require.FailNow(t, "the slow subscriber was not let go")
			}
		}
	})

	t.Run("one that keeps taking is not, though a burst is larger than what is remembered", func(t *testing.T) {
		n := otherNode(t, h, feed.Options{Ring: 64, Buffer: 4})
		live := subscribe(t, h, n, feed.Topic{})
		nextIs(t, live, feed.Snapshot)
		back := subscribe(t, h, n, feed.Topic{}, feed.EncodeCursor(h.Tenant, h.Venue, 0))
		changes(t, back, all[:10]...)
		burst := facts(t, h, 700)
		n.Wake(h.Tenant)
		changes(t, live, burst...)
		changes(t, back, all[10:]...)
		changes(t, back, burst...)
	})
}

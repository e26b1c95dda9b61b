package feed_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/store"
)

func TestSlowSubscriber(t *testing.T) {
	t.Parallel()
	small := feed.Options{Ring: 64}

	t.Run("one that takes nothing holds nobody up, and loses nothing", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		n := startHouse(t, h, small)
		quick, slow := subscribe(t, h, n, feed.Topic{}), subscribe(t, h, n, feed.Topic{})
		nextIs(t, quick, feed.Snapshot)
		nextIs(t, slow, feed.Snapshot)
		var all []fact
		for range 20 {
			some := facts(t, h, 20)
			n.Wake(h.Tenant)
			changes(t, quick, some...)
			all = append(all, some...)
		}
		changes(t, slow, all...) // far out of the ring
		live := facts(t, h, 1)
		n.Wake(h.Tenant)
		changes(t, slow, live...)
		changes(t, quick, live...)
	})

	t.Run("a burst larger than what is remembered reaches all", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		before := facts(t, h, 80)
		n := startHouse(t, h, small)
		live := subscribe(t, h, n, feed.Topic{})
		nextIs(t, live, feed.Snapshot)
		back := subscribe(t, h, n, feed.Topic{}, feed.EncodeCursor(h.Tenant, h.Venue, 0))
		changes(t, back, before[:10]...)
		burst := facts(t, h, 700)
		n.Wake(h.Tenant)
		changes(t, live, burst...)
		changes(t, back, before[10:]...)
		changes(t, back, burst...)
	})

	t.Run("one that is behind what is kept begins anew at the head", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		n := startHouse(t, h, small)
		quick, slow := subscribe(t, h, n, feed.Topic{}), subscribe(t, h, n, feed.Topic{})
		nextIs(t, quick, feed.Snapshot)
		nextIs(t, slow, feed.Snapshot)
		some := facts(t, h, 100)
		n.Wake(h.Tenant)
		changes(t, quick, some...)
		_, err := n.Trim(t.Context(), 0)
		require.NoError(t, err)
		m := nextIs(t, slow, feed.Resync)
		require.Equal(t, feed.EncodeCursor(h.Tenant, h.Venue, 100), m.Cursor)
		live := facts(t, h, 1)
		n.Wake(h.Tenant)
		changes(t, slow, live...)
	})

	t.Run("a log that can't be read back ends the stream, and its cursor is still good", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		some := facts(t, h, 100)
		n := startHouse(t, h, small)
		nextIs(t, subscribe(t, h, n, feed.Topic{}), feed.Snapshot) // numbers what there is
		away := start(t, &unreadable{store.NewFeedLog(h.DB)}, small)
		cursor := feed.EncodeCursor(h.Tenant, h.Venue, 0)
		_, err := subscribe(t, h, away, feed.Topic{}, cursor).Next(t.Context())
		require.ErrorIs(t, err, problem.ErrUnavailable)
		changes(t, subscribe(t, h, n, feed.Topic{}, cursor), some...)
	})

	t.Run("a hub that ends while the log is read says so, and not that the caller has gone", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		facts(t, h, 100)
		numbering := startHouse(t, h, small)
		nextIs(t, subscribe(t, h, numbering, feed.Topic{}), feed.Snapshot)

		log := &stuck{Log: store.NewFeedLog(h.DB), reading: make(chan struct{}, 1)}
		n := start(t, log, small)
		s := subscribe(t, h, n, feed.Topic{}, feed.EncodeCursor(h.Tenant, h.Venue, 0))
		over := make(chan error, 1)
		go func() { _, err := s.Next(t.Context()); over <- err }()
		<-log.reading
		n.stop()
		err := <-over
		require.ErrorIs(t, err, problem.ErrUnavailable)
		require.NotErrorIs(t, err, context.Canceled)
	})
}

// stuck is a log that gives a page only when nobody waits for it any more.
type stuck struct {
	feed.Log
	reading chan struct{}
}

func (l *stuck) Page(ctx context.Context, _, _ uuid.UUID, _ int64, _ int) ([]event.Numbered, error) {
	select {
	case l.reading <- struct{}{}:
	default:
	}
	<-ctx.Done()
	return nil, ctx.Err()
}

// unreadable is a log whose pages can't be read.
type unreadable struct{ feed.Log }

func (*unreadable) Page(context.Context, uuid.UUID, uuid.UUID, int64, int) ([]event.Numbered, error) {
	return nil, errors.Join(problem.ErrUnavailable, errors.New("out of order"))
}

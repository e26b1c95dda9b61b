package feed

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

func TestRounds(t *testing.T) {
	t.Parallel()
	tenant, other := uuid.New(), uuid.New()

	t.Run("asking again before it begins is the same round", func(t *testing.T) {
		q := newRounds()
		require.Same(t, q.ask(tenant), q.ask(tenant))
		require.Len(t, q.takeAll(), 1)
	})

	t.Run("asking while it is under way is another round, and that waits for this one", func(t *testing.T) {
		q := newRounds()
		first := q.ask(tenant)
		_, taken, ok := q.take()
		require.True(t, ok)
		require.Same(t, first, taken)
		second := q.ask(tenant)
		require.NotSame(t, first, second)
		require.True(t, q.asked(tenant))
		_, _, ok = q.take()
		require.False(t, ok, "one tenant is worked on by one at a time")
		taken.finish(nil)
		q.release(tenant)
		_, taken, ok = q.take()
		require.True(t, ok)
		require.Same(t, second, taken)
	})

	t.Run("tenants come in the order in which they asked", func(t *testing.T) {
		q := newRounds()
		q.ask(tenant)
		q.ask(other)
		q.ask(tenant)
		first, _, _ := q.next(t.Context())
		second, _, _ := q.next(t.Context())
		require.Equal(t, []uuid.UUID{tenant, other}, []uuid.UUID{first, second})
	})

	t.Run("who has waited longest is known, through rounds that fail", func(t *testing.T) {
		q := newRounds()
		require.Zero(t, q.behind())
		first := q.ask(tenant).asked
		round := func(err error) {
			_, r, ok := q.take()
			require.True(t, ok)
			require.Positive(t, q.behind(), "also while it is under way")
			r.finish(err)
			q.release(tenant)
		}
		round(errors.New("out of order"))
		require.GreaterOrEqual(t, q.behind(), time.Since(first)-time.Second)
		require.Equal(t, first, q.ask(tenant).asked)
		round(nil)
		require.Zero(t, q.behind())
		require.NotEqual(t, first, q.ask(tenant).asked)
	})

	t.Run("waiting ends with the context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, _, ok := newRounds().next(ctx)
		require.False(t, ok)
	})
}

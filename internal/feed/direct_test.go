package feed_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/store"
)

func TestANodeListensPastThePooler(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	db, err := postgres.Open("postgres://127.0.0.1:1/none", postgres.PoolOptions{Direct: h.DB.DSN()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	listens, heard, over := make(chan struct{}, 1), make(chan uuid.UUID, 1), make(chan error, 1)
	go func() {
		over <- store.NewFeedLog(db).Listen(ctx, feed.Ears{
			Listening: func() { listens <- struct{}{} }, Heard: func(_ string, tenant uuid.UUID) { heard <- tenant }, Deaf: func(err error) { t.Log(err) },
		})
	}()
	select {
	case <-listens:
	case <-time.After(patience):
		t.Fatal("it never listened")
	}
	require.NoError(t, store.NewFeedLog(h.DB).Poke(ctx, "another", []uuid.UUID{h.Tenant}))
	select {
	case tenant := <-heard:
		require.Equal(t, h.Tenant, tenant)
	case <-time.After(patience):
		t.Fatal("it heard nothing")
	}
	stop()
	require.NoError(t, <-over)
}

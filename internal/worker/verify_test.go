package worker_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/worker"
)

// TestOneNodeVerifiesAtATime: of two nodes, one checks the invariants, again and again, and never both, though a round takes
// longer than the next is due.
func TestOneNodeVerifiesAtATime(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	var running, most, rounds atomic.Int64
	began := make(chan struct{}, 100)
	verify := func(context.Context) error {
		now := running.Add(1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		rounds.Add(1)
		began <- struct{}{}
		<-time.After(1500 * time.Millisecond) // until after the next is due
		running.Add(-1)
		return nil
	}
	node := func(every time.Duration) (stop func()) {
		nothing := func(context.Context) (int64, error) { return 0, nil }
		jobs, err := worker.NewJobs(db.SQL(), postgres.JobSchema, worker.Tasks{
			LayOut: func(context.Context) (int, error) { return 0, nil }, Sweep: nothing, Trim: nothing, SweepSignIns: nothing,
			Verify: verify, VerifyEvery: every,
		}, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- jobs.Run(ctx) }()
		return func() {
			cancel()
			require.NoError(t, <-ended)
		}
	}
	for _, stop := range []func(){node(time.Second), node(time.Second)} {
		defer stop()
	}
	for range 3 {
		select {
		case <-began:
		case <-time.After(30 * time.Second):
			t.Fatalf("only %d rounds began", rounds.Load())
		}
	}
	require.EqualValues(t, 1, most.Load())
}

// TestNobodyVerifiesWhereItIsTurnedOff: the daily jobs run, and it doesn't.
func TestNobodyVerifiesWhereItIsTurnedOff(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	swept := make(chan struct{}, 10)
	nothing := func(context.Context) (int64, error) { return 0, nil }
	jobs, err := worker.NewJobs(db.SQL(), postgres.JobSchema, worker.Tasks{
		LayOut: func(context.Context) (int, error) { return 0, nil }, Trim: nothing, SweepSignIns: nothing,
		Sweep:  func(context.Context) (int64, error) { swept <- struct{}{}; return 0, nil },
		Verify: func(context.Context) error { t.Error("it was told not to"); return nil },
	}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- jobs.Run(ctx) }()
	<-swept
	var queued int
	require.NoError(t, db.SQL().QueryRow(`SELECT count(*) FROM river.river_job WHERE kind = 'verify_invariants'`).Scan(&queued))
	require.Zero(t, queued)
	cancel()
	require.NoError(t, <-ended)
}

package worker_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lib/pq"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/worker"
)

// away is a database that hangs up on whoever calls first, so many times.
type away struct {
	driver.Connector
	times atomic.Int32
}

func (a *away) Connect(ctx context.Context) (driver.Conn, error) {
	if a.times.Add(-1) >= 0 {
		return nil, io.EOF
	}
	return a.Connector.Connect(ctx)
}

// TestTheJobsWaitForTheDatabase: where it is away as the program starts, the queue starts later, and nothing ends.
func TestTheJobsWaitForTheDatabase(t *testing.T) {
	t.Parallel()
	there, err := pq.NewConnector(pgtest.New(t).DSN())
	require.NoError(t, err)
	begin := func(times int32, task chan<- struct{}) (stop context.CancelFunc, ended chan error) {
		connector := &away{Connector: there}
		connector.times.Store(times)
		pool := sql.OpenDB(connector)
		t.Cleanup(func() { _ = pool.Close() })
		count := func(context.Context) (int64, error) { return 0, nil }
		jobs, err := worker.NewJobs(pool, postgres.JobSchema, worker.Tasks{
			LayOut: func(context.Context) (int, error) { task <- struct{}{}; return 0, nil }, Sweep: count, Trim: count, SweepSignIns: count,
		}, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		ended = make(chan error, 1)
		go func() { ended <- jobs.Run(ctx) }()
		return cancel, ended
	}
	t.Run("it comes back", func(t *testing.T) {
		task := make(chan struct{}, 1)
		stop, ended := begin(5, task)
		select {
		case <-task:
		case err := <-ended:
			t.Fatalf("it ended: %v", err)
		case <-time.After(time.Minute):
			t.Fatal("it never began")
		}
		stop()
		require.NoError(t, <-ended)
	})
	t.Run("it never does, and the program is told to stop", func(t *testing.T) {
		stop, ended := begin(1_000_000, nil)
		stop()
		require.NoError(t, <-ended)
	})
}

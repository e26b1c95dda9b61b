package worker_test

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/worker"
)

// slowDesk takes so long for a tenant.
type slowDesk time.Duration

func (d slowDesk) CatchUp(context.Context, uuid.UUID) (int, error) {
	<-time.After(time.Duration(d))
	return 0, nil
}

// always is an agenda on which a tenant stands.
type always struct{}

func (always) Due(context.Context, time.Duration) ([]worker.Due, error) {
	return []worker.Due{{Tenant: uuid.New()}}, nil
}

func TestALoopThatIsStuckShowsIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		loop := worker.NewLoop(always{}, slowDesk(10*time.Minute), slog.New(slog.DiscardHandler))
		<-time.After(time.Minute)
		require.Equal(t, time.Minute, loop.Idle(), "it hasn't been run")
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan error)
		go func() { over <- loop.Run(ctx) }()
		synctest.Wait()
		require.Zero(t, loop.Idle())
		<-time.After(5 * time.Minute)
		require.Equal(t, 5*time.Minute, loop.Idle())
		<-time.After(5*time.Minute + 2*time.Second)
		require.LessOrEqual(t, loop.Idle(), 2*time.Second, "the next round has begun")
		stop()
		require.NoError(t, <-over)
	})
}

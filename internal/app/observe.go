package app

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/metrics"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/tracing"
	"github.com/slotq/slotq/internal/worker"
)

// watchers look on while the rooms work: metrics count, and traces, where they are on, tell what belonged to what.
type watchers struct {
	metrics *metrics.Registry
	tracer  *tracing.Tracer // nil: off
}

var (
	_ booking.Observer = watchers{}
	_ graph.Observer   = watchers{}
	_ worker.Observer  = watchers{}
)

// watching makes the watchers as the environment says.
func watching(ctx context.Context, log *slog.Logger) (watchers, error) {
	tracer, err := tracing.FromEnvironment(ctx, release(), log)
	if err != nil {
		return watchers{}, err
	}
	return watchers{metrics: metrics.New(metrics.Build{Version: release(), Commit: commit()}), tracer: tracer}, nil
}

// commit is what the program was built from; "unknown" where that wasn't kept.
func commit() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				return setting.Value
			}
		}
	}
	return "unknown"
}

// openDB is how a pool is made whose statements are watched; nil: as usual.
func (w watchers) openDB() func(driver.Connector) *sql.DB {
	if w.tracer == nil {
		return nil
	}
	return w.tracer.OpenDB
}

// watchAll shows what can be asked of the rooms at any time.
func (a *App) watchAll() {
	a.readiness = &readiness{db: a.DB, answers: a.serve.Answers()}
	if a.serve.Works() {
		a.readiness.loops = a.loops()
	}
	a.watch.metrics.Pool("requests", a.DB.SQL())
	a.watch.metrics.Backlog(store.NewBacklog(a.DB))
	a.watch.metrics.Live(a.live)
	if a.serve.VerifyEvery > 0 {
		a.watch.metrics.Invariants(a.serve.VerifyEvery, invariant.NewKept(a.DB))
	}
	if !a.serve.Works() {
		return
	}
	a.watch.metrics.Pool("jobs", a.jobsPool.SQL())
	for name, loop := range a.loops() {
		a.watch.metrics.Loop(name, func() float64 { return loop.Idle().Seconds() })
	}
}

// live is what hangs on the process now.
func (a *App) live() metrics.Live {
	heard := a.hub.Stats()
	now := metrics.Live{Subscribers: heard.Subscribers, Lag: heard.Lag}
	if a.endpoint != nil {
		s := a.endpoint.Stats()
		now.Sockets, now.Connections, now.Subscriptions, now.Groups = s.Sockets, s.Connections, s.Streams, s.Groups
		now.Executed, now.Delivered, now.Refused, now.Closed = s.Executed, s.Delivered, s.Refused, s.ClosedByCode
	}
	return now
}

// loops are what the worker never stops to do.
func (a *App) loops() map[string]interface{ Idle() time.Duration } {
	return map[string]interface{ Idle() time.Duration }{"due": a.loop, "errands": a.errands, "layouts": a.layouts}
}

// Command watches a command of the desk.
func (w watchers) Command(ctx context.Context, operation, correlationID string) (context.Context, func(command.Result, error)) {
	ctx, counted := w.metrics.Command(ctx, operation, correlationID)
	if w.tracer == nil {
		return ctx, counted
	}
	ctx, traced := w.tracer.Command(ctx, operation, correlationID)
	return ctx, func(result command.Result, err error) {
		counted(result, err)
		traced(result, err)
	}
}

// Routine watches what the desk does by itself.
func (w watchers) Routine(ctx context.Context, operation string) (context.Context, func(bool, error)) {
	ctx, counted := w.metrics.Routine(ctx, operation)
	if w.tracer == nil {
		return ctx, counted
	}
	ctx, traced := w.tracer.Routine(ctx, operation)
	return ctx, func(did bool, err error) {
		counted(did, err)
		traced(did, err)
	}
}

// Group watches commands that share a transaction.
func (w watchers) Group(commands int, err error) { w.metrics.Group(commands, err) }

// Operation watches an operation of the API.
func (w watchers) Operation(ctx context.Context, kind, name string) (context.Context, func()) {
	w.metrics.Operation(ctx, kind)
	if w.tracer == nil {
		return ctx, func() {}
	}
	return w.tracer.Operation(ctx, kind, name)
}

// Error watches what goes wrong for clients.
func (w watchers) Error(code string) { w.metrics.Error(code) }

// Errand watches an errand of the worker.
func (w watchers) Errand(ctx context.Context, intent uuid.UUID) (context.Context, func(error)) {
	if w.tracer == nil {
		return ctx, func(error) {}
	}
	return w.tracer.Errand(ctx, intent)
}

// provider watches a call to an outside booking system.
func (w watchers) provider(ctx context.Context, call string) (context.Context, func(answer string)) {
	began, traced := time.Now(), func(string) {}
	if w.tracer != nil {
		ctx, traced = w.tracer.Provider(ctx, call)
	}
	return ctx, func(answer string) {
		w.metrics.Called(call, answer, time.Since(began))
		traced(answer)
	}
}

// close sends the traces that are left.
func (w watchers) close() error {
	if w.tracer == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return w.tracer.Close(ctx)
}

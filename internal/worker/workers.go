package worker

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
)

// register is the list of workers. A kind that stands twice is an error at start.
func register(workers *river.Workers, tasks Tasks, log *slog.Logger) error {
	if err := river.AddWorkerSafely(workers, &layOut{do: tasks.LayOut, log: log}); err != nil {
		return err
	}
	if err := river.AddWorkerSafely(workers, &sweep{do: tasks.Sweep, log: log}); err != nil {
		return err
	}
	if err := river.AddWorkerSafely(workers, &sweepSignIns{do: tasks.SweepSignIns, log: log}); err != nil {
		return err
	}
	if err := river.AddWorkerSafely(workers, &verify{do: tasks.Verify}); err != nil {
		return err
	}
	return river.AddWorkerSafely(workers, &trim{do: tasks.Trim, log: log})
}

type layOutArgs struct{}

// Kind names the job.
func (layOutArgs) Kind() string { return "lay_out_slots" }

type layOut struct {
	river.WorkerDefaults[layOutArgs]
	do  func(context.Context) (int, error)
	log *slog.Logger
}

// Work lays slots out.
func (w *layOut) Work(ctx context.Context, _ *river.Job[layOutArgs]) error {
	slots, err := w.do(ctx)
	if slots > 0 {
		w.log.InfoContext(ctx, "slots laid out", "slots", slots)
	}
	return err
}

type sweepArgs struct{}

// Kind names the job.
func (sweepArgs) Kind() string { return "sweep_commands" }

type sweep struct {
	river.WorkerDefaults[sweepArgs]
	do  func(context.Context) (int64, error)
	log *slog.Logger
}

// Work forgets old keys.
func (w *sweep) Work(ctx context.Context, _ *river.Job[sweepArgs]) error {
	commands, err := w.do(ctx)
	if commands > 0 {
		w.log.InfoContext(ctx, "old idempotency keys forgotten", "commands", commands)
	}
	return err
}

type trimArgs struct{}

// Kind names the job.
func (trimArgs) Kind() string { return "trim_events" }

type trim struct {
	river.WorkerDefaults[trimArgs]
	do  func(context.Context) (int64, error)
	log *slog.Logger
}

// Work forgets old events.
func (w *trim) Work(ctx context.Context, _ *river.Job[trimArgs]) error {
	events, err := w.do(ctx)
	if events > 0 {
		w.log.InfoContext(ctx, "old events forgotten", "events", events)
	}
	return err
}

type sweepSignInsArgs struct{}

// Kind names the job.
func (sweepSignInsArgs) Kind() string { return "sweep_sign_ins" }

type sweepSignIns struct {
	river.WorkerDefaults[sweepSignInsArgs]
	do  func(context.Context) (int64, error)
	log *slog.Logger
}

// Work forgets who signed in long ago.
func (w *sweepSignIns) Work(ctx context.Context, _ *river.Job[sweepSignInsArgs]) error {
	rows, err := w.do(ctx)
	if rows > 0 {
		w.log.InfoContext(ctx, "old sessions and sign-ins forgotten", "rows", rows)
	}
	return err
}

type verifyArgs struct{}

// Kind names the job.
func (verifyArgs) Kind() string { return "verify_invariants" }

type verify struct {
	river.WorkerDefaults[verifyArgs]
	do func(context.Context) error
}

// Timeout is when a round is cut short; the next one takes it up.
func (w *verify) Timeout(*river.Job[verifyArgs]) time.Duration { return stuck - 2*time.Minute }

// NextRetry is soon, however often it failed: while a failed round waits, no other is added.
func (w *verify) NextRetry(*river.Job[verifyArgs]) time.Time { return time.Now().Add(time.Minute) }

// Work checks the invariants. What is broken is no failure of the job: it is kept for people to see.
func (w *verify) Work(ctx context.Context, _ *river.Job[verifyArgs]) error {
	return w.do(ctx)
}

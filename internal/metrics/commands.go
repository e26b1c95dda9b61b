package metrics

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
)

// Outcomes of a command besides those that its caller is shown.
const (
	refused     = "REFUSED"     // it was never looked at: the role lacks the capability, the key or the input is unusable
	limited     = "LIMITED"     // too many at once
	unavailable = "UNAVAILABLE" // nothing happened; it may be asked again
	failed      = "ERROR"       // a fault of ours
)

// Commands counts what the desk does, for people and by itself.
type Commands struct {
	commands *prometheus.CounterVec
	replays  *prometheus.CounterVec
	took     *prometheus.HistogramVec
	groups   *prometheus.HistogramVec
	routines *prometheus.CounterVec
	worked   *prometheus.HistogramVec
}

func newCommands(registry prometheus.Registerer) *Commands {
	c := &Commands{
		commands: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "slotq_commands_total", Help: "Commands by operation, outcome, and the code of the problem, if there was one.",
		}, []string{"operation", "outcome", "problem"}),
		replays: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "slotq_command_replays_total", Help: "Commands that were answered from the ledger: the same key came again.",
		}, []string{"operation"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "slotq_command_seconds", Help: "How long commands took, from the permission to the commit.", Buckets: latencies,
		}, []string{"operation"}),
		groups: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "slotq_command_group_size", Help: "How many commands shared a transaction, where more than one did: DONE, or AGAIN in parts.", Buckets: []float64{2, 4, 8, 16, 32, 64},
		}, []string{"outcome"}),
		routines: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "slotq_routines_total", Help: "What the program did by itself, by operation: DONE, NOTHING to do, ERROR.",
		}, []string{"operation", "outcome"}),
		worked: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "slotq_routine_seconds", Help: "How long it took to do it.", Buckets: latencies,
		}, []string{"operation"}),
	}
	registry.MustRegister(c.commands, c.replays, c.took, c.groups, c.routines, c.worked)
	return c
}

// Command begins to watch a command; the function that is returned is told what came of it.
func (c *Commands) Command(ctx context.Context, operation, _ string) (context.Context, func(command.Result, error)) {
	began := time.Now()
	return ctx, func(result command.Result, err error) {
		c.took.WithLabelValues(operation).Observe(time.Since(began).Seconds())
		code := ""
		if err == nil && result.Problem != nil {
			code = string(result.Problem.Code)
		}
		c.commands.WithLabelValues(operation, outcome(result, err), code).Inc()
		if result.Replayed {
			c.replays.WithLabelValues(operation).Inc()
		}
	}
}

// Group counts commands that shared a transaction.
func (c *Commands) Group(commands int, err error) {
	what := "DONE"
	if err != nil {
		what = "AGAIN"
	}
	c.groups.WithLabelValues(what).Observe(float64(commands))
}

func outcome(result command.Result, err error) string {
	var invalid *problem.Invalid
	var tooMany *problem.RateLimited
	switch {
	case err == nil && result.Outcome != "":
		return string(result.Outcome)
	case errors.Is(err, problem.ErrForbidden), errors.Is(err, problem.ErrInvalidKey), errors.As(err, &invalid):
		return refused
	case errors.As(err, &tooMany):
		return limited
	case errors.Is(err, problem.ErrUnavailable):
		return unavailable
	}
	return failed // a panic has neither result nor error
}

// Routine begins to watch something that the program does by itself; likewise.
func (c *Commands) Routine(ctx context.Context, operation string) (context.Context, func(did bool, err error)) {
	began := time.Now()
	return ctx, func(did bool, err error) {
		c.worked.WithLabelValues(operation).Observe(time.Since(began).Seconds())
		what := "NOTHING"
		switch {
		case err != nil:
			what = failed
		case did:
			what = "DONE"
		}
		c.routines.WithLabelValues(operation, what).Inc()
	}
}

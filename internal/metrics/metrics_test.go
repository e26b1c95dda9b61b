package metrics_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/metrics"
	"github.com/slotq/slotq/internal/problem"
)

// figures counts the samples of a metric and adds them up.
func figures(t *testing.T, r *metrics.Registry, name string) (samples int, sum float64) {
	t.Helper()
	families, err := r.Gatherer().Gather()
	require.NoError(t, err)
	for _, family := range families {
		if family.GetName() == name {
			for _, m := range family.GetMetric() {
				samples++
				sum += m.GetGauge().GetValue() + m.GetCounter().GetValue()
			}
		}
	}
	return samples, sum
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		result command.Result
		err    error
	}{
		"COMMITTED":   {result: command.Result{Outcome: command.Committed}},
		"REJECTED":    {result: command.Result{Outcome: command.Rejected, Problem: problem.New(problem.SlotOccupied, "Taken.")}},
		"REFUSED":     {err: fmt.Errorf("holdSlot: %w", problem.ErrForbidden)},
		"LIMITED":     {err: fmt.Errorf("holdSlot: %w", &problem.RateLimited{})},
		"UNAVAILABLE": {err: fmt.Errorf("holdSlot: %w", problem.ErrUnavailable)},
		"ERROR":       {err: errors.New("a bug")},
	} {
		r := metrics.New(metrics.Build{Version: "1", Commit: "x"})
		_, ended := r.Command(context.Background(), "holdSlot", "call-1")
		ended(c.result, c.err)
		families, err := r.Gatherer().Gather()
		require.NoError(t, err)
		found := ""
		for _, family := range families {
			if family.GetName() == "slotq_commands_total" {
				for _, label := range family.GetMetric()[0].GetLabel() {
					found += " " + label.GetName() + "=" + label.GetValue()
				}
			}
		}
		code := ""
		if c.result.Problem != nil {
			code = "SLOT_OCCUPIED"
		}
		require.Equal(t, " operation=holdSlot outcome="+want+" problem="+code, found)
	}
	r := metrics.New(metrics.Build{})
	_, ended := r.Command(context.Background(), "holdSlot", "")
	ended(command.Result{}, nil) // it panicked
	samples, sum := figures(t, r, "slotq_commands_total")
	require.Equal(t, 1, samples)
	require.InDelta(t, 1, sum, 0)
}

func TestUnknownCodesAreNoLabels(t *testing.T) {
	t.Parallel()
	r := metrics.New(metrics.Build{})
	for _, code := range []string{"INTERNAL", "", "sq.secret", "whatever a library says"} {
		r.Error(code)
	}
	samples, _ := figures(t, r, "slotq_graphql_errors_total")
	require.Equal(t, 2, samples)
}

// backlogOf is a backlog that counts how often it is read.
type backlogOf struct {
	reads int
	err   error
}

func (b *backlogOf) Waiting(context.Context) ([]metrics.Waiting, []metrics.Job, error) {
	b.reads++
	return []metrics.Waiting{{Thing: "hold", State: "lapsed", Count: 3, Oldest: 2 * time.Second}, {Thing: "hold", State: "live", Count: 1, Oldest: -time.Minute}},
		[]metrics.Job{{Kind: "trim_events", State: "available", Count: 2, Oldest: time.Second}}, b.err
}

// checksOf is what checks have found; it counts how often it is read.
type checksOf struct {
	reads int
	err   error
}

func (c *checksOf) Checks(context.Context) ([]metrics.Check, error) {
	c.reads++
	return []metrics.Check{{Name: "slot-counter", Breaches: 2, Age: time.Minute}, {Name: "walls-stand", Age: time.Second}}, c.err
}

func TestChecksAreReadNowAndThen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := &checksOf{}
		r := metrics.New(metrics.Build{})
		r.Invariants(10*time.Minute, source)
		for seconds := range 30 {
			samples, broken := figures(t, r, "slotq_invariant_breaches")
			require.Equal(t, 2, samples)
			require.InDelta(t, 2, broken, 0)
			_, age := figures(t, r, "slotq_invariant_checked_age_seconds")
			require.InDelta(t, 61+2*(seconds%15), age, 0, "they age between two looks")
			<-time.After(time.Second)
		}
		require.Equal(t, 2, source.reads)
		_, every := figures(t, r, "slotq_invariant_every_seconds")
		require.InDelta(t, 600, every, 0)

		source.err = errors.New("no database")
		<-time.After(15 * time.Second)
		samples, _ := figures(t, r, "slotq_invariant_breaches")
		require.Zero(t, samples, "an old figure would look like a good one")
	})
}

func TestBacklogIsReadNowAndThen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := &backlogOf{}
		r := metrics.New(metrics.Build{})
		r.Backlog(source)
		for range 30 { // half a minute of impatience
			samples, oldest := figures(t, r, "slotq_waiting_oldest_seconds")
			require.Equal(t, 2, samples)
			require.InDelta(t, 2, oldest, 0, "what is before its deadline has not waited")
			<-time.After(time.Second)
		}
		require.Equal(t, 2, source.reads)

		source.err = errors.New("no database")
		<-time.After(15 * time.Second)
		for range 3 {
			samples, _ := figures(t, r, "slotq_waiting")
			require.Zero(t, samples, "an old figure would look like a good one")
			_, up := figures(t, r, "slotq_waiting_up")
			require.Zero(t, up)
		}
		require.Equal(t, 3, source.reads, "what fails isn't asked more often")
	})
}

package metrics_test

import (
	"context"
	"database/sql"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "github.com/lib/pq" // a pool that connects to nothing
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/metrics"
)

// everyName is the name of every figure that a process may show, once each was told something.
func everyName(t *testing.T) map[string]bool {
	t.Helper()
	r := metrics.New(metrics.Build{Version: "1", Commit: "x"})
	pool, err := sql.Open("postgres", "host=127.0.0.1")
	require.NoError(t, err)
	t.Cleanup(func() { _ = pool.Close() })
	one := func() float64 { return 1 }
	r.Pool("requests", pool)
	r.Backlog(&backlogOf{})
	r.Invariants(time.Minute, &checksOf{})
	r.Loop("due", one)
	r.Live(func() metrics.Live { return metrics.Live{Closed: map[int]uint64{1000: 1}} })
	ctx := r.Request(context.Background())
	r.Operation(ctx, "query")
	r.Responded(ctx, metrics.Response{Door: "graphql", Status: 200, Took: time.Second})
	r.Error("INTERNAL")
	r.Called("book", "DONE", time.Second)
	_, ended := r.Command(ctx, "holdSlot", "")
	ended(command.Result{Outcome: command.Committed, Replayed: true}, nil)
	r.Group(2, nil)
	_, done := r.Routine(ctx, "lapseHold")
	done(true, nil)
	families, err := r.Gatherer().Gather()
	require.NoError(t, err)
	names := map[string]bool{"up": true} // Prometheus' own
	for _, family := range families {
		names[family.GetName()] = true
	}
	return names
}

var (
	metricName = regexp.MustCompile(`\b(?:slotq|go|process)_[a-z_]+\b|\bup\b`)
	parts      = regexp.MustCompile(`_(bucket|sum|count)$`)
	quoted     = regexp.MustCompile(`"[^"]*"`)
)

// known demands that all figures in an expression exist.
func known(t *testing.T, names map[string]bool, expression string) {
	t.Helper()
	found := metricName.FindAllString(quoted.ReplaceAllString(expression, `""`), -1)
	require.NotEmpty(t, found, expression)
	for _, name := range found {
		require.True(t, names[name] || names[parts.ReplaceAllString(name, "")], "%s is no figure of ours: %s", name, expression)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile("../../" + path)
	require.NoError(t, err)
	return string(raw)
}

func TestTheDashboardShowsWhatThereIs(t *testing.T) {
	t.Parallel()
	board, names := read(t, "ops/grafana/slotq.json"), everyName(t)
	require.True(t, gjson.Valid(board))
	var rows []string
	targets := 0
	for _, panel := range gjson.Get(board, "panels").Array() {
		if panel.Get("type").String() == "row" {
			rows = append(rows, panel.Get("title").String())
		}
		for _, target := range panel.Get("targets").Array() {
			targets++
			known(t, names, target.Get("expr").String())
		}
	}
	require.Equal(t, []string{"Traffic", "Commands", "Queue", "Feed", "Database", "Workers"}, rows)
	require.Greater(t, targets, 30)
}

func TestTheRulesWatchWhatThereIs(t *testing.T) {
	t.Parallel()
	names, manual := everyName(t), read(t, "docs/operations.md")
	tested := read(t, "ops/prometheus/alerts_test.yml")
	rules := strings.Split(read(t, "ops/prometheus/alerts.yml"), "- alert: ")[1:]
	require.NotEmpty(t, rules)
	for _, rule := range rules {
		name, rest, _ := strings.Cut(rule, "\n")
		_, expression, _ := strings.Cut(rest, "expr:")
		expression, _, _ = strings.Cut(expression, "labels:")
		expression, _, _ = strings.Cut(expression, "for: ")
		known(t, names, expression)
		require.Contains(t, rest, "runbook: docs/operations.md#"+strings.ToLower(name)+"\n", name)
		require.Contains(t, manual, "\n### "+name+"\n", "what to do")
		require.Contains(t, tested, name, "a test that shows it firing")
	}
}

func TestTheManualNamesEveryFigure(t *testing.T) {
	t.Parallel()
	manual := read(t, "docs/operations.md")
	for name := range everyName(t) {
		if strings.HasPrefix(name, "slotq_") {
			require.Contains(t, manual, "`"+name+"`")
		}
	}
}

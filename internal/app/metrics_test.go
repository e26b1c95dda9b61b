package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/pgtest"
)

// shownOn serves metrics on a free address.
func shownOn(s *config.Serve) { s.MetricsAddr = "127.0.0.1:0" }

// scrape reads the metrics as Prometheus does.
func (p *program) scrape() map[string]*dto.MetricFamily {
	p.t.Helper()
	a := p.as("").send(http.MethodGet, p.shown, "", http.Header{})
	require.Equal(p.t, http.StatusOK, a.status)
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(a.raw + "\n"))
	require.NoError(p.t, err)
	return families
}

// figure adds up the samples of a metric whose labels have these values: name, value, name, value.
func figure(families map[string]*dto.MetricFamily, name string, labels ...string) (sum float64, samples int) {
	for _, m := range families[name].GetMetric() {
		have := map[string]string{}
		for _, pair := range m.GetLabel() {
			have[pair.GetName()] = pair.GetValue()
		}
		fits := true
		for i := 0; i < len(labels); i += 2 {
			fits = fits && have[labels[i]] == labels[i+1]
		}
		if fits {
			sum += m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			samples++
		}
	}
	return sum, samples
}

// allowedLabels are all labels that a figure may have, and what their values look like. A new one is a decision.
var allowedLabels = map[string]*regexp.Regexp{
	"operation": regexp.MustCompile(`^[a-z][A-Za-z]{2,30}$`), "outcome": regexp.MustCompile(`^[A-Z_]{4,20}$`), "problem": regexp.MustCompile(`^[A-Z_]{0,30}$`),
	"code": regexp.MustCompile(`^([A-Z_]{5,30}|\d{1,4})$`), "door": regexp.MustCompile(`^(graphql|calendar|reception)$`), "status": regexp.MustCompile(`^[1-5]\d\d$`),
	"kind": regexp.MustCompile(`^(query|mutation|subscription|socket|none|lay_out_slots|sweep_[a-z_]+|trim_events|verify_invariants)$`), "check": regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`),
	"thing": regexp.MustCompile(`^[a-z_]{4,12}$`), "state": regexp.MustCompile(`^[a-z_]{3,20}$`), "call": regexp.MustCompile(`^(book|cancel|find)$`),
	"loop": regexp.MustCompile(`^(due|errands|layouts)$`), "db_name": regexp.MustCompile(`^(requests|jobs)$`),
	"version": regexp.MustCompile(`^[\w.+()-]{1,60}$`), "commit": regexp.MustCompile(`^([0-9a-f]{40}|unknown)$`), "go": regexp.MustCompile(`^go1[\d.]+`),
	"quantile": regexp.MustCompile(`^[01](\.\d+)?$`), "le": regexp.MustCompile(`^[\d.e+Inf]+$`), "cause": regexp.MustCompile(`^[a-z_]+$`),
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	p := start(t, shownOn)
	w := newWorld(t, p)
	n := w.tenant
	taken := n.evening()
	held := vars{"slotIds": []string{taken}, "partySize": 2, "idempotencyKey": key()}
	n.guest.commit("holdSlot", held)
	n.guest.commit("holdSlot", held)
	n.other.try("holdSlot", vars{"slotIds": []string{taken}, "partySize": 2, "idempotencyKey": key()})
	n.guest.try("adjustCapacity", vars{"slotId": taken, "capacity": 2, "reason": n.canary, "expectedVersion": 1, "idempotencyKey": key()})
	for _, query := range []string{`{ nothing }`, `query Ahn { viewer { id } }`, `{`, `query ` + n.canary[:6] + uuid.NewString()[:8] + ` { serverTime }`} {
		n.guest.ask(query, nil)
	}
	p.as("sq."+strings.Repeat("A", 43)+"."+strings.Repeat("B", 43)).ask(`{ viewer { id } }`, nil)
	n.guest.send("BREW", n.guest.at, "", http.Header{})
	root := strings.TrimSuffix(p.at, "/graphql")
	session := p.as("").send(http.MethodGet, root+"/auth/session", "", http.Header{"X-Correlation-Id": {"metrics-1"}})
	require.Equal(t, "metrics-1", session.header.Get("X-Correlation-Id"), "a call at reception has a name as any other")
	p.as("").send(http.MethodGet, root+"/auth/"+n.canary, "", http.Header{})
	n.guest.watch("reservationChanged", vars{"id": n.venueID()})
	asked := n.guest.accept("requestReservation", vars{"slotIds": []string{n.evening()}, "partySize": 2}).Get("intent.id").String()
	n.guest.intentIn("SUCCEEDED", asked)

	admin := pgtest.Admin(t, p.db)
	require.Eventually(t, func() bool { // River takes its time to elect who adds the daily jobs; the figures are read at the first look, and then for 15 s not again
		var jobs int
		require.NoError(t, admin.QueryRowContext(t.Context(), `SELECT count(*) FROM river.river_job WHERE kind = 'sweep_commands'`).Scan(&jobs))
		return jobs > 0
	}, 3*patience, 50*time.Millisecond)
	families := p.scrape()
	atLeast := func(least float64, name string, labels ...string) {
		t.Helper()
		got, samples := figure(families, name, labels...)
		require.Positive(t, samples, "%s %v isn't there", name, labels)
		require.GreaterOrEqual(t, got, least, "%s %v", name, labels)
	}
	atLeast(2, "slotq_commands_total", "operation", "holdSlot", "outcome", "COMMITTED", "problem", "")
	atLeast(1, "slotq_commands_total", "operation", "holdSlot", "outcome", "REJECTED", "problem", "SLOT_OCCUPIED")
	atLeast(1, "slotq_commands_total", "operation", "requestReservation", "outcome", "ACCEPTED")
	atLeast(1, "slotq_command_replays_total", "operation", "holdSlot")
	atLeast(3, "slotq_command_seconds", "operation", "holdSlot")
	atLeast(1, "slotq_routines_total", "operation", "advanceIntent", "outcome", "DONE")
	atLeast(1, "slotq_http_requests_total", "door", "graphql", "kind", "mutation", "status", "200")
	atLeast(1, "slotq_http_requests_total", "door", "graphql", "kind", "none", "status", "405")
	atLeast(1, "slotq_http_requests_total", "door", "reception", "kind", "none", "status", "404")
	atLeast(2, "slotq_http_request_seconds", "door", "reception")
	atLeast(1, "slotq_graphql_operations_total", "kind", "subscription")
	atLeast(1, "slotq_graphql_errors_total", "code", "FORBIDDEN")
	atLeast(1, "slotq_graphql_errors_total", "code", "GRAPHQL_PARSE_FAILED")
	atLeast(2, "slotq_waiting", "thing", "hold", "state", "live")
	atLeast(1, "slotq_waiting", "thing", "offer", "state", "live")
	atLeast(1, "slotq_waiting", "thing", "attempt", "state", "unknown")
	atLeast(1, "slotq_waiting", "thing", "approval", "state", "pending")
	atLeast(0, "slotq_waiting_oldest_seconds", "thing", "audit_entry", "state", "unsealed")
	atLeast(1, "slotq_waiting_up")
	atLeast(1, "slotq_jobs", "kind", "sweep_commands")
	atLeast(0, "slotq_worker_loop_idle_seconds", "loop", "due")
	atLeast(1, "slotq_sockets")
	atLeast(1, "slotq_connections")
	atLeast(1, "slotq_subscriptions")
	atLeast(1, "slotq_feed_subscribers")
	atLeast(0, "slotq_feed_lag_seconds")
	atLeast(1, "go_sql_open_connections", "db_name", "requests")
	atLeast(1, "slotq_build_info")
	atLeast(1, "process_open_fds")
	atLeast(1, "go_goroutines")

	id := regexp.MustCompile(`(?i)[0-9a-f]{8}-?[0-9a-f]{4}|canary|@|\+\d{6}|\b[a-z]{2}_[\w-]{20}`)
	for name, family := range families {
		for _, m := range family.GetMetric() {
			for _, pair := range m.GetLabel() {
				shape := allowedLabels[pair.GetName()]
				require.NotNil(t, shape, "%s has a label %q that nobody has allowed", name, pair.GetName())
				require.Regexp(t, shape, pair.GetValue(), "%s{%s}", name, pair.GetName())
				if pair.GetName() != "commit" && pair.GetName() != "version" {
					require.NotRegexp(t, id, pair.GetValue(), "%s{%s}", name, pair.GetName())
				}
			}
		}
	}
}

func TestThePrivateAddress(t *testing.T) {
	t.Parallel()
	p := start(t, shownOn, apiOnly)
	base := strings.TrimSuffix(p.shown, "/metrics")
	for path, status := range map[string]int{"/metrics": 200, "/healthz": 200, "/readyz": 200, "/debug/pprof/": 200, "/debug/pprof/cmdline": 200, "/graphql": 404, "/": 404} {
		require.Equal(t, status, p.as("").send(http.MethodGet, base+path, "", http.Header{}).status, path)
	}
}

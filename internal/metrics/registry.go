package metrics

import (
	"database/sql"
	"net/http"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Build says which program runs.
type Build struct{ Version, Commit string }

// Registry is every figure of one process. It is safe for concurrent use.
type Registry struct {
	*Commands
	*Requests
	*Providers
	registry *prometheus.Registry
}

// New makes the figures of a process: its build, the Go runtime, the process itself, and what the rooms tell of their work.
func New(build Build) *Registry {
	registry := prometheus.NewRegistry()
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "slotq_build_info", Help: "Always 1; the labels say which program runs.",
		ConstLabels: prometheus.Labels{"version": build.Version, "commit": build.Commit, "go": runtime.Version()},
	})
	info.Set(1)
	registry.MustRegister(info, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return &Registry{registry: registry, Commands: newCommands(registry), Requests: newRequests(registry), Providers: newProviders(registry)}
}

// Pool adds the figures of a pool of database connections under a name of ours, such as "requests".
func (r *Registry) Pool(name string, pool *sql.DB) {
	r.registry.MustRegister(collectors.NewDBStatsCollector(pool, name))
}

// Handler serves the figures in the forms that Prometheus reads.
func (r *Registry) Handler() http.Handler {
	return promhttp.HandlerFor(r.registry, promhttp.HandlerOpts{Registry: r.registry, MaxRequestsInFlight: 4})
}

// Gatherer reads the figures.
func (r *Registry) Gatherer() prometheus.Gatherer { return r.registry }

// latencies are the upper ends of the buckets in seconds, from a cached answer to the longest that a transaction may take.
var latencies = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

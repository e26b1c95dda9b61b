package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Providers counts what outside booking systems are asked. They are not told apart: which there are is the tenants' business.
type Providers struct {
	calls *prometheus.CounterVec
	took  *prometheus.HistogramVec
}

func newProviders(registry prometheus.Registerer) *Providers {
	p := &Providers{
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "slotq_provider_calls_total", Help: "Calls to outside booking systems by what was asked (book, cancel, find) and what was understood.",
		}, []string{"call", "outcome"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "slotq_provider_call_seconds", Help: "How long outside booking systems took.", Buckets: append(latencies, 30, 60),
		}, []string{"call"}),
	}
	registry.MustRegister(p.calls, p.took)
	return p
}

// Called counts a call that has ended, with the kind of answer or sighting that it came to.
func (p *Providers) Called(call, outcome string, took time.Duration) {
	p.calls.WithLabelValues(call, outcome).Inc()
	p.took.WithLabelValues(call).Observe(took.Seconds())
}

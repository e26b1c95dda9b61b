package metrics

import "github.com/prometheus/client_golang/prometheus"

// Loop adds the figure of a loop of the worker: how many seconds ago it last began a round.
func (r *Registry) Loop(name string, idle func() float64) {
	r.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "slotq_worker_loop_idle_seconds", Help: "How long ago a loop of the worker last began a round; they do every second.",
		ConstLabels: prometheus.Labels{"loop": name},
	}, idle))
}

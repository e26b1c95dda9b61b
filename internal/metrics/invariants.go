package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Check is what was last found of one invariant, over all tenants, and how long ago that was for the tenant that has gone
// unchecked for longest.
type Check struct {
	Name     string
	Breaches int64
	Age      time.Duration
}

// Invariants reads what the checks have found, in one short transaction.
type Invariants interface {
	Checks(ctx context.Context) ([]Check, error)
}

// Invariants adds the figures of the checks, of which a round is due so often. Every process that shows them shows the same:
// take the largest.
func (r *Registry) Invariants(every time.Duration, source Invariants) {
	r.registry.MustRegister(&invariants{
		source: source, due: every,
		breaches: prometheus.NewDesc("slotq_invariant_breaches",
			"Rows that break an invariant, as last checked, over all tenants; of one tenant at most 100 count.", []string{"check"}, nil),
		age: prometheus.NewDesc("slotq_invariant_checked_age_seconds",
			"For how long an invariant has gone unchecked for some tenant, at the most.", []string{"check"}, nil),
		every: prometheus.NewDesc("slotq_invariant_every_seconds", "How often a round of the checks is due.", nil, nil),
	})
}

// invariants asks at most every 15 seconds. What couldn't be read isn't shown.
type invariants struct {
	source               Invariants
	due                  time.Duration
	breaches, age, every *prometheus.Desc

	mu     sync.Mutex
	read   time.Time
	checks []Check
}

// Describe names the figures.
func (i *invariants) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{i.breaches, i.age, i.every} {
		to <- d
	}
}

// Collect shows the figures. Those who come while they are read wait for the same answer.
func (i *invariants) Collect(to chan<- prometheus.Metric) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.read.IsZero() || time.Since(i.read) >= readEvery {
		ctx, cancel := context.WithTimeout(context.Background(), readPatience)
		defer cancel()
		checks, err := i.source.Checks(ctx)
		if err != nil {
			checks = nil
		}
		i.checks, i.read = checks, time.Now()
	}
	to <- prometheus.MustNewConstMetric(i.every, prometheus.GaugeValue, i.due.Seconds())
	for _, c := range i.checks {
		to <- prometheus.MustNewConstMetric(i.breaches, prometheus.GaugeValue, float64(c.Breaches), c.Name)
		to <- prometheus.MustNewConstMetric(i.age, prometheus.GaugeValue, (c.Age + time.Since(i.read)).Seconds(), c.Name)
	}
}

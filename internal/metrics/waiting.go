package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Waiting is how many things of a kind are unfinished in a state, over all tenants, and for how long the oldest of them has
// been by the database's clock. Of what has a deadline, the age counts from there.
type Waiting struct {
	Thing, State string
	Count        int64
	Oldest       time.Duration
}

// Job is how many jobs of a kind are in a state of the queue, and how long the oldest of those that could run has waited.
type Job struct {
	Kind, State string
	Count       int64
	Oldest      time.Duration
}

// Backlog reads what is unfinished, in one short transaction.
type Backlog interface {
	Waiting(ctx context.Context) ([]Waiting, []Job, error)
}

const (
	readEvery    = 15 * time.Second // however often the figures are collected
	readPatience = 3 * time.Second
)

// Backlog adds the figures of what is unfinished. Every process that shows them shows the same: take the largest.
func (r *Registry) Backlog(b Backlog) {
	r.registry.MustRegister(&backlog{
		source: b,
		count: prometheus.NewDesc("slotq_waiting", "Things that are unfinished, by what they are and how they stand, over all tenants.",
			[]string{"thing", "state"}, nil),
		oldest: prometheus.NewDesc("slotq_waiting_oldest_seconds", "For how long the oldest of them has been unfinished; past its deadline, if it has one.",
			[]string{"thing", "state"}, nil),
		jobs: prometheus.NewDesc("slotq_jobs", "Jobs of the queue by kind and state.", []string{"kind", "state"}, nil),
		oldestJob: prometheus.NewDesc("slotq_job_oldest_seconds", "For how long the oldest job that could run has waited.",
			[]string{"kind"}, nil),
		up:  prometheus.NewDesc("slotq_waiting_up", "Whether what is unfinished could be read at the last look: 1 or 0.", nil, nil),
		age: prometheus.NewDesc("slotq_waiting_age_seconds", "How old these figures are.", nil, nil),
	})
}

// backlog asks at most every 15 seconds and shows what it heard last. What couldn't be read isn't shown: an old figure would
// look like a good one.
type backlog struct {
	source                                  Backlog
	count, oldest, jobs, oldestJob, up, age *prometheus.Desc

	mu      sync.Mutex
	read    time.Time
	failed  bool
	waiting []Waiting
	queue   []Job
}

// Describe names the figures.
func (b *backlog) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{b.count, b.oldest, b.jobs, b.oldestJob, b.up, b.age} {
		to <- d
	}
}

// Collect shows the figures. Those who come while they are read wait for the same answer.
func (b *backlog) Collect(to chan<- prometheus.Metric) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.read.IsZero() || time.Since(b.read) >= readEvery {
		ctx, cancel := context.WithTimeout(context.Background(), readPatience)
		defer cancel()
		var err error
		b.waiting, b.queue, err = b.source.Waiting(ctx)
		b.read, b.failed = time.Now(), err != nil
	}
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	gauge(b.age, time.Since(b.read).Seconds())
	if b.failed {
		gauge(b.up, 0)
		return
	}
	gauge(b.up, 1)
	for _, w := range b.waiting {
		gauge(b.count, float64(w.Count), w.Thing, w.State)
		gauge(b.oldest, max(w.Oldest, 0).Seconds(), w.Thing, w.State)
	}
	oldest := map[string]time.Duration{}
	for _, j := range b.queue {
		gauge(b.jobs, float64(j.Count), j.Kind, j.State)
		oldest[j.Kind] = max(oldest[j.Kind], j.Oldest)
	}
	for kind, age := range oldest {
		gauge(b.oldestJob, age.Seconds(), kind)
	}
}

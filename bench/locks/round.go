package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
)

// measured is one round: a load under a strategy with so many callers.
type measured struct {
	Load      string             `json:"load"`
	Strategy  string             `json:"strategy"`
	Callers   int                `json:"callers"`
	Round     int                `json:"round"`
	Seconds   float64            `json:"seconds"`
	Booked    int                `json:"booked"`
	Refused   int                `json:"refused"`
	Failed    int                `json:"failed"`
	Why       map[string]int     `json:"why,omitempty"` // it failed
	Retries   int                `json:"retries"`
	P50       float64            `json:"p50_ms"` // of acknowledged bookings, from asking
	P95       float64            `json:"p95_ms"`
	P99       float64            `json:"p99_ms"`
	NoP50     float64            `json:"refused_p50_ms"` // of refusals
	NoP99     float64            `json:"refused_p99_ms"`
	Waiting   map[string]float64 `json:"waiting,omitempty"` // connections that waited for a lock, on average, by what was locked
	LongWaits int                `json:"waits_over_200ms"`
	Deadlocks int64              `json:"deadlocks"`
	WAL       int64              `json:"wal_bytes"`
	CPU       float64            `json:"cpu_s"` // of the server; -1: the system doesn't tell
}

// answered counts those who know how it ended.
func (m measured) answered() int { return m.Booked + m.Refused }

// rate is answers a second.
func (m measured) rate() float64 { return float64(m.answered()) / m.Seconds }

// played runs one round and checks what it left.
func played(ctx context.Context, h *house, l load, s strategy, callers, nth int, seconds float64, seed uint64) (m measured, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s, %s, %d callers: %w", l.name, s.name, callers, err)
		}
	}()
	m = measured{Load: l.name, Strategy: s.name, Callers: callers, Round: nth}
	pool, err := h.pool(callers)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	c := &crowd{desk: desk{strategy: s, tenant: h.tenant, venue: uuid.New()}, capacity: l.capacity, answers: make([][]answer, callers)}
	c.seed = seed + uint64(nth) //nolint:gosec // a small number
	if c.slots, err = h.lay(ctx, c.desk.venue, l.slots(seconds, callers), l.capacity); err != nil {
		return m, err
	}
	if c.conns, err = h.gather(ctx, pool, s, callers); err != nil {
		return m, err
	}
	w, err := startWatch(ctx, h)
	if err != nil {
		return m, errors.Join(err, dismiss(c.conns))
	}
	defer func() { err = errors.Join(err, w.close()) }()
	start := time.Now()
	err = l.run(ctx, c, start.Add(time.Duration(seconds*float64(time.Second))))
	m.Seconds = rounded(time.Since(start).Seconds())
	spent, watched := w.stop(ctx)
	if err = errors.Join(err, watched); err == nil {
		err = askAgain(ctx, c, 10)
	}
	if err = errors.Join(err, dismiss(c.conns), pool.Close()); err != nil {
		return m, err
	}
	if m.Deadlocks, m.LongWaits, err = w.settle(ctx); err != nil {
		return m, err
	}
	m.count(c, spent)
	return m, check(ctx, h, c)
}

func (m *measured) count(c *crowd, spent cost) {
	var yes, no []time.Duration
	m.Why = map[string]int{}
	for _, a := range slices.Concat(c.answers...) {
		m.Retries += a.tries - 1
		switch a.outcome {
		case booked:
			yes = append(yes, a.took)
		case refused:
			no = append(no, a.took)
		default:
			m.Failed++
			m.Why[a.why]++
		}
	}
	slices.Sort(yes)
	slices.Sort(no)
	m.Booked, m.Refused = len(yes), len(no)
	m.P50, m.P95, m.P99 = quantile(yes, 0.5), quantile(yes, 0.95), quantile(yes, 0.99)
	m.NoP50, m.NoP99 = quantile(no, 0.5), quantile(no, 0.99)
	m.WAL, m.Waiting, m.CPU = spent.wal, spent.waiting, -1
	if spent.cpu >= 0 {
		m.CPU = rounded(spent.cpu.Seconds())
	}
}

// quantile of sorted durations, in milliseconds.
func quantile(sorted []time.Duration, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	took := sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
	return rounded(float64(took.Microseconds()) / 1000)
}

func rounded(v float64) float64 { return math.Round(v*1000) / 1000 }

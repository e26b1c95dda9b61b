package main

import (
	"cmp"
	"slices"
)

// figure is what the rounds of a load under a strategy with so many callers say together: medians, and of the rate the spread.
type figure struct {
	Figure    string         `json:"figure"` // locks_race, locks_rush, locks_spread
	Of        string         `json:"of"`
	Callers   int            `json:"callers"`
	Rounds    int            `json:"rounds"`
	Rate      float64        `json:"answers_per_s"` // bookings and refusals
	RateLow   float64        `json:"answers_per_s_low"`
	RateHigh  float64        `json:"answers_per_s_high"`
	ToRowLock float64        `json:"to_row_lock"` // the rate as a multiple of the row lock's in the same round
	Bookings  float64        `json:"bookings_per_s"`
	P50       float64        `json:"p50_ms"`
	P95       float64        `json:"p95_ms"`
	P99       float64        `json:"p99_ms"`
	NoP50     float64        `json:"refused_p50_ms"`
	NoP99     float64        `json:"refused_p99_ms"`
	Booked    int            `json:"booked"` // with the next six: of all rounds together
	Refused   int            `json:"refused"`
	Failed    int            `json:"failed"`
	Why       map[string]int `json:"why,omitempty"`
	LongWaits int            `json:"waits_over_200ms"`
	Deadlocks int64          `json:"deadlocks"`
	Requests  int            `json:"requests"`
	Retries   float64        `json:"retries_per_request"`
	Waiting   float64        `json:"waiting_for_locks"` // connections, on average
	WAL       float64        `json:"wal_bytes_per_answer"`
	CPU       float64        `json:"cpu_us_per_answer"` // of PostgreSQL; -1: the system doesn't tell
}

// product is the strategy by which the product itself books.
const product = "row lock"

// summarised takes together what belongs together, in the order in which it was first seen.
func summarised(rounds []measured) []figure {
	type key struct {
		load, strategy string
		callers        int
	}
	together := map[key][]measured{}
	var order []key
	for _, m := range rounds {
		k := key{m.Load, m.Strategy, m.Callers}
		if together[k] == nil {
			order = append(order, k)
		}
		together[k] = append(together[k], m)
	}
	var figures []figure
	for _, k := range order {
		f := joined(together[k])
		beside := map[int]float64{} // the row lock's rate, by round
		for _, m := range together[key{k.load, product, k.callers}] {
			beside[m.Round] = m.rate()
		}
		f.ToRowLock = median(together[k], func(m measured) float64 { return m.rate() / max(beside[m.Round], 1e-9) })
		figures = append(figures, f)
	}
	return figures
}

func joined(ms []measured) figure {
	f := figure{Figure: "locks_" + ms[0].Load, Of: ms[0].Strategy, Callers: ms[0].Callers, Rounds: len(ms), Why: map[string]int{}}
	rate := measured.rate
	f.Rate, f.RateLow, f.RateHigh = median(ms, rate), rounded(rate(slices.MinFunc(ms, by(rate)))), rounded(rate(slices.MaxFunc(ms, by(rate))))
	f.Bookings = median(ms, func(m measured) float64 { return float64(m.Booked) / m.Seconds })
	f.P50 = median(ms, func(m measured) float64 { return m.P50 })
	f.P95 = median(ms, func(m measured) float64 { return m.P95 })
	f.P99 = median(ms, func(m measured) float64 { return m.P99 })
	f.NoP50 = median(ms, func(m measured) float64 { return m.NoP50 })
	f.NoP99 = median(ms, func(m measured) float64 { return m.NoP99 })
	f.Retries = median(ms, func(m measured) float64 { return float64(m.Retries) / float64(max(1, m.answered()+m.Failed)) })
	f.WAL = median(ms, func(m measured) float64 { return float64(m.WAL) / float64(max(1, m.answered())) })
	f.CPU = median(ms, func(m measured) float64 { return m.CPU * 1e6 / float64(max(1, m.answered())) })
	f.Waiting = median(ms, func(m measured) (all float64) {
		for _, n := range m.Waiting {
			all += n
		}
		return all
	})
	for _, m := range ms {
		f.Booked += m.Booked
		f.Refused += m.Refused
		f.Failed += m.Failed
		for why, n := range m.Why {
			f.Why[why] += n
		}
		f.LongWaits += m.LongWaits
		f.Deadlocks += m.Deadlocks
	}
	f.Requests = f.Booked + f.Refused + f.Failed
	if ms[0].CPU < 0 {
		f.CPU = -1
	}
	return f
}

func by(value func(measured) float64) func(a, b measured) int {
	return func(a, b measured) int { return cmp.Compare(value(a), value(b)) }
}

// median of an even number is the mean of the two in the middle.
func median(ms []measured, value func(measured) float64) float64 {
	var values []float64
	for _, m := range ms {
		values = append(values, value(m))
	}
	slices.Sort(values)
	n := len(values)
	return rounded((values[(n-1)/2] + values[n/2]) / 2)
}

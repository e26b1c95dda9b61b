package loadtest

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"
)

// Summary is what a run came to.
type Summary struct {
	Scenario string  `json:"scenario"`
	Wanted   float64 `json:"wantedPerSecond"`
	Counts
	Seconds float64 `json:"seconds"` // until the last was over
	Rate    float64 `json:"donePerSecond"`
	P50     float64 `json:"p50Ms"`
	P95     float64 `json:"p95Ms"`
	P99     float64 `json:"p99Ms"`
	Max     float64 `json:"maxMs"`
	Failure string  `json:"failure,omitempty"` // what the first failure said
}

// Summary sums up.
func (t *Tally) Summary(scenario string, wanted float64) Summary {
	s := Summary{
		Scenario: scenario, Wanted: wanted, Counts: t.Counts(),
		P50: ms(t.Quantile(0.5)), P95: ms(t.Quantile(0.95)), P99: ms(t.Quantile(0.99)), Max: ms(t.Quantile(1)),
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s.Seconds, s.Failure = t.took.Seconds(), t.example
	if s.Seconds > 0 {
		s.Rate = float64(s.Done) / s.Seconds
	}
	return s
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Print writes the summary as a table for people.
func (s Summary) Print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, values ...any) { _, _ = fmt.Fprintf(w, name+"\t"+format+"\n", values...) }
	line("scenario", "%s, %g a second wanted", s.Scenario, s.Wanted)
	line("asked", "%d", s.Asked)
	line("done", "%d", s.Done)
	for _, code := range slices.Sorted(maps.Keys(s.Refused)) {
		line("refused", "%d %s", s.Refused[code], code)
	}
	line("failed", "%d", s.Failed)
	if s.Unsent > 0 {
		line("", "%d of them were never sent: too many were out", s.Unsent)
	}
	if s.Failure != "" {
		line("", "the first said: %s", s.Failure)
	}
	line("rate", "%.1f done a second, in %.1f s", s.Rate, s.Seconds)
	line("time", "p50 %.1f ms, p95 %.1f ms, p99 %.1f ms, max %.1f ms, from when a call was due", s.P50, s.P95, s.P99, s.Max)
	return w.Flush()
}

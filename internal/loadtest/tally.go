package loadtest

import (
	"maps"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Answer is how one call ended: done if both are empty.
type Answer struct {
	Refused string // the code of the problem or of the error
	Err     error  // no answer at all, or none that could be read
}

// Done reports whether the call did what was asked.
func (a Answer) Done() bool { return a.Err == nil && a.Refused == "" }

// Times are kept from a microsecond to an hour, three figures of each.
const (
	longestTime = int64(time.Hour / time.Microsecond)
	figures     = 3
)

// Tally counts calls and how long they took. It is safe for concurrent use.
type Tally struct {
	mu      sync.Mutex
	counts  Counts
	times   *hdrhistogram.Histogram
	example string // what the first failure said
	took    time.Duration
}

// Counts are what became of the calls so far.
type Counts struct {
	Asked   int            `json:"asked"`
	Done    int            `json:"done"`
	Refused map[string]int `json:"refused"` // by code
	Failed  int            `json:"failed"`  // no answer, those never sent among them
	Unsent  int            `json:"unsent"`
}

// Out is how many calls are under way.
func (c Counts) Out() int { return c.Asked - c.Done - c.Denied() - (c.Failed - c.Unsent) }

// Denied is how many were refused, for whatever reason.
func (c Counts) Denied() (n int) {
	for _, of := range c.Refused {
		n += of
	}
	return n
}

// NewTally begins with nothing.
func NewTally() *Tally {
	return &Tally{counts: Counts{Refused: map[string]int{}}, times: hdrhistogram.New(1, longestTime, figures)}
}

// Asked counts a call that is sent.
func (t *Tally) Asked() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts.Asked++
}

// Over counts a call that has ended, and the time since it was due. Failures count with their times as well: leaving them out
// would make a server that never answers look quick.
func (t *Tally) Over(a Answer, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case a.Err != nil:
		t.counts.Failed++
		if t.example == "" {
			t.example = a.Err.Error()
		}
	case a.Refused != "":
		t.counts.Refused[a.Refused]++
	default:
		t.counts.Done++
	}
	t.record(took)
}

// Unsent counts a call that was due and never sent: it has taken at least so long.
func (t *Tally) Unsent(atLeast time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts.Failed++
	t.counts.Unsent++
	t.record(max(atLeast, 0))
}

func (t *Tally) record(took time.Duration) {
	_ = t.times.RecordValue(min(max(took.Microseconds(), 1), longestTime)) // within its bounds it takes any
}

// Took notes how long the whole has taken.
func (t *Tally) Took(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.took = d
}

// Counts are what became of the calls so far.
func (t *Tally) Counts() Counts {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.counts
	c.Refused = maps.Clone(c.Refused)
	return c
}

// Quantile is the time within which a part of the calls were over, such as 0.99 of them.
func (t *Tally) Quantile(part float64) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Duration(t.times.ValueAtQuantile(part*100)) * time.Microsecond
}

package main

import (
	"maps"
	"sync"
	"time"
)

// tallied counts by name. It is safe for concurrent use.
type tallied struct {
	mu sync.Mutex
	n  map[string]int
}

func (t *tallied) add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n == nil {
		t.n = map[string]int{}
	}
	t.n[name]++
}

func (t *tallied) all() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.n)
}

func (t *tallied) total() (sum int) {
	for _, n := range t.all() {
		sum += n
	}
	return sum
}

// second is what was heard in one second of the storm.
type second struct {
	Known  int `json:"known"`  // answers that say what became of a command
	Later  int `json:"later"`  // that ask to come again with the same key
	Unsaid int `json:"unsaid"` // none at all
}

// strike is a fault, on the clock of the storm.
type strike struct {
	Round int     `json:"round"`
	Kind  string  `json:"kind"`
	What  string  `json:"what"` // what exactly was done
	From  float64 `json:"from"` // seconds since the storm began
	To    float64 `json:"to"`   // when it was healed
}

// log is what happened when.
type log struct {
	began time.Time

	mu      sync.Mutex
	seconds []second
	strikes []strike
	answers map[string]int // by what they said
	extra   tallied        // what clients did on purpose that they shouldn't
	took    []time.Duration
}

func newLog() *log { return &log{began: time.Now(), answers: map[string]int{}} }

func (l *log) since() float64 { return time.Since(l.began).Seconds() }

// heard counts an answer, and how long it was waited for.
func (l *log) heard(said string, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers[said]++
	now := int(l.since())
	for len(l.seconds) <= now {
		l.seconds = append(l.seconds, second{})
	}
	switch s := &l.seconds[now]; {
	case known(said):
		s.Known++
		l.took = append(l.took, took)
	case said == lost:
		s.Unsaid++
	default:
		s.Later++
	}
}

func (l *log) struck(s strike) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.strikes = append(l.strikes, s)
}

// counts are the answers so far, by what they said.
func (l *log) counts() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.answers)
}

// did counts something that clients did on purpose.
func (l *log) did(what string) { l.extra.add(what) }

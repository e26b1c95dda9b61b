package main

import (
	"slices"
	"sync"
	"time"
)

// recovery is how long a node took, from when what was broken was whole again, to its first success.
type recovery struct {
	Node  string  `json:"node"`
	Fault string  `json:"fault"`
	MS    float64 `json:"ms"`
}

// healing waits for a node's first success after each fault that it suffered.
type healing struct {
	mu      sync.Mutex
	waiting []mark
	over    []recovery
}

type mark struct {
	fault string
	at    time.Time
}

// from says that a fault is over as of now. Called before what was broken can work again, it can't come too late.
func (h *healing) from(fault string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = append(h.waiting, mark{fault, time.Now()})
}

// worked says that something succeeded at the node which had been asked of it at that time.
func (h *healing) worked(node string, asked time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = slices.DeleteFunc(h.waiting, func(m mark) bool {
		if asked.Before(m.at) {
			return false
		}
		h.over = append(h.over, recovery{Node: node, Fault: m.fault, MS: float64(time.Since(m.at).Microseconds()) / 1000})
		return true
	})
}

// waits tells whether a success is still waited for.
func (h *healing) waits() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.waiting) > 0
}

func (h *healing) all() []recovery {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.over)
}

// quantile of some values, 0 of none.
func quantile(values []float64, part float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(part*float64(len(sorted))), len(sorted)-1)]
}

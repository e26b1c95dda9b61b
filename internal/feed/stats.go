package feed

import "time"

// Stats is how a hub stands at one moment.
type Stats struct {
	Subscribers int // of all tenants
	Followed    int // venues that somebody follows here
	// Lag is how long the tenant has waited that has waited longest for its committed events to get their positions, as far
	// as this hub has heard: what a crashed writer left is heard of within Options.Poll.
	Lag time.Duration
}

// Stats counts. It costs two locks and no question to the database.
func (h *Hub) Stats() Stats {
	h.mu.Lock()
	s := Stats{Subscribers: h.subscribers, Followed: len(h.tails)}
	h.mu.Unlock()
	s.Lag = h.numbers.behind()
	return s
}

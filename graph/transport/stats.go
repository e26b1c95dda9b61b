package transport

import (
	"maps"
	"sync"
	"sync/atomic"
)

// Stats are figures of a transport's sockets since it was made. They name nobody.
type Stats struct {
	Sockets    int            // now
	Operations int            // now, those that clients have left but that still run among them
	Refused    uint64         // for which there was no room, before they were admitted
	Closed     map[int]uint64 // sockets that are gone, by the code they ended with; 0 for codes of the clients' making
}

// Stats reads the figures; it costs next to nothing.
func (t *Websocket) Stats() Stats {
	return Stats{
		Sockets:    t.Open(),
		Operations: int(t.counts.operations.Load()),
		Refused:    t.counts.refused.Load(),
		Closed:     t.counts.codes(),
	}
}

// counts are what Stats tells.
type counts struct {
	operations atomic.Int64
	refused    atomic.Uint64

	mu     sync.Mutex
	closed map[int]uint64
}

func (c *counts) gone(code int) {
	if !known[code] {
		code = 0 // a client may choose any of thousands
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed == nil {
		c.closed = map[int]uint64{}
	}
	c.closed[code]++
}

func (c *counts) codes() map[int]uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.closed)
}

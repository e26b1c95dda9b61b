package transport

import (
	"context"
	"sync"
)

// population is the sockets there are: how many there may be, and when the last one has gone.
type population struct {
	mu      sync.Mutex
	places  int // taken, those of handshakes under way among them
	sockets map[*connection]struct{}
	ended   error         // why there are to be no more; nil while there may be
	empty   chan struct{} // closed when the last place is left; made anew by the next to enter
}

// enter takes a place for a handshake; false when there is none left, or are to be no more.
func (p *population) enter(limit int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != nil || p.places >= limit {
		return false
	}
	if p.places == 0 {
		p.empty = make(chan struct{})
	}
	p.places++
	return true
}

// add notes who has the place. An error says why it must end at once.
func (p *population) add(c *connection) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sockets == nil {
		p.sockets = map[*connection]struct{}{}
	}
	p.sockets[c] = struct{}{}
	return p.ended
}

// leave gives the place back; nil for a handshake that came to nothing.
func (p *population) leave(c *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.sockets, c)
	p.places--
	if p.places == 0 {
		close(p.empty)
	}
}

// end lets nobody enter any more and returns who is there.
func (p *population) end(cause error) []*connection {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = cause
	there := make([]*connection, 0, len(p.sockets))
	for c := range p.sockets {
		there = append(there, c)
	}
	return there
}

func (p *population) size() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.places
}

func (p *population) wait(ctx context.Context) error {
	p.mu.Lock()
	if p.places == 0 {
		p.mu.Unlock()
		return nil
	}
	empty := p.empty
	p.mu.Unlock()
	select {
	case <-empty:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

package transport

import (
	"container/list"
	"context"
	"sync"
)

// population is the sockets there are: how many there may be, and when the last one has gone.
//
// Strangers, who have not been admitted yet, take none of the places of those who have. Where there are too many of them,
// the one makes room for a newcomer who has said nothing for longest, for an honest client speaks as soon as it stands.
type population struct {
	mu       sync.Mutex
	places   int // taken, those of handshakes under way among them
	admitted int // among them
	sockets  map[*connection]*standing
	silent   list.List     // of *connection, strangers from whom no connection_init has come; the longest first
	ended    error         // why there are to be no more; nil while there may be
	empty    chan struct{} // closed when the last place is left; made anew by the next to enter
}

// standing is how a socket stands in the population.
type standing struct {
	silent   *list.Element // nil once it has spoken, or was picked to go
	admitted bool
}

// enter takes a place for a handshake; false when there is none left, or are to be no more. The caller has to send off the
// stranger that comes back.
func (p *population) enter(limit, strangers int) (off *connection, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != nil || p.admitted >= limit {
		return nil, false
	}
	if p.places-p.admitted >= strangers {
		longest := p.silent.Front()
		if longest == nil {
			return nil, false
		}
		off = longest.Value.(*connection)
		p.hear(off)
	}
	if p.places == 0 {
		p.empty = make(chan struct{})
	}
	p.places++
	return off, true
}

// add notes who has the place. An error says why it must end at once.
func (p *population) add(c *connection) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sockets == nil {
		p.sockets = map[*connection]*standing{}
	}
	p.sockets[c] = &standing{silent: p.silent.PushBack(c)}
	return p.ended
}

// spoken notes that a stranger is silent no more.
func (p *population) spoken(c *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hear(c)
}

func (p *population) hear(c *connection) {
	if s := p.sockets[c]; s.silent != nil {
		p.silent.Remove(s.silent)
		s.silent = nil
	}
}

// admit lets a stranger in; false when there is no room.
func (p *population) admit(c *connection, limit int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.admitted >= limit {
		return false
	}
	p.sockets[c].admitted = true
	p.admitted++
	return true
}

// leave gives the place back; nil for a handshake that came to nothing.
func (p *population) leave(c *connection) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c != nil {
		p.hear(c)
		if p.sockets[c].admitted {
			p.admitted--
		}
		delete(p.sockets, c)
	}
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

package transport

import (
	"context"
	"sync"
)

// population counts the sockets there are and tells when the last one has gone.
type population struct {
	mu    sync.Mutex
	count int
	empty chan struct{} // closed when the count falls to zero; made anew by the next to enter
}

func (p *population) enter() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count == 0 {
		p.empty = make(chan struct{})
	}
	p.count++
}

func (p *population) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count--
	if p.count == 0 {
		close(p.empty)
	}
}

func (p *population) size() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}

func (p *population) wait(ctx context.Context) error {
	p.mu.Lock()
	if p.count == 0 {
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

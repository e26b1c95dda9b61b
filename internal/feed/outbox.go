package feed

import (
	"context"
	"sync"

	"github.com/google/uuid"
)

// outbox is which positions of which venues are yet to be sent over the wire.
type outbox struct {
	ready chan struct{} // holds one when there is something
	mu    sync.Mutex
	spans map[place]span
}

// span is the positions after from, up to and with to.
type span struct{ from, to int64 }

func newOutbox() *outbox {
	return &outbox{ready: make(chan struct{}, 1), spans: map[place]span{}}
}

// put adds what a venue gained. Without a wire there is no outbox, and nothing is kept.
func (o *outbox) put(at place, g Growth) {
	if o == nil {
		return
	}
	o.mu.Lock()
	from := g.Head - g.Count
	if waiting, found := o.spans[at]; found {
		from = min(from, waiting.from)
	}
	o.spans[at] = span{from, g.Head}
	o.mu.Unlock()
	select {
	case o.ready <- struct{}{}:
	default:
	}
}

func (o *outbox) takeAll() map[place]span {
	o.mu.Lock()
	defer o.mu.Unlock()
	taken := o.spans
	o.spans = map[place]span{}
	return taken
}

// send tells the other nodes what was numbered here. What can't be sent is let go: they find it in the log.
func (h *Hub) send(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.outbox.ready:
		}
		for at, s := range h.outbox.takeAll() {
			h.trouble.report(ctx, "send events over the wire", uuid.Nil, h.sendSpan(ctx, at, s))
		}
	}
}

func (h *Hub) sendSpan(ctx context.Context, at place, s span) error {
	for s.from < s.to {
		page, err := h.log.Page(ctx, at.tenant, at.venue, s.from, int(min(pageSize, s.to-s.from)))
		if err != nil || len(page) == 0 {
			return err
		}
		if err := h.options.Wire.Send(ctx, at.tenant, at.venue, page); err != nil {
			return err
		}
		s.from = page[len(page)-1].Position
	}
	return nil
}

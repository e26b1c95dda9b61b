package feed

import (
	"context"
	"sync"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
)

// pageSize is how many events are read at once.
const pageSize = 500

// tail follows one venue's log for all its subscribers: one reader, one ring of the last events, and one channel that is
// closed when the ring grows. Subscribers take from the ring at their own place, so a slow one costs others nothing.
type tail struct {
	at       place
	poke     chan struct{}         // holds one when the log may have grown
	told     chan []event.Numbered // pages that came over the wire
	stop     context.CancelFunc
	watchers int // guarded by the hub

	mu    sync.RWMutex
	ring  []*Message // the message of position p stands at p modulo the length
	first int64      // the oldest position in the ring; last + 1 when it is empty
	last  int64
	grown chan struct{}
}

// newTail makes a tail that goes on behind a position.
func newTail(at place, head int64, size int) *tail {
	return &tail{at: at, poke: make(chan struct{}, 1), told: make(chan []event.Numbered, toldAhead), ring: make([]*Message, size), first: head + 1, last: head, grown: make(chan struct{})}
}

// wake makes the tail read; wakes that come together are one.
func (t *tail) wake() {
	select {
	case t.poke <- struct{}{}:
	default:
	}
}

// reached is the last position in the ring.
func (t *tail) reached() int64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.last
}

// follow reads whenever it is woken, until ctx ends.
func (t *tail) follow(ctx context.Context, log Log, trouble *trouble) {
	for {
		select {
		case <-ctx.Done():
			return
		case page := <-t.told:
			if t.take(page) {
				continue
			}
		case <-t.poke:
		}
		trouble.report(ctx, "follow venue "+t.at.venue.String(), t.at.tenant, t.read(ctx, log))
	}
}

// read brings the ring up to the end of the log.
func (t *tail) read(ctx context.Context, log Log) error {
	for {
		page, err := log.Page(ctx, t.at.tenant, t.at.venue, t.reached(), pageSize)
		if err != nil {
			return err
		}
		t.add(page)
		if len(page) < pageSize {
			return nil
		}
	}
}

// add puts events into the ring and wakes whoever waits for them.
func (t *tail) add(page []event.Numbered) {
	if len(page) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range page {
		e := &page[i]
		if e.Position != t.last+1 { // trimmed before it was read: those who wanted it are told to read anew
			t.first = e.Position
		}
		t.ring[e.Position%int64(len(t.ring))] = change(t.at.tenant, e)
		t.last = e.Position
		t.first = max(t.first, t.last-int64(len(t.ring))+1)
	}
	close(t.grown)
	t.grown = make(chan struct{})
}

// behind gives the message behind a position. When there is none yet, grown is closed as soon as there may be; when it has
// left the ring, gone says so.
func (t *tail) behind(position int64) (m *Message, grown <-chan struct{}, gone bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	switch {
	case position+1 < t.first:
		return nil, t.grown, true
	case position < t.last:
		return t.ring[(position+1)%int64(len(t.ring))], t.grown, false
	}
	return nil, t.grown, false
}

// change is the message of one event.
func change(tenant uuid.UUID, e *event.Numbered) *Message {
	return &Message{Kind: Change, Cursor: EncodeCursor(tenant, e.VenueID, e.Position), OccurredAt: e.OccurredAt, Event: e}
}

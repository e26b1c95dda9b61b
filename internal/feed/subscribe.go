package feed

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// Subscribe starts a stream of a topic. Without after it begins with a SNAPSHOT whose cursor covers everything committed
// before the call; with one it goes on right behind it, or begins with a RESYNC when the log no longer reaches back so far,
// or does not reach there. Then every matching event follows once, in the order of the log. Close must be called.
//
// Errors: problem.ErrNotFound for a venue that is not granted or does not exist; *problem.Invalid for a cursor that is
// malformed or another venue's; problem.ErrUnavailable when the database is away, the hub is full or has ended.
func (h *Hub) Subscribe(ctx context.Context, a actor.Actor, t Topic, after *string) (*Subscription, error) {
	if !a.SeesVenue(t.Venue) {
		return nil, problem.ErrNotFound
	}
	s := &Subscription{hub: h, actor: a, topic: t}
	var err error
	if after != nil {
		if s.position, err = decodeCursor(a.TenantID, t.Venue, *after); err != nil {
			return nil, err
		}
	}
	head, err := h.log.Head(ctx, a.TenantID, t.Venue)
	if err != nil {
		return nil, fmt.Errorf("read the head of venue %s: %w", t.Venue, err)
	}
	switch {
	case after == nil:
		s.opening = Snapshot
	case s.position < head.Trimmed || s.position > head.Last:
		s.opening = Resync
	}
	if s.opening != "" {
		if head, err = h.cover(ctx, a, t, head); err != nil {
			return nil, err
		}
		s.position = head.Last
	}
	s.since = head.Now
	if s.tail, err = h.enter(place{a.TenantID, t.Venue}, head.Last); err != nil {
		return nil, err
	}
	return s, nil
}

// cover makes a head cover what was committed before: what has no position yet gets one, in a round that begins now.
func (h *Hub) cover(ctx context.Context, a actor.Actor, t Topic, head Head) (Head, error) {
	if !head.Unnumbered {
		return head, nil
	}
	r := h.numbers.ask(a.TenantID)
	select {
	case <-r.over:
	case <-ctx.Done():
		return head, ctx.Err()
	case <-h.life.Done():
		return head, errEnded
	}
	if r.err != nil {
		return head, h.orEnded(fmt.Errorf("number the events of tenant %s: %w", a.TenantID, r.err))
	}
	head, err := h.log.Head(ctx, a.TenantID, t.Venue)
	if err != nil {
		return head, fmt.Errorf("read the head of venue %s: %w", t.Venue, err)
	}
	return head, nil
}

var (
	errEnded = fmt.Errorf("%w: the feed has ended", problem.ErrUnavailable)
	errFull  = fmt.Errorf("%w: there are too many subscribers", problem.ErrUnavailable)
)

// orEnded is why something failed: where the hub has ended it was that which broke it off, however it looks from there.
func (h *Hub) orEnded(err error) error {
	if h.life.Err() != nil {
		return errEnded
	}
	return err
}

// enter joins a subscriber to its venue's tail, which begins with the first and ends with the last of them.
func (h *Hub) enter(at place, head int64) (*tail, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed || h.life.Err() != nil:
		return nil, errEnded
	case h.subscribers >= h.options.MaxSubscribers:
		return nil, errFull
	}
	t := h.tails[at]
	if t == nil {
		t = newTail(at, head, h.options.Ring)
		var following context.Context
		following, t.stop = context.WithCancel(h.life)
		h.tails[at] = t
		h.all.Go(func() { t.follow(following, h.log, h.trouble) })
		if h.options.Wire != nil {
			h.all.Go(func() { h.hear(following, t) })
		}
	}
	t.watchers++
	if t.watchers == 1 || t.reached() < head {
		t.wake() // positions given since the head was read may have been announced before the tail was there
	}
	h.subscribers++
	return t, nil
}

// leave takes a subscriber from its tail.
func (h *Hub) leave(t *tail) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subscribers--
	if t.watchers--; t.watchers == 0 {
		delete(h.tails, t.at)
		t.stop()
	}
}

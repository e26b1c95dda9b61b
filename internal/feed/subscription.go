package feed

import (
	"context"
	"time"

	"github.com/slotq/slotq/internal/actor"
)

// subscription is one subscriber's place in a venue's log, and its channel.
type subscription struct {
	hub      *Hub
	actor    actor.Actor
	topic    Topic
	tail     *tail
	out      chan Message
	opening  Kind // how the stream begins; empty when it goes on from a cursor
	since    time.Time
	position int64 // everything up to here is delivered or does not concern the topic
}

// batchSize is how many messages are taken from the ring at once.
const batchSize = 32

// run delivers until ctx or the hub ends or the subscriber is too slow.
func (s *subscription) run(ctx context.Context) {
	defer close(s.out)
	defer s.hub.leave(s.tail)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.hub.life, cancel)()
	if s.opening != "" && !s.begin(ctx, s.opening, s.since) {
		return
	}
	batch := make([]*Message, batchSize)
	for ctx.Err() == nil {
		n, grown, behind := s.tail.after(s.position, batch)
		if behind {
			if !s.readBack(ctx) {
				return
			}
			continue
		}
		if n == 0 {
			select {
			case <-grown:
			case <-ctx.Done():
			}
		}
		if !s.deliver(ctx, batch[:n]) {
			return
		}
	}
}

// begin sends the message that a stream, or a new stretch of it, begins with.
func (s *subscription) begin(ctx context.Context, kind Kind, now time.Time) bool {
	return s.send(ctx, &Message{Kind: kind, Cursor: EncodeCursor(s.tail.at.tenant, s.tail.at.venue, s.position), OccurredAt: now})
}

// deliver sends the messages that the topic wants and moves the place behind them all.
func (s *subscription) deliver(ctx context.Context, messages []*Message) bool {
	for _, m := range messages {
		if s.topic.wants(s.actor, m.Event) && !s.send(ctx, m) {
			return false
		}
		s.position = m.Event.Position
	}
	return true
}

// send waits for room in the channel. A subscriber that has taken nothing for a while and has fallen out of the ring is
// given up. Bursts larger than the ring push everybody out of it, so being out alone is no sign of slowness: who keeps
// taking reads back from the database.
func (s *subscription) send(ctx context.Context, m *Message) bool {
	select {
	case s.out <- *m:
		return true
	default:
	}
	patience := time.NewTimer(s.hub.options.Patience)
	defer patience.Stop()
	select {
	case s.out <- *m:
		return true
	case <-ctx.Done():
		return false
	case <-patience.C:
	}
	for {
		_, grown, behind := s.tail.after(s.position, nil)
		if behind {
			return false
		}
		select {
		case s.out <- *m:
			return true
		case <-ctx.Done():
			return false
		case <-grown:
		}
	}
}

// readBack delivers a page of what has left the ring. A log that no longer reaches back to the subscriber's place makes it
// begin anew at the head.
func (s *subscription) readBack(ctx context.Context) bool {
	at := s.tail.at
	page, err := s.hub.log.Page(ctx, at.tenant, at.venue, s.position, pageSize)
	s.hub.trouble.report(ctx, "read back in venue "+at.venue.String(), at.tenant, err)
	if err != nil {
		return false
	}
	if len(page) == 0 || page[0].Position != s.position+1 {
		head, err := s.hub.log.Head(ctx, at.tenant, at.venue)
		if err != nil {
			return false
		}
		s.position = head.Last
		return s.begin(ctx, Resync, head.Now)
	}
	messages := make([]*Message, len(page))
	for i := range page {
		messages[i] = change(at.tenant, &page[i])
	}
	return s.deliver(ctx, messages)
}

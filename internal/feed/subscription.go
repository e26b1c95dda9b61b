package feed

import (
	"context"
	"fmt"
	"time"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/event"
)

// backSize is how many events a subscriber reads back at once. They wait in memory for it, so there are few.
const backSize = 100

// Subscription is one subscriber's place in a venue's log. It costs no goroutine: whoever calls Next does the waiting. It
// is for one caller at a time.
type Subscription struct {
	hub      *Hub
	actor    actor.Actor
	topic    Topic
	tail     *tail
	opening  Kind // how the stream begins; empty once it has, or when it goes on from a cursor
	since    time.Time
	position int64            // everything up to here is delivered or does not concern the topic
	back     []event.Numbered // read from the log, for it has left the ring, and not yet delivered
	left     bool
}

// Next waits for the next message. Who takes its time loses nothing as long as the log is kept: what has left the hub's
// memory is read back, and where the log no longer reaches back so far a RESYNC comes.
//
// Errors: ctx's own, and problem.ErrUnavailable when the log can't be read or the hub has ended. Nothing is lost by either;
// the last cursor received is where to go on.
func (s *Subscription) Next(ctx context.Context) (Message, error) {
	if s.opening != "" {
		kind := s.opening
		s.opening = ""
		return s.begin(kind, s.since), nil
	}
	for {
		m, err := s.step(ctx)
		if err != nil || m.Kind != Change {
			return m, err
		}
		s.position = m.Event.Position
		if s.topic.wants(s.actor, m.Event) {
			return m, nil
		}
	}
}

// Ready takes the next message if it is at hand: nothing is waited for, and nothing read.
func (s *Subscription) Ready() (Message, bool) {
	for s.opening == "" {
		m := s.atHand()
		if m == nil {
			break
		}
		s.position = m.Event.Position
		if s.topic.wants(s.actor, m.Event) {
			return *m, true
		}
	}
	return Message{}, false
}

// atHand is the message behind the present position, if it is in memory.
func (s *Subscription) atHand() *Message {
	if len(s.back) > 0 {
		e := &s.back[0]
		s.back = s.back[1:]
		return change(s.tail.at.tenant, e)
	}
	m, _, _ := s.tail.behind(s.position)
	return m
}

// Close gives the place up. It may be called again, and not while Next runs.
func (s *Subscription) Close() {
	if !s.left {
		s.left = true
		s.hub.leave(s.tail)
	}
}

// step waits for the message behind the present position, whether the topic wants it or not.
func (s *Subscription) step(ctx context.Context) (Message, error) {
	for {
		switch {
		case ctx.Err() != nil:
			return Message{}, ctx.Err()
		case s.hub.life.Err() != nil:
			return Message{}, errEnded
		case len(s.back) > 0:
			e := &s.back[0]
			s.back = s.back[1:]
			return *change(s.tail.at.tenant, e), nil
		}
		m, grown, gone := s.tail.behind(s.position)
		switch {
		case m != nil:
			return *m, nil
		case gone:
			if again, err := s.readBack(ctx); err != nil || again {
				return s.begin(Resync, s.since), err
			}
			continue
		}
		select {
		case <-grown:
		case <-ctx.Done():
		case <-s.hub.life.Done():
		}
	}
}

// begin is the message that a stream, or a new stretch of it, begins with.
func (s *Subscription) begin(kind Kind, now time.Time) Message {
	at := s.tail.at
	return Message{Kind: kind, Cursor: EncodeCursor(at.tenant, at.venue, s.position), OccurredAt: now}
}

// readBack reads what has left the ring. A log that no longer reaches back to the present position makes the stream begin
// anew at the head.
func (s *Subscription) readBack(ctx context.Context) (anew bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.hub.life, cancel)()
	at := s.tail.at
	page, err := s.hub.log.Page(ctx, at.tenant, at.venue, s.position, backSize)
	s.hub.trouble.report(ctx, "read back in venue "+at.venue.String(), at.tenant, err)
	if err != nil {
		return false, s.hub.orEnded(fmt.Errorf("read back in venue %s: %w", at.venue, err))
	}
	if len(page) > 0 && page[0].Position == s.position+1 {
		s.back = page
		return false, nil
	}
	head, err := s.hub.log.Head(ctx, at.tenant, at.venue)
	if err != nil {
		return false, s.hub.orEnded(fmt.Errorf("read the head of venue %s: %w", at.venue, err))
	}
	s.position, s.since = head.Last, head.Now
	return true, nil
}

package graph_test

import (
	"context"
	"sync"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/problem"
)

// stream hands out one channel and remembers who asked for what. Like the real feed it drops what the topic does not want.
type stream struct {
	messages chan feed.Message // closed: the feed breaks the stream off
	err      error
	topics   chan feed.Topic
	after    *string
	left     chan struct{} // gets one for each subscriber that goes
}

func newStream() *stream {
	return &stream{messages: make(chan feed.Message, 16), topics: make(chan feed.Topic, 16), left: make(chan struct{}, 16)}
}

func (s *stream) Subscribe(_ context.Context, _ actor.Actor, t feed.Topic, after *string) (graph.Messages, error) {
	if s.err != nil {
		return nil, s.err
	}
	s.after = after
	s.topics <- t
	return &messages{from: s.messages, topic: t, left: s.left}, nil
}

// crowd is a feed whose subscribers have a channel each.
type crowd struct {
	mu     sync.Mutex
	all    []chan feed.Message
	joined chan struct{} // gets one for each who joins
	left   chan struct{} // and for each who goes
}

func newCrowd() *crowd {
	return &crowd{joined: make(chan struct{}, 100), left: make(chan struct{}, 100)}
}

func (c *crowd) Subscribe(_ context.Context, _ actor.Actor, t feed.Topic, _ *string) (graph.Messages, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	own := make(chan feed.Message, 16)
	c.all = append(c.all, own)
	c.joined <- struct{}{}
	return &messages{from: own, topic: t, left: c.left}, nil
}

func (c *crowd) size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}

// tell tells some of those who joined, by the order in which they did.
func (c *crowd) tell(m feed.Message, whom ...int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, i := range whom {
		c.all[i] <- m
	}
}

// messages is one subscriber's part of a stream.
type messages struct {
	from  <-chan feed.Message
	topic feed.Topic
	left  chan<- struct{}
}

func (m *messages) Next(ctx context.Context) (feed.Message, error) {
	for {
		select {
		case next, open := <-m.from:
			if !open {
				return next, problem.ErrUnavailable
			}
			if next.Event == nil || m.topic.Match == nil || m.topic.Match(next.Event) {
				return next, nil
			}
		case <-ctx.Done():
			return feed.Message{}, ctx.Err()
		}
	}
}

func (m *messages) Ready() (feed.Message, bool) {
	for {
		select {
		case next, open := <-m.from:
			if !open || next.Event == nil || m.topic.Match == nil || m.topic.Match(next.Event) {
				return next, open
			}
		default:
			return feed.Message{}, false
		}
	}
}

func (m *messages) Close() { m.left <- struct{}{} }

package graph

import (
	"context"
	"io"

	"github.com/99designs/gqlgen/graphql"

	"github.com/slotq/slotq/internal/feed"
)

// liveStream is one subscriber's stream.
type liveStream struct {
	live        *live
	exec        graphql.GraphExecutor
	operation   *graphql.OperationContext
	correlation string
	messages    Messages
	question    question
	group       *group
	joined      int64
	rising      bool     // see beginning
	shown       int      // then, the highest version that was shown
	ahead       []told   // messages that are the stream's next
	waiting     [][]byte // made, and not yet handed out
	over        bool
}

// Next waits for the next response, and answers io.EOF after the last. A stream that can't go on says so in its last
// response.
func (s *liveStream) Next(ctx context.Context) ([]byte, error) {
	for {
		switch {
		case len(s.waiting) > 0:
			next := s.waiting[0]
			s.waiting = s.waiting[1:]
			s.live.delivered.Add(1)
			return next, nil
		case s.over:
			return nil, io.EOF
		case len(s.ahead) == 0:
			m, err := s.messages.Next(ctx)
			switch {
			case err != nil && ctx.Err() != nil:
				return nil, err
			case err != nil:
				s.over = true
				return refusalOf(s.live.failure(correlated(ctx, s.correlation), errStreamEnded)), nil
			}
			s.lookAhead(ctx, m)
		}
		next := s.ahead[0]
		s.ahead = s.ahead[1:]
		if s.rising && next.Kind == feed.Change && next.Event.Version <= s.shown {
			continue // what was shown before contains it
		}
		r, err := s.respond(ctx, next)
		if err != nil {
			return nil, err
		}
		s.waiting, s.shown, s.over = r.payloads, max(s.shown, r.shown), r.last
	}
}

// respond makes the response to a message, or lets the group. Nothing of it is done here.
func (s *liveStream) respond(ctx context.Context, m told) (response, error) {
	if m.sharing != nil {
		if err := m.sharing.wait(ctx); err != nil {
			return response{}, err
		}
		if m.sharing.number > s.joined {
			return m.sharing.response, nil
		}
	}
	if m.Kind == feed.Change {
		return s.group.response(ctx, s.joined, m.Event.Position, s.live.running.Go, func() response {
			shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), executionPatience)
			defer cancel()
			return s.live.respond(shared, s.exec, s.operation, m.Message)
		})
	}
	made := make(chan response, 1)
	s.live.running.Go(func() { made <- s.live.respond(ctx, s.exec, s.operation, m.Message) })
	return <-made, ctx.Err()
}

// Close leaves the feed and the group.
func (s *liveStream) Close() {
	s.messages.Close()
	s.live.groups.leave(s.question)
	s.live.open.Add(-1)
}

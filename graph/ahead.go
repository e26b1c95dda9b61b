package graph

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/slotq/slotq/internal/feed"
)

// mostAhead is how many changes a stream that is behind has made at once. Where much happens each would otherwise wait for
// all the statements of the one before it; together they share theirs.
const mostAhead = 32

// told is a message of a stream, and the response to it if that is already being made.
type told struct {
	feed.Message
	sharing *sharing
}

// lookAhead takes a message and those at hand behind it. If they are several changes all that nobody makes yet are begun, in
// one batch.
func (s *liveStream) lookAhead(ctx context.Context, m feed.Message) {
	s.ahead = []told{{Message: m}}
	for m.Kind == feed.Change && len(s.ahead) < mostAhead {
		var ready bool
		if m, ready = s.messages.Ready(); !ready {
			break
		}
		s.ahead = append(s.ahead, told{Message: m})
	}
	if len(s.ahead) > 1 {
		s.begin(ctx)
	}
}

// begin begins all the changes ahead. Nothing is read for any of them before all have been entered in the group: whoever
// joins in the meantime must not be shown what was read before.
func (s *liveStream) begin(ctx context.Context) {
	shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), executionPatience)
	shared = context.WithValue(shared, sharedLoadersKey{}, &sharedLoaders{})
	var ours []told
	for i, m := range s.ahead {
		if m.Kind != feed.Change {
			continue
		}
		var first bool
		if m.sharing, first = s.group.sharing(s.joined, m.Event.Position); first {
			ours = append(ours, m)
		}
		s.ahead[i] = m
	}
	var left atomic.Int64
	left.Store(int64(len(ours)) + 1)
	done := func() {
		if left.Add(-1) == 0 {
			cancel()
		}
	}
	for _, m := range ours {
		s.live.running.Go(func() {
			defer done()
			s.group.finish(m.Event.Position, m.sharing, s.live.respond(shared, s.exec, s.operation, m.Message))
		})
	}
	done()
}

// sharedLoaders are the loaders of responses that are made at the same time for the same question.
type sharedLoaders struct {
	once sync.Once
	one  *loaders
}

type sharedLoadersKey struct{}

// sharedBy hands out the loaders that the responses of ctx share, or the response's own.
func sharedBy(ctx context.Context, fresh func() *loaders) *loaders {
	shared, ok := ctx.Value(sharedLoadersKey{}).(*sharedLoaders)
	if !ok {
		return fresh()
	}
	shared.once.Do(func() { shared.one = fresh() })
	return shared.one
}

package graph

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/feed"
)

// executionPatience bounds the making of a response that is shared: it belongs to no subscriber, so none can break it off.
const executionPatience = 5 * time.Second

// live opens streams and makes their responses. The response to a change is made once for all subscribers who ask the same
// and may see the same; what a stream begins with is made for each alone.
type live struct {
	presenter
	observed  observation
	groups    groups
	running   sync.WaitGroup // executions, each in a goroutine of its own: a deep stack is soon given back, and waiting needs none
	open      atomic.Int64
	executed  atomic.Uint64
	delivered atomic.Uint64
}

// begin is the transport.Opener of all subscriptions. The resolver runs once to see whether there is such a thing and
// whether this actor may watch it; its no comes back as the refusal.
func (l *live) begin(ctx context.Context, exec graphql.GraphExecutor, operation *graphql.OperationContext) (transport.Stream, *graphql.Response) {
	b := &beginning{}
	var refused *graphql.Response
	call := l.execute(context.WithValue(ctx, beginningKey{}, b), exec, operation, func(made *graphql.Response) { refused = made })
	if refused == nil && b.messages != nil {
		q, err := questionOf(actorOf(ctx), operation)
		if err == nil {
			l.open.Add(1)
			group := l.groups.enter(q)
			return &liveStream{
				live: l, exec: exec, operation: operation, correlation: Correlation(call),
				messages: b.messages, rising: b.rising, question: q, group: group, joined: group.join(),
			}, nil
		}
		refused = l.failure(call, err)
	}
	if b.messages != nil {
		b.messages.Close()
	}
	if refused == nil { // the client has gone meanwhile
		refused = l.failure(call, cmp.Or(call.Err(), errNoStream))
	}
	return nil, refused
}

// execute calls the resolver and hands out its responses, as many as it gave events. Each is to be used before the next is
// made: gqlgen writes them all in one place. The context is the call's.
func (l *live) execute(ctx context.Context, exec graphql.GraphExecutor, operation *graphql.OperationContext, take func(*graphql.Response)) context.Context {
	responses, call := exec.DispatchOperation(ctx, operation)
	for made := responses(call); made != nil; made = responses(call) {
		if len(made.Data) == 0 { // the resolver gave no event, and gqlgen shows the observer none but those with one
			l.observed.told(made)
		}
		take(made)
	}
	return call
}

// failure is a response that has nothing but an error, and that no resolver made.
func (l *live) failure(ctx context.Context, err error) *graphql.Response {
	made := &graphql.Response{Errors: gqlerror.List{l.present(ctx, err)}}
	l.observed.told(made)
	return made
}

// respond executes an operation for one message.
func (l *live) respond(ctx context.Context, exec graphql.GraphExecutor, operation *graphql.OperationContext, m feed.Message) (r response) {
	l.executed.Add(1)
	d := &delivery{message: m}
	err := l.guarded(ctx, func() (failed error) {
		take := func(made *graphql.Response) {
			payload, err := json.Marshal(made)
			failed = cmp.Or(failed, err)
			r.payloads, r.passing = append(r.payloads, payload), r.passing || troubled(made)
		}
		call := l.execute(context.WithValue(ctx, deliveryKey{}, d), exec, operation, take)
		if len(r.payloads) == 0 && !d.silent {
			take(l.failure(call, cmp.Or(call.Err(), errNoStream)))
		}
		return failed
	})
	if err != nil {
		r.payloads, r.passing, d.failed = [][]byte{refusalOf(l.failure(ctx, err))}, true, true
	}
	r.shown, r.last = d.shown, d.failed
	return r
}

// troubled tells whether a response speaks of trouble on our side.
func troubled(r *graphql.Response) bool {
	for _, err := range r.Errors {
		if code := err.Extensions["code"]; code == codeUnavailable || code == codeInternal {
			return true
		}
	}
	return false
}

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
		}
		m, err := s.messages.Next(ctx)
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, err
		case err != nil:
			s.over = true
			return refusalOf(s.live.failure(correlated(ctx, s.correlation), errStreamEnded)), nil
		case s.rising && m.Kind == feed.Change && m.Event.Version <= s.shown:
			continue // what was shown before contains it
		}
		r, err := s.respond(ctx, m)
		if err != nil {
			return nil, err
		}
		s.waiting, s.shown, s.over = r.payloads, max(s.shown, r.shown), r.last
	}
}

// respond makes the response to a message, or lets the group. Nothing of it is done here.
func (s *liveStream) respond(ctx context.Context, m feed.Message) (response, error) {
	if m.Kind == feed.Change {
		return s.group.response(ctx, s.joined, m.Event.Position, s.live.running.Go, func() response {
			shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), executionPatience)
			defer cancel()
			return s.live.respond(shared, s.exec, s.operation, m)
		})
	}
	made := make(chan response, 1)
	s.live.running.Go(func() { made <- s.live.respond(ctx, s.exec, s.operation, m) })
	return <-made, ctx.Err()
}

// Close leaves the feed and the group.
func (s *liveStream) Close() {
	s.messages.Close()
	s.live.groups.leave(s.question)
	s.live.open.Add(-1)
}

package graph

import (
	"cmp"
	"context"
	"encoding/json"
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

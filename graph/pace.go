package graph

import (
	"context"
	"net/http"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/throttle"
)

// Pace bounds what is asked. Its refusals are *problem.RateLimited; the zero actor is one who brought no credential.
type Pace interface {
	// Enter is asked for each request, before its document is looked at.
	Enter(a actor.Actor) error
	// Admit is asked for the operation that it turned out to be, before that runs.
	Admit(a actor.Actor, class throttle.Class, cost int) error
	// Refused is told of a request that has entered and whose document was refused.
	Refused(a actor.Actor)
}

// paced is a transport whose requests pass the pace, and whose operations wait for a place to run.
type paced struct {
	graphql.Transport
	presenter
	pace   Pace             // nil: as fast as they like
	places *throttle.Places // nil: as many at once as there are
}

// Do serves a request.
func (t paced) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	t.Transport.Do(w, r, pacedExecutor{exec.(executor), t})
}

// executor is all that transports know of gqlgen's.
type executor interface {
	graphql.GraphExecutor
	PresentRecoveredError(ctx context.Context, value any) error
}

type pacedExecutor struct {
	executor
	by paced
}

// CreateOperationContext turns a request away that comes too fast: as it enters, and once it is known what it asks.
func (e pacedExecutor) CreateOperationContext(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	if e.by.pace == nil {
		return e.executor.CreateOperationContext(ctx, params)
	}
	a := actorOf(ctx)
	if err := e.by.pace.Enter(a); err != nil {
		return &graphql.OperationContext{}, refusals(err)
	}
	operation, errs := e.executor.CreateOperationContext(ctx, params)
	if len(errs) > 0 {
		if !transport.IsNotListed(errs[0]) { // a client that then brings the text is an honest one
			e.by.pace.Refused(a)
		}
		return operation, errs
	}
	cost := transport.CostOf(graphql.WithOperationContext(ctx, operation))
	if err := e.by.pace.Admit(a, classOf(operation.Operation.Operation), cost); err != nil {
		return operation, refusals(err)
	}
	return operation, nil
}

// DispatchOperation runs an operation, or begins a subscription, once there is a place; whoever calls it must call what it
// returns. What a stream tells later takes no place: nobody asks for it just then, and for one change it is made once.
func (e pacedExecutor) DispatchOperation(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	if e.by.places == nil || deliveryOf(ctx) != nil {
		return e.executor.DispatchOperation(ctx, operation)
	}
	leave, err := e.by.places.Take(ctx)
	isStream := operation.Operation.Operation == ast.Subscription
	switch {
	case err != nil && isStream: // what begins a stream tells the observer of its refusal
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{e.by.present(ctx, err)}}), ctx
	case err != nil:
		ctx = graphql.WithOperationContext(ctx, operation)
		return graphql.OneShot(e.DispatchError(ctx, refusals(err))), ctx
	case isStream:
		defer leave()
		return e.executor.DispatchOperation(ctx, operation)
	}
	responses, ctx := e.executor.DispatchOperation(ctx, operation) // nothing has run yet
	var left sync.Once
	return func(ctx context.Context) *graphql.Response {
		defer left.Do(leave)
		return responses(ctx)
	}, ctx
}

// refusals leave it to the presenter what is told.
func refusals(err error) gqlerror.List { return gqlerror.List{gqlerror.WrapIfUnwrapped(err)} }

func classOf(kind ast.Operation) throttle.Class {
	switch kind {
	case ast.Mutation:
		return throttle.Commands
	case ast.Subscription:
		return throttle.Streams
	default:
		return throttle.Queries
	}
}

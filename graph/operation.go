package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

type (
	socketKey struct{}
	brokenKey struct{}
)

// onSocket marks everything below ctx as coming over one long connection.
func onSocket(ctx context.Context) context.Context {
	return context.WithValue(ctx, socketKey{}, true)
}

// broken is why an operation's stream was broken off. It is set before the stream's channel is closed and read after.
type broken struct{ err error }

// breakOff notes why a stream ended; nil when it just did.
func breakOff(ctx context.Context, err error) {
	if b, watched := ctx.Value(brokenKey{}).(*broken); watched {
		b.err = err
	}
}

// aroundOperation gives each operation on a socket a correlation id of its own, and lets a stream that was broken off end
// with an error: gqlgen itself knows no way to say so once a stream has begun that works on all transports.
func (p presenter) aroundOperation(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	if ctx.Value(socketKey{}) != nil {
		ctx = correlated(ctx, uuid.NewString())
	}
	if graphql.GetOperationContext(ctx).Operation.Operation != ast.Subscription {
		return next(ctx)
	}
	why := &broken{}
	call := context.WithValue(ctx, brokenKey{}, why)
	responses := next(call)
	return func(ctx context.Context) *graphql.Response {
		response := responses(ctx)
		if response != nil || ctx.Err() != nil { // with ctx over, the stream's goroutine may not be through yet
			return response
		}
		err := why.err
		if why.err = nil; err == nil {
			return nil
		}
		return &graphql.Response{Errors: gqlerror.List{p.present(call, err)}}
	}
}

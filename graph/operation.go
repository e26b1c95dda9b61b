package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
)

type socketKey struct{}

// onSocket marks everything below ctx as coming over one long connection.
func onSocket(ctx context.Context) context.Context {
	return context.WithValue(ctx, socketKey{}, true)
}

// aroundOperation gives each operation on a socket, and each event of a stream, a correlation id of its own.
func aroundOperation(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	if ctx.Value(socketKey{}) != nil || deliveryOf(ctx) != nil {
		ctx = correlated(ctx, uuid.NewString())
	}
	return next(ctx)
}

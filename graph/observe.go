package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// Observer looks on while operations run. It must return at once, and changes nothing.
type Observer interface {
	// Operation is told that an operation begins: "query", "mutation" or "subscription", and the name that the client gave it.
	// What it returns as a context goes through the operation. ended is called once its answer is made, or the stream begun.
	Operation(ctx context.Context, kind, name string) (_ context.Context, ended func())
	// Error is told the public code of each error that is answered.
	Error(code string)
}

// observation tells an observer, if there is one, what passes through the server.
type observation struct{ by Observer }

func (o observation) operation(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx).Operation
	ctx, ended := o.by.Operation(ctx, string(operation.Operation), operation.Name)
	responses := next(ctx)
	if operation.Operation == ast.Subscription {
		ended()
		return responses
	}
	return func(ctx context.Context) *graphql.Response {
		defer ended()
		return responses(ctx)
	}
}

func (o observation) response(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	response := next(ctx)
	if response != nil {
		o.told(response)
	}
	return response
}

// told says that a response was made.
func (o observation) told(response *graphql.Response) {
	if o.by == nil {
		return
	}
	for _, err := range response.Errors {
		code, _ := err.Extensions["code"].(string)
		o.by.Error(code)
	}
}

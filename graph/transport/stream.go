package transport

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/99designs/gqlgen/graphql"
)

// Stream gives the responses of one operation, marshalled, to one subscriber.
type Stream interface {
	// Next waits for the next response, and answers io.EOF after the last. The bytes may be shared
	// with other subscribers: read only. Any other error breaks the operation off, and the client
	// is told of it as the server's presenter puts it; unless ctx is over, then nobody is.
	Next(ctx context.Context) ([]byte, error)
	// Close is called once, when Next will not be called again.
	Close()
}

// Opener begins a subscription. A refusal (the resolver said no before the first event) is the
// response to send instead: next with errors, then complete.
type Opener func(ctx context.Context, exec graphql.GraphExecutor, operation *graphql.OperationContext) (Stream, *graphql.Response)

// Dispatch is the Opener that executes the operation for its one subscriber, response by response.
// It serves queries and mutations as well: their stream is one response long. It never refuses; a
// refusal is the first response of its stream.
func Dispatch(ctx context.Context, exec graphql.GraphExecutor, operation *graphql.OperationContext) (Stream, *graphql.Response) {
	responses, ctx := exec.DispatchOperation(ctx, operation)
	return &dispatched{ctx: ctx, responses: responses}, nil
}

type dispatched struct {
	ctx       context.Context //nolint:containedctx // the one that the responses are made in
	responses graphql.ResponseHandler
}

var _ Stream = (*dispatched)(nil)

// Next runs the operation up to its next response. It ends with the context of Dispatch.
func (d *dispatched) Next(context.Context) ([]byte, error) {
	response := d.responses(d.ctx)
	switch {
	case response == nil && d.ctx.Err() != nil:
		return nil, d.ctx.Err()
	case response == nil:
		return nil, io.EOF
	}
	payload, err := json.Marshal(response)
	if err != nil {
		return nil, fmt.Errorf("marshal a response: %w", err) // a scalar wrote what is not JSON
	}
	return payload, nil
}

// Close does nothing: the operation ends with the context of Dispatch.
func (d *dispatched) Close() {}

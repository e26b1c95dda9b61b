package transport

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// operation is one that runs on a socket. Its context ends when the client completes it, when it is
// through, or when the session ends; from then on the client hears nothing of it.
type operation struct {
	id     string // the client's
	next   []byte // how each of its responses begins
	cancel context.CancelFunc
	gone   bool // forgotten by its connection, which guards this
}

func newOperation(session context.Context, id string) (*operation, context.Context) {
	ctx, cancel := context.WithCancel(session)
	return &operation{id: id, next: opening(id, typeNext), cancel: cancel}, ctx
}

// begin runs an operation up to its stream and leaves that to a goroutine of its own: parsing and
// resolving need a deep stack, and waiting for events, for hours maybe, a shallow one.
func (c *connection) begin(ctx context.Context, o *operation, params *graphql.RawParams) {
	var stream Stream
	c.guard(ctx, o, func() { stream = c.open(graphql.StartOperationTrace(ctx), o, params) })
	if stream == nil {
		c.forget(o)
		return
	}
	c.tasks.Go(func() {
		defer c.forget(o)
		c.guard(ctx, o, func() {
			defer stream.Close()
			c.relay(ctx, o, stream)
		})
	})
}

// open answers nil when the operation is over before it has a stream, and the client knows.
func (c *connection) open(ctx context.Context, o *operation, params *graphql.RawParams) Stream {
	operation, errs := c.exec.CreateOperationContext(ctx, params)
	ctx = graphql.WithOperationContext(ctx, operation)
	if len(errs) > 0 {
		c.fail(ctx, o, errs)
		return nil
	}
	open := c.transport.options.Open
	if operation.Operation.Operation != ast.Subscription {
		open = Dispatch
	}
	stream, refusal := open(ctx, c.exec, operation)
	if refusal == nil {
		return stream
	}
	payload, err := json.Marshal(refusal)
	if err != nil {
		panic(err) // a scalar wrote what is not JSON
	}
	if c.deliver(ctx, o, payload) == nil {
		c.conclude(ctx, o, frame{ID: o.id, Type: typeComplete}.bytes())
	}
	return nil
}

// relay passes responses on until there are no more, or nobody to hear them.
func (c *connection) relay(ctx context.Context, o *operation, stream Stream) {
	for {
		payload, err := stream.Next(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, io.EOF):
			c.conclude(ctx, o, frame{ID: o.id, Type: typeComplete}.bytes())
			return
		case err != nil:
			c.fail(ctx, o, gqlerror.List{gqlerror.WrapIfUnwrapped(err)})
			return
		}
		if c.deliver(ctx, o, payload) != nil {
			return
		}
	}
}

// deliver writes one response.
func (c *connection) deliver(ctx context.Context, o *operation, payload []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if ctx.Err() != nil { // while another message was being written
		return ctx.Err()
	}
	return c.send(o.next, payload, closing)
}

// fail ends an operation with errors, as the server's presenter puts them.
func (c *connection) fail(ctx context.Context, o *operation, errs gqlerror.List) {
	c.tell(ctx, o, c.exec.DispatchError(withoutDocument(ctx), errs).Errors)
}

// tell ends an operation with errors that have passed the presenter.
func (c *connection) tell(ctx context.Context, o *operation, errs gqlerror.List) {
	payload, err := json.Marshal(errs)
	if err != nil {
		panic(err) // an extension of an error is not JSON
	}
	c.conclude(ctx, o, opening(o.id, typeError), payload, closing)
}

// conclude writes the last message of an operation. By then its id is free, since the client may
// use it again as soon as it has read the message.
func (c *connection) conclude(ctx context.Context, o *operation, parts ...[]byte) {
	c.writing.Lock()
	defer c.writing.Unlock()
	if ctx.Err() != nil {
		return
	}
	c.forget(o)
	_ = c.send(parts...) // an error has ended the socket
}

// guard runs a part of an operation. A panic is told to the server's recover func and ends the
// operation alone.
func (c *connection) guard(ctx context.Context, o *operation, part func()) {
	defer func() {
		if value := recover(); value != nil {
			c.tell(ctx, o, gqlerror.List{gqlerror.WrapIfUnwrapped(report(ctx, c.exec, value))})
		}
	}()
	part()
}

// forget lets go of an operation; the second time it does nothing.
func (c *connection) forget(o *operation) {
	o.cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	if o.gone {
		return
	}
	o.gone = true
	if c.live[o.id] == o {
		delete(c.live, o.id)
	}
	c.running--
	c.transport.counts.operations.Add(-1)
}

package transport

import (
	"context"
	"errors"

	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"
)

var (
	badMessage      = &CloseError{CloseBadRequest, "Invalid message"}
	tooManyMessages = &CloseError{CloseTooManyMessages, "Too many messages"}
	closeFull       = CloseError{CloseGoingAway, "No room, come again"}
)

// receive acts upon one message, or says how the socket has to end for it.
func (c *connection) receive(kind int, b []byte) *CloseError {
	if !c.allowance.Allow() {
		return tooManyMessages
	}
	message, ok := parse(kind, b)
	if !ok {
		return badMessage
	}
	c.heard.Store(true)
	switch message.Type {
	case typeInit:
		return c.greet(message)
	case typeSubscribe:
		return c.subscribe(message)
	case typeComplete:
		return c.complete(message)
	case typePing:
		_ = c.write(frame{Type: typePong, Payload: message.Payload}.bytes()) // an error has ended the socket
		return nil
	case typePong:
		return nil
	default:
		return badMessage
	}
}

func (c *connection) greet(message *frame) *CloseError {
	payload, ok := optional[map[string]any](message.Payload)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stage != opened {
		return &CloseError{CloseTooManyInits, "Too many initialisation requests"}
	}
	if !ok {
		return badMessage
	}
	c.stage = inited
	c.transport.sockets.spoken(c)
	c.tasks.Go(func() { c.initialise(c.session, payload) })
	return nil
}

// initialise asks who is there while the reader reads on, for what a client says out of turn
// meanwhile is to end its socket as well.
func (c *connection) initialise(handshake context.Context, payload gqltransport.InitPayload) {
	defer c.recovered()
	session, ack, err := handshake, (*gqltransport.InitPayload)(nil), error(nil)
	if c.transport.options.InitFunc != nil {
		session, ack, err = c.transport.options.InitFunc(handshake, payload)
	}
	if err != nil {
		c.refuse(err, CloseError{CloseForbidden, "Forbidden"})
		return
	}
	if session == nil {
		session = handshake
	}
	var leave func()
	if c.transport.options.Admit != nil {
		if leave, err = c.transport.options.Admit(session); err != nil {
			c.refuse(err, CloseError{CloseTooManySockets, "Too many sockets"})
			return
		}
	}
	if !c.transport.sockets.admit(c, c.transport.options.MaxSockets) {
		if leave != nil {
			leave()
		}
		c.close(closeFull.Code, closeFull.Reason)
		return
	}
	c.accept(session, leave, ack)
}

// refuse ends the socket as the error says, else as is usual.
func (c *connection) refuse(err error, end CloseError) {
	_ = errors.As(err, &end) // else it stays as it is
	c.close(end.Code, end.Reason)
}

// accept answers connection_init. Whatever an operation has to say waits behind the answer.
func (c *connection) accept(session context.Context, leave func(), ack *gqltransport.InitPayload) {
	answer := frame{Type: typeAck}
	if ack != nil {
		answer.Payload = *ack
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	c.stage, c.session, c.leave = acked, session, leave
	c.unwatch = context.AfterFunc(session, func() {
		c.spawn(func() {
			end := closeFor(context.Cause(session))
			c.close(end.Code, end.Reason)
		})
	})
	c.mu.Unlock()
	c.pulse.Reset(c.interval())
	_ = c.send(answer.bytes()) // an error has ended the socket
}

func (c *connection) subscribe(message *frame) *CloseError {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stage != acked {
		return &CloseError{CloseUnauthorized, "Unauthorized"}
	}
	params, refusal := paramsFrom(message.Payload)
	if message.ID == "" || refusal != nil {
		return badMessage
	}
	if _, taken := c.live[message.ID]; taken {
		return &CloseError{CloseSubscriberExists, "Subscriber for " + clip(message.ID, 64) + " already exists"}
	}
	// What the client has left but has not stopped counts too: it still costs.
	if c.running >= c.transport.options.MaxOperations {
		return &CloseError{CloseTooManyOperations, "Too many operations"}
	}
	o, ctx := newOperation(c.session, message.ID)
	c.live[o.id] = o
	c.running++
	c.transport.counts.operations.Add(1)
	c.tasks.Go(func() { c.begin(ctx, o, params) })
	return nil
}

// complete stops an operation. One that is not there has crossed the server's own complete or
// error on the way.
func (c *connection) complete(message *frame) *CloseError {
	if message.ID == "" {
		return badMessage
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if o, ok := c.live[message.ID]; ok {
		delete(c.live, o.id)
		o.cancel()
	}
	return nil
}

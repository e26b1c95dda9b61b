package transport

import "fmt"

// Subprotocol is the only WebSocket subprotocol spoken here.
const Subprotocol = "graphql-transport-ws"

// Codes that end a socket. 44xx below 4430 are graphql-transport-ws's own; what a client should do
// stands with each.
const (
	// CloseGoingAway: the server stops, moves, or can't check a credential now. Reconnect and resume
	// by cursor.
	CloseGoingAway = 1001
	// CloseProtocolError: what came is not of the WebSocket protocol, compressed though that was not
	// agreed on, say. A fault of the client's program.
	CloseProtocolError = 1002
	// CloseTooBig: a message over the limit. Do not send it again.
	CloseTooBig = 1009
	// CloseBadRequest: a message that is not of the protocol. A fault of the client's program.
	CloseBadRequest = 4400
	// CloseUnauthorized: subscribe before the connection was acknowledged.
	CloseUnauthorized = 4401
	// CloseForbidden: the credential is refused, expired or revoked. Connect with another one.
	CloseForbidden = 4403
	// CloseInitTimeout: no connection_init in time. Connect again and send it first.
	CloseInitTimeout = 4408
	// CloseSubscriberExists: an id that is still in use. A fault of the client's program.
	CloseSubscriberExists = 4409
	// CloseTooManyInits: a second connection_init. A fault of the client's program.
	CloseTooManyInits = 4429
	// CloseTooManyOperations is our own: more operations at once than one socket may carry.
	CloseTooManyOperations = 4430
	// CloseTooManyMessages is our own: the client says more in a second than it may. Reconnect after
	// a while and say less.
	CloseTooManyMessages = 4431
	// CloseTooManySockets is our own: the client has as many sockets as it may. Close one first.
	CloseTooManySockets = 4432
	// CloseSlowConsumer: the peer does not read what it is sent, or leaves pings without an answer.
	// Reconnect and resume by cursor.
	CloseSlowConsumer = 4499
	// CloseInternal: a fault of the server's. It is in the log.
	CloseInternal = 4500

	// 4406, subprotocol not acceptable, never goes out: such a handshake is refused with HTTP 400.
)

// What the peer of a connection sees (RFC 6455) that ended without a code, or without an end. They
// are never sent.
const (
	closeNoCode   = 1005
	closeAbnormal = 1006
)

// known are the codes that Stats counts one by one: the above, and a client's orderly goodbye.
var known = map[int]bool{
	1000: true, closeNoCode: true, closeAbnormal: true,
	CloseGoingAway: true, CloseProtocolError: true, CloseTooBig: true, CloseBadRequest: true,
	CloseUnauthorized: true, CloseForbidden: true, CloseInitTimeout: true, CloseSubscriberExists: true,
	CloseTooManyInits: true, CloseTooManyOperations: true, CloseTooManyMessages: true,
	CloseTooManySockets: true, CloseSlowConsumer: true, CloseInternal: true,
}

// CloseError says with which code and reason a socket ends. Return it, or wrap it, in the InitFunc
// or in Admit to refuse a connection; end the context that the InitFunc returned with it as the
// cause; or give it to Drain. The client reads the reason, up to 123 bytes of it.
type CloseError struct {
	Code   int
	Reason string
}

func (e CloseError) Error() string { return fmt.Sprintf("close %d: %s", e.Code, e.Reason) }

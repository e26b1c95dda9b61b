package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strconv"
	"sync"

	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"
)

// guard stands between the socket and gqlgen, which speaks only the happy path of the protocol. It
// reads whole messages, closes with the protocol's code on what is out of turn, and hands on, in
// canonical form, only what it has understood itself.
//
// gqlgen sees ids of the guard's own, one per operation. So a client may use an id again as soon as
// it has completed it, and nothing that the old operation still says reaches the new one.
type guard struct {
	*socket
	maxOperations int

	mu      sync.Mutex
	session context.Context // the connection's, once initialised
	inited  bool
	acked   bool
	count   uint64
	live    map[string]string    // the client's id of an operation it still listens to -> ours
	running map[string]operation // our id -> an operation that gqlgen has not ended yet
}

type operation struct {
	id   string // the client's
	left bool   // the client has completed it
}

var (
	_ gqltransport.WebsocketConn          = (*guard)(nil)
	_ gqltransport.WebsocketReadDeadliner = (*guard)(nil)
)

func newGuard(s *socket, maxOperations int) *guard {
	return &guard{
		socket:        s,
		maxOperations: maxOperations,
		live:          map[string]string{},
		running:       map[string]operation{},
	}
}

// NextReader returns the next message that gqlgen has to act upon.
func (g *guard) NextReader() (int, io.Reader, error) {
	for {
		kind, b, err := g.read()
		if err != nil {
			return 0, nil, err
		}
		message, violation := g.receive(kind, b)
		if violation != nil {
			g.close(violation.Code, violation.Reason)
			return 0, nil, gqltransport.ErrWebsocketClosed
		}
		if message != nil {
			return websocket.TextMessage, bytes.NewReader(message.bytes()), nil
		}
	}
}

// receive checks one message against the state of the connection. It returns what gqlgen has to
// act upon, or nothing when the message is already dealt with, or how the socket has to end.
func (g *guard) receive(kind int, b []byte) (*frame, *CloseError) {
	message, ok := parse(kind, b)
	if !ok {
		return nil, badMessage
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch message.Type {
	case typeInit:
		if g.inited {
			return nil, &CloseError{CloseTooManyInits, "Too many initialisation requests"}
		}
		if _, ok := optional[map[string]any](message.Payload); !ok {
			return nil, badMessage
		}
		g.inited = true
		return message, nil
	case typeSubscribe:
		return g.subscribe(message)
	case typeComplete:
		return g.complete(message)
	case typePing:
		if !g.acked { // gqlgen answers pings only once the connection is acknowledged
			_ = g.write(frame{Type: typePong, Payload: message.Payload}.bytes())
			return nil, nil
		}
		return message, nil
	case typePong:
		if !g.acked {
			return nil, nil
		}
		return message, nil
	default:
		return nil, badMessage
	}
}

func (g *guard) subscribe(message *frame) (*frame, *CloseError) {
	if !g.acked {
		return nil, &CloseError{CloseUnauthorized, "Unauthorized"}
	}
	params, refusal := paramsFrom(message.Payload)
	if message.ID == "" || refusal != nil {
		return nil, badMessage
	}
	if _, taken := g.live[message.ID]; taken {
		return nil, &CloseError{CloseSubscriberExists, "Subscriber for " + clip(message.ID, 64) + " already exists"}
	}
	// What the client has left but gqlgen has not ended counts too: it still costs.
	if len(g.running) >= g.maxOperations {
		return nil, &CloseError{CloseTooManyOperations, "Too many operations"}
	}
	g.count++
	ours := strconv.FormatUint(g.count, 10)
	g.live[message.ID] = ours
	g.running[ours] = operation{id: message.ID}
	return &frame{ID: ours, Type: typeSubscribe, Payload: params}, nil
}

func (g *guard) complete(message *frame) (*frame, *CloseError) {
	if message.ID == "" {
		return nil, badMessage
	}
	ours, ok := g.live[message.ID]
	if !ok { // it crossed the server's own complete or error on the way
		return nil, nil
	}
	delete(g.live, message.ID)
	g.running[ours] = operation{id: message.ID, left: true}
	return &frame{ID: ours, Type: typeComplete}, nil
}

// WriteJSON sends one message of gqlgen's, unless its operation is over for the client.
func (g *guard) WriteJSON(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	out, err := takeApart(b)
	if err != nil {
		return err
	}
	switch out.kind {
	case typeAck:
		g.mu.Lock()
		g.acked = true
		g.mu.Unlock()
	case typeNext, typeError, typeComplete:
		id, listening := g.listener(out)
		if !listening {
			return nil
		}
		b = out.as(id)
	}
	return g.write(b)
}

// listener returns, in JSON, the id under which the client still listens to the operation of the
// message. An error or a complete ends the operation: gqlgen may send one after the other, and the
// client gets only the first.
func (g *guard) listener(out outgoing) (quotedID []byte, listening bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	op, known := g.running[out.id]
	if !known {
		return nil, false
	}
	if out.kind != typeNext {
		delete(g.running, out.id)
		if !op.left {
			delete(g.live, op.id)
		}
	}
	quotedID, err := json.Marshal(op.id)
	return quotedID, err == nil && !op.left
}

// WriteClose translates the end that gqlgen chose. It knows two: a message it could not use, and
// the end of the connection's context.
func (g *guard) WriteClose(code int, reason string) error {
	end := CloseError{code, reason}
	switch session := g.boundTo(); {
	case code == gqltransport.WebsocketCloseProtocolError:
		end = *badMessage
	case session != nil && session.Err() != nil:
		end = closeFor(session)
	}
	g.close(end.Code, end.Reason)
	return nil
}

// Close ends a socket that has no closing handshake under way; one that has is left to finish.
func (g *guard) Close() error {
	g.abandon(closeAbnormal)
	return nil
}

// Subprotocol is the one that every guarded socket has agreed on.
func (g *guard) Subprotocol() string { return Subprotocol }

// initialised tells whether connection_init has come.
func (g *guard) initialised() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inited
}

// bind gives the guard the context that the connection lives under from now on.
func (g *guard) bind(session context.Context) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.session = session
}

func (g *guard) boundTo() context.Context {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.session
}

var badMessage = &CloseError{CloseBadRequest, "Invalid message"}

// parse reads a text message into a frame; keys that the protocol does not know are ignored.
func parse(kind int, b []byte) (*frame, bool) {
	value, err := decodeStrict(b)
	object, ok := value.(map[string]any)
	if kind != websocket.TextMessage || err != nil || !ok {
		return nil, false
	}
	message := &frame{Payload: object["payload"]}
	if message.Type, ok = object["type"].(string); !ok {
		return nil, false
	}
	message.ID, ok = optional[string](object["id"])
	return message, ok
}

package transport

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"
)

// Options of a WebSocket transport. The zero value of each field means what is said beside it.
type Options struct {
	InitTimeout   time.Duration // from the handshake to connection_init; 5 s
	PingInterval  time.Duration // a peer silent for two of them is let go; 25 s
	WriteTimeout  time.Duration // for the peer to take one message; 5 s
	MaxMessage    int64         // of the client's messages, in bytes; 64 KiB
	MaxOperations int           // at once on one socket; 100

	// AllowedOrigins are compared exactly ("https://app.example.com"). The server's own host, and
	// clients that send no Origin because they are not browsers, are always allowed.
	AllowedOrigins []string

	// InitFunc sees the payload of connection_init. The context it returns is the base of every
	// operation; when it ends, so does the socket: with the CloseError that is its cause, with 4403
	// when its deadline (the credential's) has passed, else with 1001. An error closes with 4403,
	// or with the CloseError that it wraps; its text never reaches the client. Nil: all may connect.
	InitFunc gqltransport.WebsocketInitFunc

	// OnClose is told, once for every socket and after it is gone, the code it ended with, whichever
	// side chose it (1005 and 1006 when none was sent). The context is the InitFunc's, or the
	// request's if it never came to that. May be nil.
	OnClose func(ctx context.Context, code int)
}

func (o Options) withDefaults() Options {
	o.InitTimeout = orElse(o.InitTimeout, 5*time.Second)
	o.PingInterval = orElse(o.PingInterval, 25*time.Second)
	o.WriteTimeout = orElse(o.WriteTimeout, 5*time.Second)
	o.MaxMessage = orElse(o.MaxMessage, 64<<10)
	o.MaxOperations = orElse(o.MaxOperations, 100)
	return o
}

func orElse[T comparable](given, otherwise T) T {
	var zero T
	if given == zero {
		return otherwise
	}
	return given
}

// Websocket carries operations over graphql-transport-ws: gqlgen runs them, gorilla frames them,
// and a guard between the two holds the client to the protocol. Make it with NewWebsocket.
type Websocket struct {
	options  Options
	upgrader websocket.Upgrader
	sockets  population
}

var _ graphql.Transport = (*Websocket)(nil)

// NewWebsocket returns a transport that is ready to be added to a gqlgen server.
func NewWebsocket(options Options) *Websocket {
	t := &Websocket{options: options.withDefaults()}
	t.upgrader = websocket.Upgrader{
		Subprotocols: []string{Subprotocol},
		CheckOrigin:  originCheck(options.AllowedOrigins),
	}
	return t
}

// Supports claims WebSocket upgrades, whatever their subprotocol.
func (t *Websocket) Supports(r *http.Request) bool { return websocket.IsWebSocketUpgrade(r) }

// Do serves one socket until it is gone. Before the upgrade, another or no subprotocol is refused
// with 400 and a foreign Origin with 403. The request's context ends the socket as the InitFunc's
// does, so a server drains its sockets by cancelling its base context with a cause.
func (t *Websocket) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	if !slices.Contains(websocket.Subprotocols(r), Subprotocol) {
		http.Error(w, "the WebSocket subprotocol must be "+Subprotocol, http.StatusBadRequest)
		return
	}
	ws, err := t.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered, with 403 for a foreign Origin
	}
	t.sockets.enter()
	defer t.sockets.leave()
	ws.SetReadLimit(t.options.MaxMessage)
	g := newGuard(&socket{ws: ws, writeTimeout: t.options.WriteTimeout}, t.options.MaxOperations)
	defer t.finish(r.Context(), g)

	late := time.AfterFunc(t.options.InitTimeout, func() {
		if !g.initialised() {
			g.close(CloseInitTimeout, "Connection initialisation timeout")
		}
	})
	defer late.Stop()
	unwatch := context.AfterFunc(r.Context(), func() {
		end := closeFor(r.Context())
		g.close(end.Code, end.Reason)
	})
	defer unwatch()

	gqltransport.Websocket{
		Implementation:   accepted{g},
		InitFunc:         t.initialise(g),
		PingPongInterval: t.options.PingInterval,
	}.Do(w, r, exec)
}

// initialise asks the InitFunc and ends a refused socket before gqlgen does, with the right code.
func (t *Websocket) initialise(g *guard) gqltransport.WebsocketInitFunc {
	return func(ctx context.Context, payload gqltransport.InitPayload) (context.Context, *gqltransport.InitPayload, error) {
		if t.options.InitFunc == nil {
			g.bind(ctx)
			return ctx, nil, nil
		}
		session, ack, err := t.options.InitFunc(ctx, payload)
		if err != nil {
			end := CloseError{CloseForbidden, "Forbidden"}
			_ = errors.As(err, &end) // else it stays as it is
			g.close(end.Code, end.Reason)
			return ctx, nil, err
		}
		if session == nil {
			session = ctx
		}
		g.bind(session)
		return session, ack, nil
	}
}

func (t *Websocket) finish(request context.Context, g *guard) {
	code := g.finish()
	if t.options.OnClose == nil {
		return
	}
	t.options.OnClose(orElse(g.boundTo(), request), code)
}

// Open is how many sockets there are now.
func (t *Websocket) Open() int { return t.sockets.size() }

// Wait returns when the last socket is gone, or with ctx's error when that comes first. It does not
// close any: cancel the server's base context for that, since http.Server.Shutdown leaves upgraded
// connections alone.
func (t *Websocket) Wait(ctx context.Context) error { return t.sockets.wait(ctx) }

// accepted hands gqlgen a connection that is already upgraded. Upgrading before gqlgen is asked
// keeps refusals to one HTTP answer: gqlgen would log each one and write a second answer to it.
type accepted struct{ *guard }

func (a accepted) Accept(http.ResponseWriter, *http.Request, gqltransport.WebsocketAcceptOptions) (gqltransport.WebsocketConn, error) {
	return a.guard, nil
}

package transport

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/gorilla/websocket"
)

// Sizes of a socket's buffers, in bytes. Messages may be longer than either. A socket has its
// reading buffer for life and borrows the writing one for as long as a message takes.
const (
	readBuffer  = 1 << 10
	writeBuffer = 4 << 10
)

// Websocket carries operations over graphql-transport-ws. Make it with NewWebsocket.
//
// A socket outlives the request that began it, and with it all that net/http keeps for a request:
// it has one goroutine that reads, one for each live operation, and a timer. So the server's base
// context and its Shutdown do not reach sockets; Drain does.
type Websocket struct {
	options  Options
	upgrader websocket.Upgrader
	sockets  population
	counts   counts
}

var _ graphql.Transport = (*Websocket)(nil)

// NewWebsocket returns a transport that is ready to be added to a gqlgen server.
func NewWebsocket(options Options) *Websocket {
	t := &Websocket{options: options.withDefaults()}
	t.upgrader = websocket.Upgrader{
		Subprotocols:    []string{Subprotocol},
		CheckOrigin:     originCheck(options.AllowedOrigins),
		ReadBufferSize:  readBuffer,
		WriteBufferSize: writeBuffer,
		WriteBufferPool: &sync.Pool{},
	}
	return t
}

// Supports claims WebSocket upgrades, whatever their subprotocol.
func (t *Websocket) Supports(r *http.Request) bool { return websocket.IsWebSocketUpgrade(r) }

// Do upgrades a request to a socket and returns; the socket goes on by itself. Before the upgrade,
// another or no subprotocol is refused with 400, a foreign Origin with 403, and a socket too many,
// or one that comes after Drain, with 503. A stranger too many takes the place of another who has
// not sent connection_init, which ends with 1001; it is refused where there is no such.
func (t *Websocket) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	if !slices.Contains(websocket.Subprotocols(r), Subprotocol) {
		http.Error(w, "the WebSocket subprotocol must be "+Subprotocol, http.StatusBadRequest)
		return
	}
	off, ok := t.sockets.enter(t.options.MaxSockets, t.options.MaxStrangers)
	if !ok {
		t.counts.refused.Add(1)
		w.Header().Set("Retry-After", "1")
		http.Error(w, "no room for another socket, come again", http.StatusServiceUnavailable)
		return
	}
	if off != nil {
		t.counts.refused.Add(1)
		off.sendOff()
	}
	ws, err := t.upgrader.Upgrade(w, r, nil)
	if err != nil { // the upgrader has answered, with 403 for a foreign Origin
		t.sockets.leave(nil)
		return
	}
	ws.SetReadLimit(t.options.MaxMessage)
	c := newConnection(context.WithoutCancel(r.Context()), t, ws, exec)
	if cause := t.sockets.add(c); cause != nil {
		end := closeFor(cause)
		c.close(end.Code, end.Reason)
	}
	go c.serve()
}

// Drain ends every socket with the CloseError that the cause is or wraps, else with 1001, and
// refuses new ones from then on. It does not wait; Wait does.
func (t *Websocket) Drain(cause error) {
	end := closeFor(cause)
	for _, c := range t.sockets.end(end) {
		c.spawn(func() { c.close(end.Code, end.Reason) })
	}
}

// Open is how many sockets there are now.
func (t *Websocket) Open() int { return t.sockets.size() }

// Wait returns when the last socket is gone, and all that ran for it, or with ctx's error when that
// comes first. It does not close any: Drain does.
func (t *Websocket) Wait(ctx context.Context) error { return t.sockets.wait(ctx) }

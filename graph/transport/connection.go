package transport

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"
)

// connection is one socket and what runs for it. Its reader holds the client to the protocol and
// never waits for an operation.
type connection struct {
	*socket
	transport *Websocket
	exec      graphql.GraphExecutor
	allowance *rate.Limiter
	pulse     *time.Timer
	heard     atomic.Bool // the client has said something since the last beat
	cancel    context.CancelCauseFunc
	tasks     sync.WaitGroup // everything that runs for the connection but its reader

	mu      sync.Mutex
	session context.Context //nolint:containedctx // what operations are made from; the handshake's, until there is an InitFunc's
	stage   stage
	over    bool                  // nothing new may run
	quiet   int                   // beats without a word of the client's
	leave   func()                // gives back what Admit has taken; may be nil
	unwatch func() bool           // lets go of the session; may be nil
	live    map[string]*operation // those the client listens to, by its ids
	running int                   // operations, those the client has left among them
}

// stage is how far the connection has got.
type stage int

const (
	opened stage = iota
	inited       // connection_init has come
	acked        // and was answered
)

func newConnection(handshake context.Context, t *Websocket, ws *websocket.Conn, exec graphql.GraphExecutor) *connection {
	c := &connection{
		transport: t,
		exec:      exec,
		allowance: rate.NewLimiter(rate.Limit(t.options.MessageRate), t.options.MessageBurst),
		live:      map[string]*operation{},
	}
	c.session, c.cancel = context.WithCancelCause(handshake)
	c.socket = &socket{ws: ws, writeTimeout: t.options.WriteTimeout, onEnd: func(end CloseError) { c.cancel(end) }}
	c.limitControl()
	c.mu.Lock() // no beat may come before there is a pulse
	defer c.mu.Unlock()
	c.pulse = time.AfterFunc(t.options.InitTimeout, c.beat)
	return c
}

// limitControl makes WebSocket's own pings and pongs count as messages do.
func (c *connection) limitControl() {
	answer := c.ws.PingHandler()
	c.ws.SetPingHandler(func(data string) error {
		if !c.allowance.Allow() {
			return *tooManyMessages
		}
		return answer(data)
	})
	c.ws.SetPongHandler(func(string) error {
		if !c.allowance.Allow() {
			return *tooManyMessages
		}
		return nil
	})
}

// serve reads until the socket ends, and then sees off all that ran for it.
func (c *connection) serve() {
	defer c.transport.sockets.leave(c)
	defer c.farewell()
	defer c.recovered()
	for {
		kind, message, ok := c.read()
		if !ok {
			return
		}
		if violation := c.receive(kind, message); violation != nil {
			c.close(violation.Code, violation.Reason)
			return
		}
	}
}

func (c *connection) farewell() {
	code := c.finish()
	c.mu.Lock()
	c.over = true
	c.mu.Unlock()
	c.tasks.Wait()
	c.pulse.Stop()
	c.transport.counts.gone(code)

	defer c.recovered()
	if c.unwatch != nil {
		c.unwatch()
	}
	if c.leave != nil {
		c.leave()
	}
	if c.transport.options.OnClose != nil {
		c.transport.options.OnClose(c.session, code)
	}
}

// spawn runs a task that farewell waits for, unless it is too late for one.
func (c *connection) spawn(task func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.tasks.Go(task)
	}
}

// recovered, deferred, turns a panic outside of any operation into the end of the socket. What
// runs here has a goroutine of its own, where a panic would end the program.
func (c *connection) recovered() {
	if value := recover(); value != nil {
		c.mu.Lock()
		session := c.session
		c.mu.Unlock()
		_ = report(session, c.exec, value)
		c.close(CloseInternal, "Internal server error")
	}
}

// reporter is the half of gqlgen's executor that its interface leaves out.
type reporter interface {
	PresentRecoveredError(ctx context.Context, value any) error
}

// report passes a panic to the server's recover func, which logs it, and returns what may be told.
func report(ctx context.Context, exec graphql.GraphExecutor, value any) error {
	if r, ok := exec.(reporter); ok {
		return r.PresentRecoveredError(ctx, value)
	}
	return coded(codeInternal, "internal error")
}

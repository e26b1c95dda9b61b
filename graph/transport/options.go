package transport

import (
	"context"
	"time"

	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"
)

// Options of a WebSocket transport. The zero value of each field means what is said beside it.
type Options struct {
	InitTimeout  time.Duration // from the handshake to connection_init, and then as long to its answer; 5 s
	PingInterval time.Duration // at most; a peer that says nothing for two of them is let go; 25 s
	WriteTimeout time.Duration // for the peer to take one message; 5 s

	MaxSockets    int     // admitted at once, of all clients; 10,000. A handshake over it gets 503, a connection_init 1001
	MaxStrangers  int     // not yet admitted, beside those; half of MaxSockets, 100 at least. See Do
	MaxMessage    int64   // of the client's messages, in bytes; 64 KiB
	MaxOperations int     // at once on one socket; 100
	MessageRate   float64 // messages that a socket's client may send in a second, in the long run; 20
	MessageBurst  int     // and how many of them at once; 250

	// AllowedOrigins are compared exactly ("https://app.example.com"). The server's own host, and
	// clients that send no Origin because they are not browsers, are always allowed.
	AllowedOrigins []string

	// InitFunc sees the payload of connection_init. The context it returns, made from the one it is
	// given, is the base of every operation; when it ends, so does the socket: with the CloseError
	// that is its cause, with 4403 when its deadline (the credential's) has passed, else with 1001.
	// An error closes with 4403, or with the CloseError that it wraps; its text never reaches the
	// client. Nil: all may connect.
	InitFunc gqltransport.WebsocketInitFunc

	// Admit is asked next, with the context of the InitFunc: may this client have one more socket?
	// leave is called once, when the socket is gone, whoever ended it; it may be nil. An error
	// closes with 4432, or with the CloseError that it wraps. Nil: as many as they like.
	Admit func(session context.Context) (leave func(), err error)

	// Open begins subscriptions. Nil means Dispatch.
	Open Opener

	// OnClose is told, once for every socket and after it is gone, the code it ended with, whichever
	// side chose it (1005 and 1006 when none was sent). The context is the InitFunc's, or the
	// handshake's if it never came to that. May be nil.
	OnClose func(ctx context.Context, code int)
}

func (o Options) withDefaults() Options {
	o.InitTimeout = orElse(o.InitTimeout, 5*time.Second)
	o.PingInterval = orElse(o.PingInterval, 25*time.Second)
	o.WriteTimeout = orElse(o.WriteTimeout, 5*time.Second)
	o.MaxSockets = orElse(o.MaxSockets, 10_000)
	o.MaxStrangers = orElse(o.MaxStrangers, max(100, o.MaxSockets/2)) // a crowd that returns after a restart is not yet admitted either
	o.MaxMessage = orElse(o.MaxMessage, 64<<10)
	o.MaxOperations = orElse(o.MaxOperations, 100)
	o.MessageRate = orElse(o.MessageRate, 20)
	o.MessageBurst = orElse(o.MessageBurst, 250) // a client that comes back subscribes to all of its operations at once
	if o.Open == nil {
		o.Open = Dispatch
	}
	return o
}

func orElse[T comparable](given, otherwise T) T {
	var zero T
	if given == zero {
		return otherwise
	}
	return given
}

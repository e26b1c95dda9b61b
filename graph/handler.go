package graph

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"reflect"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"

	"github.com/slotq/slotq/graph/generated"
	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/throttle"
)

// Options are what the door stands on. Desk, Reader, Feed, Log and Authenticate must be there.
type Options struct {
	Desk   Desk
	Reader Reader
	Feed   Feed
	Log    *slog.Logger

	// Authenticate finds the actor behind the credential that a socket brings in connection_init. problem.ErrUnavailable
	// asks the client to come again; every other error refuses it. Requests bring their actor in their context.
	Authenticate func(ctx context.Context, token string) (actor.Actor, error)

	// StillValid is asked every Recheck (0 means 2 s) whether the credential behind an open socket or stream is still good;
	// one that is not ends it. Nil: a credential is good until it expires.
	StillValid func(ctx context.Context, a actor.Actor) bool
	Recheck    time.Duration

	// Pace turns requests away that come too fast. Nil: they come as fast as they like.
	Pace Pace
	// Places bound how many operations run at once; who finds none hears UNAVAILABLE. Nil: as many as there are.
	Places *throttle.Places

	// Connections bounds the sockets and streams of events that are open at once.
	Connections Connections
	// Pulse is how often a silent connection is looked after; 0 means 25 s.
	Pulse time.Duration

	// AllowedOrigins are the pages of other hosts that may open sockets ("https://app.example.com").
	AllowedOrigins []string
	// Introspection lets clients read the schema.
	Introspection bool
	// Development lets answers to misspelt queries suggest names.
	Development bool
	// Observer looks on; nil: nobody does.
	Observer Observer
	// MaxBody is in bytes; 0 means transport.DefaultMaxBody.
	MaxBody int64
	// Listed are documents that clients may name by their hash; with OnlyListed no others are answered. Nil: none.
	Listed     *transport.Listed
	OnlyListed bool
}

// Endpoint is the GraphQL endpoint.
type Endpoint struct {
	http.Handler
	sockets   *transport.Websocket
	live      *live
	turnstile *turnstile
}

// Drain tells all sockets to go and come again elsewhere, and lets in no more. Streams of events end with their requests:
// cancel the context of the server's requests for that.
func (e *Endpoint) Drain() { e.sockets.Drain(closeGoing) }

// Wait returns when the last socket is gone and all that was executed for streams is over, or with ctx's error. Call Drain
// first, and let the server's requests end.
func (e *Endpoint) Wait(ctx context.Context) error {
	if err := e.sockets.Wait(ctx); err != nil {
		return err
	}
	e.live.running.Wait() // each has a limit of its own
	return nil
}

// NewHandler makes the GraphQL endpoint: POST, GET for queries, WebSocket, and SSE for streams where sockets are blocked.
// Put Correlate before it, and what authenticates requests between the two. It panics if a directive of the contract has
// nothing behind it.
func NewHandler(o Options) *Endpoint {
	p := presenter{log: o.Log}
	l := &live{presenter: p, observed: observation{o.Observer}}
	gate := newTurnstile(o.Connections)
	admission := admission{presenter: p, authenticate: o.Authenticate, stillValid: o.StillValid, recheck: o.Recheck, turnstile: gate}
	r := &Resolver{desk: o.Desk, reader: o.Reader, feed: o.Feed, presenter: p}
	server := handler.New(generated.NewExecutableSchema(generated.Config{Resolvers: r, Directives: directives()}))
	sockets := transport.NewWebsocket(transport.Options{
		AllowedOrigins: o.AllowedOrigins,
		MaxMessage:     o.MaxBody,
		MaxSockets:     gate.limits.All,
		PingInterval:   o.Pulse,
		InitFunc:       admission.admit,
		Admit:          admission.seat,
		Open:           l.begin,
	})
	for _, door := range []graphql.Transport{sockets, transport.HTTP{MaxBody: o.MaxBody, LeaveStreams: true}, streams{
		admission: admission, live: l,
		maxBody: cmp.Or(o.MaxBody, transport.DefaultMaxBody), pulse: cmp.Or(o.Pulse, defaultPulse),
	}} {
		server.AddTransport(paced{door, p, o.Pace, o.Places})
	}
	server.SetErrorPresenter(p.present)
	server.SetRecoverFunc(p.recovered)
	documents := transport.NewDocuments(o.Listed, o.OnlyListed)
	server.SetParserTokenLimit(transport.MaxTokens)
	server.SetQueryCache(documents)
	server.Use(documents)
	if !o.Development {
		server.SetDisableSuggestion(true)
		server.SetValidationRulesFn(withoutHints)
	}
	server.AroundOperations(aroundOperation)
	if o.Observer != nil {
		server.AroundOperations(l.observed.operation)
		server.AroundResponses(l.observed.response)
	}
	server.AroundResponses(r.withLoaders)
	server.Use(transport.Subscriptions{})
	server.Use(transport.Limits{})
	if o.Introspection {
		server.Use(extension.Introspection{})
		server.Use(transport.NewSchemaAnswers())
	}
	return &Endpoint{Handler: server, sockets: sockets, live: l, turnstile: gate}
}

// directives wires what the contract's directives do. gqlgen would notice a missing one only when a field asks for it.
func directives() generated.DirectiveRoot {
	d := generated.DirectiveRoot{Capability: capability}
	for i, v := 0, reflect.ValueOf(d); i < v.NumField(); i++ {
		if v.Field(i).IsNil() {
			panic("no directive behind " + v.Type().Field(i).Name)
		}
	}
	return d
}

package provider

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/slotq/slotq/internal/intent"
)

// DefaultDeadline is how long an answer is waited for when the contract names no deadline.
const DefaultDeadline = 10 * time.Second

// Options say how providers are talked to; zero values take the defaults named beside them.
type Options struct {
	Transport http.RoundTripper        // carries the requests; one of the client's own, without proxy and redirects
	Token     func(name string) string // finds the credential behind a variable's name; os.Getenv
	Log       *slog.Logger             // slog.Default
	TripAfter int                      // so many failures in a row open the breaker; 20
	OpenFor   time.Duration            // how long it then stays open; 2 seconds, less than an intent waits between its tries
}

func (o Options) withDefaults() Options {
	if o.Token == nil {
		o.Token = os.Getenv
	}
	o.Log = cmp.Or(o.Log, slog.Default())
	o.TripAfter = cmp.Or(o.TripAfter, 20)
	o.OpenFor = cmp.Or(o.OpenFor, 2*time.Second)
	return o
}

// Client talks to one provider. It is safe for concurrent use and keeps connections and breakers, so one serves all who
// ask the same provider.
type Client struct {
	provider  intent.Provider
	endpoint  *url.URL // nil: the provider's address is none
	transport http.RoundTripper
	token     func(name string) string
	log       *slog.Logger

	// Bookings that fail must not keep us from looking up what became of them, so each direction has a breaker of its own.
	writes *gobreaker.CircuitBreaker[intent.Answer]
	reads  *gobreaker.CircuitBreaker[intent.Sighting]
}

// New makes a client for a provider; nothing is sent yet. With an address that CheckEndpoint refuses every question is
// answered at once: nothing was sent.
func New(p intent.Provider, o Options) *Client {
	o = o.withDefaults()
	c := &Client{provider: p, transport: o.Transport, token: o.Token, log: o.Log.With("provider", p.Code)}
	c.provider.Contract.Deadline = cmp.Or(max(p.Contract.Deadline, 0), DefaultDeadline)
	c.endpoint, _ = parseEndpoint(p.Endpoint)
	if c.transport == nil {
		c.transport = newTransport()
	}
	c.writes = gobreaker.NewCircuitBreaker[intent.Answer](c.breaker("bookings", o))
	c.reads = gobreaker.NewCircuitBreaker[intent.Sighting](c.breaker("lookups", o))
	return c
}

// Contract is what the provider promised when it was registered. Its deadline is never zero.
func (c *Client) Contract() intent.Contract { return c.provider.Contract }

// Close lets go of connections that are kept for later. Questions under way go on.
func (c *Client) Close() {
	if t, ok := c.transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// within is the time that one whole question may take.
func (c *Client) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, c.provider.Contract.Deadline)
}

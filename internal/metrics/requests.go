package metrics

import (
	"context"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Kinds of requests besides those of operations.
const (
	kindNone   = "none"   // no operation came of it
	kindSocket = "socket" // a WebSocket, which carries any number of operations
)

// Requests counts what comes in.
type Requests struct {
	requests   *prometheus.CounterVec
	took       *prometheus.HistogramVec
	operations *prometheus.CounterVec
	errors     *prometheus.CounterVec
}

func newRequests(registry prometheus.Registerer) *Requests {
	r := &Requests{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "slotq_http_requests_total", Help: "HTTP requests by door, kind of operation and status; a socket or stream counts when it is let go.",
		}, []string{"door", "kind", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "slotq_http_request_seconds", Help: "How long requests took; sockets and streams are left out.", Buckets: latencies,
		}, []string{"door", "kind"}),
		operations: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "slotq_graphql_operations_total", Help: "Operations that were begun, by whatever transport.",
		}, []string{"kind"}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "slotq_graphql_errors_total", Help: "Errors in GraphQL answers by their public code.",
		}, []string{"code"}),
	}
	registry.MustRegister(r.requests, r.took, r.operations, r.errors)
	return r
}

// note is what is learnt of a request while it is answered; the operations of a socket come at once.
type note struct{ kind atomic.Pointer[string] }

type noteKey struct{}

// Request begins to watch a request: which operation it carries is learnt below the context that is returned.
func (r *Requests) Request(ctx context.Context) context.Context {
	return context.WithValue(ctx, noteKey{}, &note{})
}

// Response is how a request was answered.
type Response struct {
	Door   string // a word of ours, such as "graphql"
	Status int
	Took   time.Duration
	Socket bool // it became a WebSocket
	Stream bool // it was answered bit by bit
}

// Responded counts a request that Request began to watch.
func (r *Requests) Responded(ctx context.Context, a Response) {
	kind := kindNone
	if seen, watched := ctx.Value(noteKey{}).(*note); watched {
		if carried := seen.kind.Load(); carried != nil {
			kind = *carried
		}
	}
	if a.Socket {
		kind = kindSocket
	}
	r.requests.WithLabelValues(a.Door, kind, strconv.Itoa(a.Status)).Inc()
	if !a.Socket && !a.Stream {
		r.took.WithLabelValues(a.Door, kind).Observe(a.Took.Seconds())
	}
}

// Operation counts an operation that begins: "query", "mutation" or "subscription".
func (r *Requests) Operation(ctx context.Context, kind string) {
	r.operations.WithLabelValues(kind).Inc()
	if seen, watched := ctx.Value(noteKey{}).(*note); watched {
		seen.kind.Store(&kind)
	}
}

// Error counts an error of an answer. A code that is none of ours counts as OTHER.
func (r *Requests) Error(code string) {
	if !publicCodes[code] {
		code = "OTHER"
	}
	r.errors.WithLabelValues(code).Inc()
}

// publicCodes are the codes of calls that never reached the domain.
var publicCodes = map[string]bool{
	"UNAUTHENTICATED": true, "FORBIDDEN": true, "INVALID_IDEMPOTENCY_KEY": true, "PAYLOAD_INVALID": true, "REFERENCE_NOT_FOUND": true,
	"RATE_LIMITED": true, "UNAVAILABLE": true, "QUERY_TOO_COMPLEX": true, "GRAPHQL_PARSE_FAILED": true, "GRAPHQL_VALIDATION_FAILED": true,
	"PERSISTED_DOCUMENT_NOT_FOUND": true, "PERSISTED_QUERY_NOT_FOUND": true, "DOCUMENT_NOT_ALLOWED": true, "INTERNAL": true,
}

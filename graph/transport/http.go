package transport

import (
	"errors"
	"io"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/gorilla/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// DefaultMaxBody is the largest body of a POST, and the longest query string of a GET, in bytes.
const DefaultMaxBody = 64 << 10

// HTTP answers GraphQL by POST, and queries by GET, as the GraphQL-over-HTTP draft asks.
//
// A request that never becomes an operation is refused with a status that says why (400, 405, 406,
// 413, 414, 415) and a body without "data". Errors of the document (parsing, validation, variables,
// limits) answer 400 to clients that accept application/graphql-response+json, and 200 to those of
// plain application/json. RATE_LIMITED is 429 and 200 in the same way. What ran answers 200, whatever
// errors its fields have. A deadline that passes first, or a server that has too much to do, answers
// 503 with UNAVAILABLE: the client asks again, with the same idempotency key. Retry-After goes with
// both, in whole seconds.
type HTTP struct {
	// MaxBody is in bytes; zero means DefaultMaxBody.
	MaxBody int64

	// LeaveStreams leaves requests that want a stream to another transport of the server. Without it
	// such a request is answered here, in JSON if the client takes it, else with 406.
	LeaveStreams bool
}

var _ graphql.Transport = HTTP{}

// Supports claims every request but WebSocket upgrades and, with LeaveStreams, wanted streams.
func (t HTTP) Supports(r *http.Request) bool {
	if websocket.IsWebSocketUpgrade(r) {
		return false
	}
	return !t.LeaveStreams || !WantsStream(r)
}

// WantsStream tells whether a request is a POST or a GET that prefers text/event-stream.
func WantsStream(r *http.Request) bool {
	return (r.Method == http.MethodPost || r.Method == http.MethodGet) &&
		preferred(r.Header, responseType, jsonType, streamType) == streamType
}

// Do answers one request; see HTTP for the statuses.
func (t HTTP) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	start := graphql.Now()
	out := newReply(w, r, exec)
	params, refusal := t.read(w, r)
	if refusal == nil && out.media == "" {
		refusal = &refused{status: http.StatusNotAcceptable, err: invalid("",
			"the answer is %s or %s, and Accept takes neither", responseType, jsonType)}
	}
	if refusal != nil {
		out.refuse(r.Context(), refusal)
		return
	}
	params.Headers = r.Header
	params.ReadTime = graphql.TraceTiming{Start: start, End: graphql.Now()}

	operation, errs := exec.CreateOperationContext(r.Context(), params)
	ctx := graphql.WithOperationContext(r.Context(), operation)
	if len(errs) > 0 {
		out.reject(out.present(ctx, errs))
		return
	}
	if refusal := fits(r.Method, operation); refusal != nil {
		out.refuse(ctx, refusal)
		return
	}
	next, ctx := exec.DispatchOperation(ctx, operation)
	out.answer(ctx, next(ctx))
}

// refused is a request that this transport turns away.
type refused struct {
	status int
	allow  string
	err    *gqlerror.Error
}

func (t HTTP) read(w http.ResponseWriter, r *http.Request) (*graphql.RawParams, *refused) {
	limit := t.MaxBody
	if limit == 0 {
		limit = DefaultMaxBody
	}
	switch r.Method {
	case http.MethodGet:
		if int64(len(r.URL.RawQuery)) > limit {
			return nil, &refused{status: http.StatusRequestURITooLong,
				err: invalid("", "the query string is over %d bytes", limit)}
		}
		params, err := paramsFromURL(r.URL.RawQuery)
		return params, badRequest(err)
	case http.MethodPost:
		return readBody(r.Header, http.MaxBytesReader(w, r.Body, limit))
	default:
		return nil, &refused{status: http.StatusMethodNotAllowed, allow: "GET, POST",
			err: invalid("", "GraphQL is asked by POST, or GET for queries")}
	}
}

// ReadRequest reads what a GET or a POST carries, by the same rules, for transports that answer otherwise. A request that
// can't be read comes back as a status and an error that say why and never repeat it. limit is that of MaxBody.
func ReadRequest(w http.ResponseWriter, r *http.Request, limit int64) (*graphql.RawParams, int, *gqlerror.Error) {
	params, refusal := HTTP{MaxBody: limit}.read(w, r)
	if refusal != nil {
		return nil, refusal.status, refusal.err
	}
	return params, 0, nil
}

func readBody(h http.Header, body io.Reader) (*graphql.RawParams, *refused) {
	if !readableBody(h) {
		return nil, &refused{status: http.StatusUnsupportedMediaType,
			err: invalid("", "Content-Type must be %s in utf-8, not compressed", jsonType)}
	}
	raw, err := io.ReadAll(body)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, &refused{status: http.StatusRequestEntityTooLarge,
			err: invalid("", "the body is over %d bytes", tooLarge.Limit)}
	}
	if err != nil {
		return nil, badRequest(invalid("", "the body ended before it was complete"))
	}
	value, err := decodeStrict(raw)
	if errors.Is(err, errTooMany) {
		return nil, badRequest(invalid("", "the body holds more than %d values", maxValues))
	}
	if err != nil {
		return nil, badRequest(invalid("", "the body must be one JSON object in UTF-8 without repeated keys"))
	}
	params, refusal := paramsFrom(value)
	return params, badRequest(refusal)
}

func badRequest(err *gqlerror.Error) *refused {
	if err == nil {
		return nil
	}
	return &refused{status: http.StatusBadRequest, err: err}
}

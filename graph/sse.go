package graph

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/problem"
)

const (
	eventStream = "text/event-stream"
	// defaultPulse keeps proxies from taking a silent stream for a dead one.
	defaultPulse = 25 * time.Second
)

// streams carries one operation a request as server-sent events (graphql-sse, distinct connections), for clients whose
// sockets are blocked: "next" for every response, "complete" at the end. It takes a POST or a GET that accepts
// text/event-stream. What is no request at all is refused before there is a stream, with a status and JSON; what is wrong
// with the document is the stream's one response, because an EventSource hands its page nothing else.
type streams struct {
	admission
	live    *live
	maxBody int64
	pulse   time.Duration
}

// Supports claims what transport.HTTP has left.
func (streams) Supports(r *http.Request) bool { return transport.WantsStream(r) }

// Do serves one stream until it ends, the credential does, or the reader is gone or too slow.
func (s streams) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	params, status, refusal := s.params(w, r)
	if refusal != nil {
		s.refuse(w, r, exec, status, refusal)
		return
	}
	leave, err := s.enter(actorOf(r.Context())) // not before it is read, or who never sends it holds a place
	if err != nil {
		w.Header().Set("Retry-After", "1")
		s.refuse(w, r, exec, fullStatus(err), gqlerror.WrapIfUnwrapped(err))
		return
	}
	defer leave()
	ctx, cancel := context.WithCancel(s.session(r.Context(), actorOf(r.Context())))
	defer cancel()
	operation, errs := exec.CreateOperationContext(ctx, params)
	if len(errs) == 0 && r.Method == http.MethodGet && operation.Operation.Operation == ast.Mutation {
		w.Header().Set("Allow", http.MethodPost)
		s.refuse(w, r, exec, http.StatusMethodNotAllowed, noMutation())
		return
	}
	out := newEventWriter(w, s.pulse, cancel)
	defer out.stop()
	ctx = graphql.WithOperationContext(ctx, operation)
	if len(errs) > 0 {
		out.next(refusalOf(exec.DispatchError(ctx, errs)))
		out.complete()
		return
	}
	s.farewell(ctx, out, s.guarded(ctx, func() error { return s.relay(ctx, exec, operation, out) }))
}

func fullStatus(err error) int {
	if errors.Is(err, problem.ErrUnavailable) {
		return http.StatusServiceUnavailable
	}
	return http.StatusTooManyRequests
}

func noMutation() *gqlerror.Error {
	err := gqlerror.Errorf("GET carries queries and subscriptions only, send a mutation by POST")
	errcode.Set(err, errcode.ValidationFailed)
	return err
}

// refuse answers what has no stream.
func (s streams) refuse(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor, status int, err *gqlerror.Error) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(refusalOf(exec.DispatchError(r.Context(), gqlerror.List{err}))) // a reader who has gone is nobody's error
}

// refusalOf is the response to what was not begun: it has no data, not even null.
func refusalOf(response *graphql.Response) []byte {
	data, _ := json.Marshal(struct {
		Errors gqlerror.List `json:"errors"`
	}{response.Errors}) // plain texts always marshal
	return data
}

// params reads the request to its end, for only then does the server notice that the reader hangs up.
func (s streams) params(w http.ResponseWriter, r *http.Request) (*graphql.RawParams, int, *gqlerror.Error) {
	start := graphql.Now()
	params, status, err := transport.ReadRequest(w, r, s.maxBody)
	if err == nil {
		params.Headers, params.ReadTime = r.Header, graphql.TraceTiming{Start: start, End: graphql.Now()}
	}
	return params, status, err
}

// relay passes responses on as they come. The error is that of a stream that broke off.
func (s streams) relay(ctx context.Context, exec graphql.GraphExecutor, operation *graphql.OperationContext, out *eventWriter) error {
	open := transport.Dispatch
	if operation.Operation.Operation == ast.Subscription {
		open = s.live.begin
	}
	stream, refused := open(ctx, exec, operation)
	if refused != nil {
		out.next(refusalOf(refused))
		return nil
	}
	defer stream.Close()
	for {
		payload, err := stream.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		out.next(payload) // a reader who is gone or too slow ends ctx
	}
}

// farewell ends the stream. "complete" means that all is well and there is no more, so a client whose credential has ended
// is told of that first, and one that is left because the server stops hears nothing and comes again.
func (s streams) farewell(ctx context.Context, out *eventWriter, err error) {
	var end transport.CloseError
	switch {
	case errors.As(context.Cause(ctx), &end):
		out.next(refusalOf(s.live.failure(ctx, errUnauthenticated)))
	case ctx.Err() != nil:
		return
	case err != nil:
		out.next(refusalOf(s.live.failure(ctx, err)))
	}
	out.complete()
}

package graph

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/slotq/slotq/graph/transport"
)

const (
	eventStream = "text/event-stream"
	// pingEvery keeps proxies from taking a silent stream for a dead one.
	pingEvery = 25 * time.Second
	// writePatience is how long a reader may take for one event before it is let go.
	writePatience = 5 * time.Second
)

// streams carries one operation a request as server-sent events (graphql-sse, distinct connections), for clients whose
// sockets are blocked: "next" for every response, "complete" at the end. It takes a POST that accepts text/event-stream.
// gqlgen's own repeats the body in its answer and in the log when it can't be read, and takes a body of any length; here it
// is read as every other is.
type streams struct {
	admission
	maxBody int64
}

// Supports claims every POST that accepts a stream of events.
func (streams) Supports(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.Contains(r.Header.Get("Accept"), eventStream)
}

// Do serves one stream until it ends, the credential does, or the reader is gone or too slow.
func (s streams) Do(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) {
	ctx, cancel := context.WithCancel(s.session(r.Context(), actorOf(r.Context())))
	defer cancel()
	params, status, err := s.params(w, r)
	if err != nil {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		_, _ = w.Write(refusal(exec.DispatchError(ctx, gqlerror.List{err})))
		return
	}
	out := newEventWriter(w)
	operation, errs := exec.CreateOperationContext(ctx, params)
	if len(errs) > 0 {
		out.next(refusal(exec.DispatchError(graphql.WithOperationContext(ctx, operation), errs)))
		out.complete()
		return
	}
	s.relay(ctx, exec, operation, out)
}

// refusal is the response to what was not begun: it has no data, not even null.
func refusal(response *graphql.Response) []byte {
	data, _ := json.Marshal(struct {
		Errors gqlerror.List `json:"errors"`
	}{response.Errors}) // plain texts always marshal
	return data
}

// params reads the request to its end, for only then does the server notice that the reader hangs up.
func (s streams) params(w http.ResponseWriter, r *http.Request) (*graphql.RawParams, int, *gqlerror.Error) {
	start := graphql.Now()
	params, status, err := transport.ReadBody(w, r, s.maxBody)
	if err == nil {
		params.Headers, params.ReadTime = r.Header, graphql.TraceTiming{Start: start, End: graphql.Now()}
	}
	return params, status, err
}

// relay passes responses on as they come. They are made in a goroutine of their own, which ends with ctx, and written out
// there as well: gqlgen makes the next response in the memory of the last.
func (s streams) relay(ctx context.Context, exec graphql.GraphExecutor, operation *graphql.OperationContext, out *eventWriter) {
	next, ctx := exec.DispatchOperation(ctx, operation)
	responses := make(chan []byte)
	go func() {
		defer close(responses)
		_ = s.guarded(ctx, func() error { // a panic is logged; the stream just ends
			for response := next(ctx); response != nil; response = next(ctx) {
				data, err := json.Marshal(response)
				if err != nil {
					return s.recovered(ctx, err) // a scalar wrote what is not JSON
				}
				select {
				case responses <- data:
				case <-ctx.Done():
					return nil
				}
			}
			return nil
		})
	}()
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		alive := true
		select {
		case data, open := <-responses:
			if !open {
				s.farewell(ctx, out)
				return
			}
			alive = out.next(data)
		case <-ping.C:
			alive = out.write(":\n\n")
		}
		if !alive {
			return
		}
	}
}

// farewell ends the stream. "complete" means that all is well and there is no more, so a client whose credential has ended
// is told of that first, and one that is left because the server stops hears nothing and comes again.
func (s streams) farewell(ctx context.Context, out *eventWriter) {
	var end transport.CloseError
	if errors.As(context.Cause(ctx), &end) {
		out.next(refusal(&graphql.Response{Errors: gqlerror.List{s.present(ctx, errUnauthenticated)}}))
	} else if ctx.Err() != nil {
		return
	}
	out.complete()
}

// eventWriter writes events, each flushed at once.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// newEventWriter begins the stream. The server's own deadlines are for requests that end.
func newEventWriter(w http.ResponseWriter) *eventWriter {
	out := &eventWriter{w: w, control: http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", eventStream+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	out.write(":\n\n") // so that the client learns that the stream stands before there is anything to tell
	return out
}

func (o *eventWriter) next(data []byte) bool {
	return o.write("event: next\ndata: " + string(data) + "\n\n")
}

func (o *eventWriter) complete() { o.write("event: complete\ndata:\n\n") }

// write reports whether the reader is still there.
func (o *eventWriter) write(text string) bool {
	_ = o.control.SetWriteDeadline(time.Now().Add(writePatience))
	if _, err := io.WriteString(o.w, text); err != nil {
		return false
	}
	return o.control.Flush() == nil
}

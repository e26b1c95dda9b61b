package transport

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// retryAfterMs is what a request hears whose time ran out; its twin header counts whole seconds.
const retryAfterMs int64 = 1000

// answerPatience is how long a reader may take for the answer before it is let go.
const answerPatience = 15 * time.Second

// reply writes the one answer to a request.
type reply struct {
	w     http.ResponseWriter
	exec  graphql.GraphExecutor
	media string // empty: the client accepts nothing that could be sent
}

func newReply(w http.ResponseWriter, r *http.Request, exec graphql.GraphExecutor) *reply {
	media := preferred(r.Header, responseType, jsonType)
	h := w.Header()
	// Set now, so that the server's own answer to a panic has them too.
	h.Set("Content-Type", jsonType+"; charset=utf-8")
	if media != "" {
		h.Set("Content-Type", media+"; charset=utf-8")
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store") // what one credential may read is no other's
	h.Add("Vary", "Accept")
	return &reply{w: w, exec: exec, media: media}
}

// reject sends the response to a well-formed request whose operation was not executed. Who is to come again later is told so
// by status and header as well: 429 and 503. Under application/json the status is 200, because there a proxy's error is not
// told from GraphQL's otherwise; but for 503, by which a proxy may well choose another node.
func (o *reply) reject(response *graphql.Response) {
	status := http.StatusBadRequest
	code, wait := later(response.Errors)
	switch code {
	case codeRateLimited:
		status = http.StatusTooManyRequests
	case codeUnavailable:
		status = http.StatusServiceUnavailable
	}
	if wait > 0 {
		o.w.Header().Set("Retry-After", strconv.FormatInt((wait+999)/1000, 10))
	}
	if o.media != responseType && status != http.StatusServiceUnavailable {
		status = http.StatusOK
	}
	o.send(status, response)
}

// later finds the error that asks the client to come again, and after how many milliseconds.
func later(errs gqlerror.List) (code string, wait int64) {
	for _, err := range errs {
		if wait, asks := err.Extensions["retryAfterMs"].(int64); asks {
			code, _ = err.Extensions["code"].(string)
			return code, wait
		}
	}
	return "", 0
}

func (o *reply) refuse(ctx context.Context, r *refused) {
	if r.allow != "" {
		o.w.Header().Set("Allow", r.allow)
	}
	o.fail(ctx, r.status, gqlerror.List{r.err})
}

// fail passes the errors through the server's presenter and sends them without data.
func (o *reply) fail(ctx context.Context, status int, errs gqlerror.List) {
	o.send(status, o.present(ctx, errs))
}

func (o *reply) present(ctx context.Context, errs gqlerror.List) *graphql.Response {
	return o.exec.DispatchError(withoutDocument(ctx), errs)
}

// withoutDocument is the context of an error that was made before there was an operation, for
// response middleware that looks at the operation of its response.
func withoutDocument(ctx context.Context) context.Context {
	if graphql.HasOperationContext(ctx) {
		return ctx
	}
	return graphql.WithOperationContext(ctx, &graphql.OperationContext{})
}

func (o *reply) answer(ctx context.Context, response *graphql.Response) {
	switch {
	case response != nil && len(response.Data) > 0:
		o.send(http.StatusOK, response)
	case response != nil: // refused around the operation, before a field ran
		o.reject(response)
	case ctx.Err() != nil:
		err := coded(codeUnavailable, "the request ran out of time, ask again")
		err.Extensions["retryAfterMs"] = retryAfterMs
		o.reject(o.present(ctx, gqlerror.List{err}))
	default:
		o.fail(ctx, http.StatusInternalServerError, gqlerror.List{coded(codeInternal, "internal error")})
	}
}

// body is graphql.Response as one JSON answer: "data" is absent, not null, where nothing ran.
type body struct {
	Errors     gqlerror.List   `json:"errors,omitempty"`
	Data       json.RawMessage `json:"data,omitempty"`
	Extensions map[string]any  `json:"extensions,omitempty"`
}

func (o *reply) send(status int, response *graphql.Response) {
	b, err := json.Marshal(body{response.Errors, response.Data, response.Extensions})
	if err != nil {
		panic(err) // a scalar wrote what is not JSON; the server recovers and logs it
	}
	_ = http.NewResponseController(o.w).SetWriteDeadline(time.Now().Add(answerPatience))
	o.w.WriteHeader(status)
	_, _ = o.w.Write(append(b, '\n')) // a reader who has gone away is nobody's error
}

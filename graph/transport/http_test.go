package transport

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
)

const legacy, modern = "application/json", "application/graphql-response+json"

// exchange is one request and what must come back.
type exchange struct {
	name   string
	method string            // POST when empty
	header map[string]string // over the defaults of a well-behaved client; "" removes one
	query  url.Values
	body   string

	status int
	media  string // application/json when empty
	answer string // the whole body, as JSON; or
	code   string // the code of its only error
	field  string // and the field it names
}

func (e exchange) check(t *testing.T, w *world) {
	t.Helper()
	if e.method == "" {
		e.method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(t.Context(), e.method, w.URL+"/?"+e.query.Encode(), strings.NewReader(e.body))
	require.NoError(t, err)
	if e.method == http.MethodPost {
		req.Header.Set("Content-Type", legacy)
	}
	for name, value := range e.header {
		req.Header.Set(name, value)
		if value == "" {
			req.Header.Del(name)
		}
	}
	res, err := w.Client().Do(req)
	require.NoError(t, err)
	defer func() { require.NoError(t, res.Body.Close()) }()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)

	require.Equal(t, e.status, res.StatusCode, "%s", text)
	require.Equal(t, orElse(e.media, legacy)+"; charset=utf-8", res.Header.Get("Content-Type"))
	require.Equal(t, "nosniff", res.Header.Get("X-Content-Type-Options"))
	require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
	require.NotContains(t, string(text), "hunter2", "what was sent must not come back")
	if e.answer != "" {
		require.JSONEq(t, e.answer, string(text))
		return
	}
	var answer map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(text, &answer))
	require.NotContains(t, answer, "data", "a request error has no data")
	var errs []struct {
		Message    string
		Extensions map[string]any
	}
	require.NoError(t, json.Unmarshal(answer["errors"], &errs))
	require.Len(t, errs, 1)
	require.NotEmpty(t, errs[0].Message)
	require.Equal(t, e.code, errs[0].Extensions["code"], errs[0].Message)
	require.Equal(t, "c-1", errs[0].Extensions["correlationId"], "made by the server's presenter")
	if e.field != "" {
		require.Equal(t, e.field, errs[0].Extensions["field"])
	}
}

func accepting(media string) map[string]string { return map[string]string{"Accept": media} }

func TestPost(t *testing.T) {
	w := newWorld(t, setup{http: HTTP{MaxBody: 1 << 10}})
	const hello = `{"query":"{ hello }"}`
	for _, e := range []exchange{
		{name: "a query", body: hello, status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "a mutation", body: `{"query":"mutation { bump }"}`, status: 200, answer: `{"data":{"bump":1}}`},
		{name: "variables keep their digits", body: `{"query":"query Q($n: Int!) { echo(n: $n) }","variables":{"n":9007199254740993},"operationName":"Q"}`,
			status: 200, answer: `{"data":{"echo":9007199254740993}}`},
		{name: "nulls where nothing is meant", body: `{"query":"{ hello }","variables":null,"operationName":null,"extensions":null}`,
			status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "keys that the draft does not know", body: `{"query":"{ hello }","id":"x"}`, status: 200, answer: `{"data":{"hello":"world"}}`},

		{name: "the type of an answer: none asked", body: hello, header: accepting(""), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "the type of an answer: anything", body: hello, header: accepting("*/*"), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "the type of an answer: a browser", body: hello, header: accepting("text/html,application/xhtml+xml,*/*;q=0.8"), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "the type of an answer: modern", body: hello, header: accepting(modern), media: modern, status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "the type of an answer: both, modern first", body: hello, header: accepting(modern + ", " + legacy), media: modern, status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "the type of an answer: both, by weight", body: hello, header: accepting(modern + ";q=0.5, " + legacy + ";q=0.9"), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "the type of an answer: modern refused by weight", body: hello, header: accepting(modern + ";q=0, " + legacy), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "the type of an answer: a stream, that nobody offers, or JSON", body: hello, header: accepting("text/event-stream, " + legacy), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "the type of an answer: none that there is", body: hello, header: accepting("text/html"), status: 406, code: "PAYLOAD_INVALID"},
		{name: "the type of an answer: JSON in another charset", body: hello, header: accepting("application/json; charset=iso-8859-1"), status: 406, code: "PAYLOAD_INVALID"},

		{name: "a syntax error, modern", body: `{"query":"{"}`, header: accepting(modern), media: modern, status: 400, code: "GRAPHQL_PARSE_FAILED"},
		{name: "a syntax error, legacy", body: `{"query":"{"}`, status: 200, code: "GRAPHQL_PARSE_FAILED"},
		{name: "an unknown field, modern", body: `{"query":"{ nothing }"}`, header: accepting(modern), media: modern, status: 400, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "an unknown field, legacy", body: `{"query":"{ nothing }"}`, status: 200, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "a variable that does not fit, modern", body: `{"query":"query($n: Int!) { echo(n: $n) }"}`, header: accepting(modern), media: modern, status: 400, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "a variable that does not fit, legacy", body: `{"query":"query($n: Int!) { echo(n: $n) }"}`, status: 200, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "an unknown operation", body: `{"query":"query A { hello }","operationName":"B"}`, header: accepting(modern), media: modern, status: 400, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "an operation over a limit, modern", body: `{"query":"mutation { a: bump b: bump }"}`, header: accepting(modern), media: modern, status: 400, code: "QUERY_TOO_COMPLEX"},
		{name: "an operation over a limit, legacy", body: `{"query":"mutation { a: bump b: bump }"}`, status: 200, code: "QUERY_TOO_COMPLEX"},
		{name: "an error of a field, modern", body: `{"query":"{ boom }"}`, header: accepting(modern), media: modern, status: 200,
			answer: `{"data":null,"errors":[{"message":"no such table","extensions":{"correlationId":"c-1"}}]}`},

		{name: "a subscription", body: `{"query":"subscription { ticks }"}`, header: accepting(modern), media: modern, status: 400, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "a subscription, legacy", body: `{"query":"subscription { ticks }"}`, status: 400, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "@defer on a fragment", body: `{"query":"{ ...F @defer } fragment F on Query { hello }"}`, status: 400, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "@defer deep inside", body: `{"query":"{ ...F } fragment F on Query { tree { left { ... @defer { name } } } }"}`, status: 400, code: "GRAPHQL_VALIDATION_FAILED"},

		{name: "a batch", body: `[{"query":"{ hello }"},{"query":"{ hello }"}]`, status: 400, code: "PAYLOAD_INVALID"},
		{name: "an empty batch", body: `[]`, status: 400, code: "PAYLOAD_INVALID"},
		{name: "no JSON", body: `{"query": password=hunter2`, status: 400, code: "PAYLOAD_INVALID"},
		{name: "no JSON, modern", body: `hunter2`, header: accepting(modern), media: modern, status: 400, code: "PAYLOAD_INVALID"},
		{name: "no body", status: 400, code: "PAYLOAD_INVALID"},
		{name: "a string", body: `"hunter2"`, status: 400, code: "PAYLOAD_INVALID"},
		{name: "two requests in one body", body: hello + hello, status: 400, code: "PAYLOAD_INVALID"},
		{name: "a query said twice", body: `{"query":"{ hello }","query":"mutation { bump }"}`, status: 400, code: "PAYLOAD_INVALID"},
		{name: "a variable said twice", body: `{"query":"query($n: Int!) { echo(n: $n) }","variables":{"n":1,"n":2}}`, status: 400, code: "PAYLOAD_INVALID"},
		{name: "a query under another spelling", body: `{"QUERY":"{ hello }"}`, status: 400, code: "PAYLOAD_INVALID", field: "query"},
		{name: "bytes that are not UTF-8", body: "{\"query\":\"{ hello }\",\"operationName\":\"\xff\"}", status: 400, code: "PAYLOAD_INVALID"},
		{name: "nested beyond reason", body: `{"query":"{ hello }","variables":{"a":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}}`, status: 400, code: "PAYLOAD_INVALID"},
		{name: "no query", body: `{}`, status: 400, code: "PAYLOAD_INVALID", field: "query"},
		{name: "no query, modern", body: `{"variables":{}}`, header: accepting(modern), media: modern, status: 400, code: "PAYLOAD_INVALID", field: "query"},
		{name: "a query that is no string", body: `{"query":{"a":"hunter2"}}`, status: 400, code: "PAYLOAD_INVALID", field: "query"},
		{name: "an operationName that is no string", body: `{"query":"{ hello }","operationName":7}`, status: 400, code: "PAYLOAD_INVALID", field: "operationName"},
		{name: "variables that are no object", body: `{"query":"{ hello }","variables":"hunter2"}`, status: 400, code: "PAYLOAD_INVALID", field: "variables"},
		{name: "extensions that are no object", body: `{"query":"{ hello }","extensions":[]}`, status: 400, code: "PAYLOAD_INVALID", field: "extensions"},

		{name: "a body at the limit", body: hello + strings.Repeat(" ", 1<<10-len(hello)), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "a body over the limit", body: hello + strings.Repeat(" ", 1<<10-len(hello)+1), status: 413, code: "PAYLOAD_INVALID"},
		{name: "a form", body: "query={hello}", header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, status: 415, code: "PAYLOAD_INVALID"},
		{name: "plain text", body: hello, header: map[string]string{"Content-Type": "text/plain"}, status: 415, code: "PAYLOAD_INVALID"},
		{name: "a document by itself", body: "{ hello }", header: map[string]string{"Content-Type": "application/graphql"}, status: 415, code: "PAYLOAD_INVALID"},
		{name: "no content type", body: hello, header: map[string]string{"Content-Type": ""}, status: 415, code: "PAYLOAD_INVALID"},
		{name: "JSON in utf-8, said so", body: hello, header: map[string]string{"Content-Type": "application/json; charset=UTF-8"}, status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "JSON in another charset", body: hello, header: map[string]string{"Content-Type": "application/json; charset=utf-16"}, status: 415, code: "PAYLOAD_INVALID"},
		{name: "a compressed body", body: hello, header: map[string]string{"Content-Encoding": "gzip"}, status: 415, code: "PAYLOAD_INVALID"},
	} {
		t.Run(e.name, func(t *testing.T) { e.check(t, w) })
	}
}

func TestGet(t *testing.T) {
	w := newWorld(t, setup{http: HTTP{MaxBody: 1 << 10}})
	get := func(pairs ...string) url.Values {
		v := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			v.Add(pairs[i], pairs[i+1])
		}
		return v
	}
	for _, e := range []exchange{
		{name: "a query", query: get("query", "{ hello }"), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "a query with everything", query: get("query", "query Q($n: Int!) { echo(n: $n) }", "variables", `{"n":3}`, "operationName", "Q", "extensions", "{}"), status: 200, answer: `{"data":{"echo":3}}`},
		{name: "empty parameters", query: get("query", "{ hello }", "variables", "", "operationName", "", "extensions", ""), status: 200, answer: `{"data":{"hello":"world"}}`},
		{name: "a mutation", query: get("query", "mutation { bump }"), status: 405, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "a mutation, modern", query: get("query", "mutation { bump }"), header: accepting(modern), media: modern, status: 405, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "a subscription", query: get("query", "subscription { ticks }"), status: 400, code: "GRAPHQL_VALIDATION_FAILED"},
		{name: "no query", status: 400, code: "PAYLOAD_INVALID", field: "query"},
		{name: "a query said twice", query: get("query", "{ hello }", "query", "{ boom }"), status: 400, code: "PAYLOAD_INVALID", field: "query"},
		{name: "variables that are no JSON", query: get("query", "{ hello }", "variables", "hunter2"), status: 400, code: "PAYLOAD_INVALID", field: "variables"},
		{name: "variables that are no object", query: get("query", "{ hello }", "variables", `"hunter2"`), status: 400, code: "PAYLOAD_INVALID", field: "variables"},
		{name: "a query string over the limit", query: get("query", "{ hello }", "x", strings.Repeat("x", 1<<10)), status: 414, code: "PAYLOAD_INVALID"},
		{name: "an Accept that only a stream would satisfy", query: get("query", "{ hello }"), header: accepting("text/event-stream"), status: 406, code: "PAYLOAD_INVALID"},
	} {
		e.method = http.MethodGet
		t.Run(e.name, func(t *testing.T) { e.check(t, w) })
	}

	t.Run("a query string that does not decode", func(t *testing.T) {
		res := ask(t, w, http.MethodGet, "/?query=%zz")
		require.Equal(t, http.StatusBadRequest, res.StatusCode)
	})

	t.Run("a refused mutation says which method takes it", func(t *testing.T) {
		res := ask(t, w, http.MethodGet, "/?query="+url.QueryEscape("mutation { bump }"))
		require.Equal(t, "POST", res.Header.Get("Allow"))
	})
}

func ask(t *testing.T, w *world, method, target string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, w.URL+target, nil)
	require.NoError(t, err)
	res, err := w.Client().Do(req)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	return res
}

func TestOtherMethods(t *testing.T) {
	w := newWorld(t, setup{})
	for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodOptions, http.MethodHead} {
		t.Run(method+" is refused and told what is taken", func(t *testing.T) {
			res := ask(t, w, method, "/?query={hello}")
			require.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
			require.Equal(t, "GET, POST", res.Header.Get("Allow"))
		})
	}
}

func TestEdges(t *testing.T) {
	t.Run("the default limit is 64 KiB", func(t *testing.T) {
		w := newWorld(t, setup{})
		hello := `{"query":"{ hello }"}`
		exchange{body: hello + strings.Repeat(" ", DefaultMaxBody-len(hello)), status: 200, answer: `{"data":{"hello":"world"}}`}.check(t, w)
		exchange{body: hello + strings.Repeat(" ", DefaultMaxBody), status: 413, code: "PAYLOAD_INVALID"}.check(t, w)
	})

	t.Run("a deadline that passes first is UNAVAILABLE and says when to ask again", func(t *testing.T) {
		w := newWorld(t, setup{})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		req := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"query":"{ slow }"}`)).WithContext(ctx)
		req.Header.Set("Content-Type", legacy)
		rec := httptest.NewRecorder()
		w.Config.Handler.ServeHTTP(rec, req)
		require.Equal(t, http.StatusServiceUnavailable, rec.Code)
		require.Equal(t, "1", rec.Header().Get("Retry-After"))
		require.JSONEq(t, `{"errors":[{"message":"the request ran out of time, ask again",
			"extensions":{"code":"UNAVAILABLE","retryAfterMs":1000,"correlationId":"c-1"}}]}`, rec.Body.String())
	})

	t.Run("no answer waits for its reader for ever", func(t *testing.T) {
		w := newWorld(t, setup{})
		for body, accept := range map[string]string{`{"query":"{ hello }"}`: legacy, `{"query":"{"}`: modern, `no JSON`: legacy} {
			req := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
			req.Header.Set("Content-Type", legacy)
			req.Header.Set("Accept", accept)
			rec := &bounded{ResponseRecorder: httptest.NewRecorder()}
			w.Config.Handler.ServeHTTP(rec, req)
			require.NotEmpty(t, rec.Body.String())
			require.True(t, rec.inTime)
		}
	})

	t.Run("a panic is 500, presented, without its text", func(t *testing.T) {
		w := newWorld(t, setup{})
		req := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"query":"{ crash }"}`))
		req.Header.Set("Content-Type", legacy)
		rec := httptest.NewRecorder()
		w.Config.Handler.ServeHTTP(rec, req)
		require.Equal(t, http.StatusInternalServerError, rec.Code)
		require.Equal(t, legacy+"; charset=utf-8", rec.Header().Get("Content-Type"))
		require.Contains(t, rec.Body.String(), "INTERNAL")
		require.NotContains(t, rec.Body.String(), "a bug")
	})

	t.Run("what a middleware refuses before a field runs has no data", func(t *testing.T) {
		h := handler.New(&graphql.ExecutableSchemaMock{SchemaFunc: func() *ast.Schema { return testSchema }})
		h.AddTransport(HTTP{})
		h.AroundOperations(func(ctx context.Context, _ graphql.OperationHandler) graphql.ResponseHandler {
			return graphql.OneShot(graphql.ErrorResponse(ctx, "not today"))
		})
		for accept, status := range map[string]int{legacy: 200, modern: 400} {
			req := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"query":"{ hello }"}`))
			req.Header.Set("Content-Type", legacy)
			req.Header.Set("Accept", accept)
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, req)
			require.Equal(t, status, rec.Code)
			require.JSONEq(t, `{"errors":[{"message":"not today"}]}`, rec.Body.String())
		}
	})

	t.Run("a body that breaks off is a bad request", func(t *testing.T) {
		w := newWorld(t, setup{})
		req := httptest.NewRequest(http.MethodPost, "/", io.MultiReader(strings.NewReader(`{"que`), broken{}))
		req.Header.Set("Content-Type", legacy)
		rec := httptest.NewRecorder()
		w.Config.Handler.ServeHTTP(rec, req)
		require.Equal(t, http.StatusBadRequest, rec.Code)
	})

	t.Run("streams are left to their own transport when there is one", func(t *testing.T) {
		for accept, supported := range map[string]bool{
			"":                             true,
			"*/*":                          true,
			"text/event-stream":            false,
			"text/event-stream, */*;q=0.5": false,
			modern + ", application/json, text/event-stream, multipart/mixed": true,
		} {
			for _, method := range []string{http.MethodPost, http.MethodGet} {
				req := httptest.NewRequest(method, "/", nil)
				req.Header.Set("Accept", accept)
				require.Equal(t, supported, HTTP{LeaveStreams: true}.Supports(req), accept)
				require.NotEqual(t, supported, WantsStream(req), accept)
				require.True(t, HTTP{}.Supports(req), accept)
			}
		}
	})
}

// bounded sees whether an answer had its time limit before it was begun.
type bounded struct {
	*httptest.ResponseRecorder
	deadline time.Time
	inTime   bool
}

func (b *bounded) SetWriteDeadline(deadline time.Time) error {
	b.deadline = deadline
	return nil
}

func (b *bounded) WriteHeader(status int) {
	b.inTime = b.deadline.After(time.Now())
	b.ResponseRecorder.WriteHeader(status)
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

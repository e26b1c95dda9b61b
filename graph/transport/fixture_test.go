package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"go.uber.org/goleak"
)

// patience is how long a test waits for what should come at once.
const patience = 10 * time.Second

func TestMain(m *testing.M) {
	if address := os.Getenv(crowdAddress); address != "" {
		os.Exit(beCrowd(address))
	}
	code := m.Run()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines left behind:", err)
			code = 1
		}
	}
	os.Exit(code)
}

var testSchema = gqlparser.MustLoadSchema(&ast.Source{Input: `
	type Query { hello: String!  echo(n: Int!): Int!  boom: String!  root: String!  slow: String!  crash: String!  tree: Tree }
	type Tree { name: String!  left: Tree  right: Tree }
	type Mutation { bump: Int! }
	type Subscription {
		ticks: Int!    # one, two, three, and complete
		silent: Int!   # nothing, until it is told to stop
		stubborn: Int! # as silent, but it takes its time to stop
		flood: String! # large events without end
		huge: String!  # one event that no buffer on the way could hold
		refuses: Int!  # an error at once, from the resolver
		denied: Int!   # an error at once, from the opener
		late: Int!     # one event, then an error
		panics: Int!
		deep: Tree     # nothing, as silent
	}
`})

// world is a server with the test schema and both transports.
type world struct {
	*httptest.Server
	sockets *Websocket
	closed  chan int      // the code of each socket that is gone
	began   chan string   // subscriptions of the kinds that last, when they wait
	ended   chan string   // and when they stop
	let     chan struct{} // lets a stubborn subscription stop
}

type setup struct {
	http      HTTP
	options   Options
	limits    Limits
	documents *Documents // nil: none is listed
}

func newWorld(t *testing.T, s setup) *world {
	t.Helper()
	w := &world{closed: make(chan int, 200), began: make(chan string, 200), ended: make(chan string, 200), let: make(chan struct{})}
	s.options.OnClose = func(_ context.Context, code int) { w.closed <- code }
	s.options.Open = w.open
	w.sockets = NewWebsocket(s.options)

	h := handler.New(&graphql.ExecutableSchemaMock{
		SchemaFunc: func() *ast.Schema { return testSchema },
		ExecFunc:   w.exec,
	})
	h.AddTransport(w.sockets)
	h.AddTransport(s.http)
	documents := orElse(s.documents, NewDocuments(nil, false))
	h.SetQueryCache(documents)
	h.Use(documents)
	h.Use(Subscriptions{})
	h.Use(s.limits)
	h.SetParserTokenLimit(1000)
	h.SetErrorPresenter(func(ctx context.Context, err error) *gqlerror.Error {
		e := graphql.DefaultErrorPresenter(ctx, err)
		if e.Extensions == nil {
			e.Extensions = map[string]any{}
		}
		e.Extensions["correlationId"] = "c-1"
		return e
	})
	h.SetRecoverFunc(func(context.Context, any) error { return coded(codeInternal, "internal error") })

	w.Server = httptest.NewServer(h)
	t.Cleanup(func() {
		w.sockets.Drain(nil)
		waited, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		require.NoError(t, w.sockets.Wait(waited))
		w.Close()
	})
	return w
}

// exec stands for generated code: it runs the first root field.
func (w *world) exec(ctx context.Context) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	field := rootOf(operation)
	if operation.Operation.Operation == ast.Subscription {
		return w.stream(ctx, field.Name)
	}
	ran := false
	return func(ctx context.Context) *graphql.Response {
		if ran {
			return nil
		}
		ran = true
		switch field.Name {
		case "echo":
			return data("echo", fmt.Sprint(field.ArgumentMap(operation.Variables)["n"]))
		case "boom":
			graphql.AddError(ctx, errors.New("no such table"))
			return &graphql.Response{Data: []byte(`null`)}
		case "slow":
			<-ctx.Done()
			return nil
		case "crash":
			panic("a bug")
		case "bump":
			return data("bump", "1")
		default:
			return data(field.Name, `"world"`)
		}
	}
}

// rootOf is the first field that an operation selects, perhaps in a fragment.
func rootOf(operation *graphql.OperationContext) *ast.Field {
	set := operation.Operation.SelectionSet
	for {
		switch s := set[0].(type) {
		case *ast.Field:
			return s
		case *ast.InlineFragment:
			set = s.SelectionSet
		case *ast.FragmentSpread:
			set = s.Definition.SelectionSet
		}
	}
}

func (w *world) stream(ctx context.Context, name string) graphql.ResponseHandler {
	switch name {
	case "refuses":
		graphql.AddError(ctx, errors.New("not for you"))
		return nil
	case "flood": // gqlgen asks no more of an operation that is cancelled, so its end is seen here
		context.AfterFunc(ctx, func() { w.ended <- name })
	case "panics":
		return func(context.Context) *graphql.Response { panic("a bug") }
	}
	count := 0
	return func(ctx context.Context) *graphql.Response {
		count++
		switch {
		case name == "ticks" && count <= 3:
			return data("ticks", fmt.Sprint(count))
		case name == "flood":
			return data("flood", `"`+strings.Repeat("x", 256<<10)+`"`)
		case name == "silent", name == "deep", name == "stubborn":
			w.began <- name
			<-ctx.Done()
			if name == "stubborn" {
				<-w.let
			}
		default:
			return nil
		}
		w.ended <- name
		return nil
	}
}

// open begins the subscriptions that gqlgen alone has no words for, and leaves the others to it.
func (w *world) open(ctx context.Context, exec graphql.GraphExecutor, operation *graphql.OperationContext) (Stream, *graphql.Response) {
	switch rootOf(operation).Name {
	case "denied":
		return nil, exec.DispatchError(ctx, gqlerror.List{coded(codeUnavailable, "not now")})
	case "late":
		return &script{w: w, payloads: []string{`{"data":{"late":1}}`}, err: coded(codeUnavailable, "the feed is away")}, nil
	case "huge":
		w.began <- "huge"
		return &script{w: w, payloads: []string{`"` + strings.Repeat("x", 32<<20) + `"`}, err: io.EOF}, nil
	default:
		return Dispatch(ctx, exec, operation)
	}
}

// script is a stream of what stands in it, and an error.
type script struct {
	w        *world
	payloads []string
	err      error
}

func (s *script) Next(context.Context) ([]byte, error) {
	if len(s.payloads) == 0 {
		return nil, s.err
	}
	payload := s.payloads[0]
	s.payloads = s.payloads[1:]
	return []byte(payload), nil
}

func (s *script) Close() { s.w.ended <- "script" }

func data(field, value string) *graphql.Response {
	return &graphql.Response{Data: fmt.Appendf(nil, `{%q:%s}`, field, value)}
}

// receive waits for a value that should come at once.
func receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		require.FailNow(t, "nothing came")
		panic("unreachable")
	}
}

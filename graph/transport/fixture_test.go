package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	gqltransport "github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"go.uber.org/goleak"
)

// patience is how long a test waits for what should come at once.
const patience = 10 * time.Second

func TestMain(m *testing.M) {
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
		refuses: Int!  # an error at once
		late: Int!     # one event, then an error
		panics: Int!
	}
`})

// world is a server with the test schema and both transports.
type world struct {
	*httptest.Server
	sockets *Websocket
	stop    context.CancelCauseFunc // ends the server's base context
	closed  chan int                // the code of each socket that is gone
	began   chan string             // subscriptions of the kinds that last, when they wait
	ended   chan string             // and when they stop
	let     chan struct{}           // lets a stubborn subscription stop
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

	base, stop := context.WithCancelCause(t.Context())
	w.stop = stop
	w.Server = httptest.NewUnstartedServer(h)
	w.Config.BaseContext = func(net.Listener) context.Context { return base }
	w.Start()
	t.Cleanup(func() {
		stop(nil)
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
	field := operation.Operation.SelectionSet[0].(*ast.Field)
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
		case name == "late" && count == 1:
			return data("late", "1")
		case name == "late":
			gqltransport.AddSubscriptionError(ctx, coded(codeUnavailable, "the feed is away"))
			return nil
		case name == "flood":
			return data("flood", `"`+strings.Repeat("x", 256<<10)+`"`)
		case name == "silent", name == "stubborn":
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

package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
)

// patience is how long a test waits for what must come.
const patience = 10 * time.Second

// door is the handler with stand-ins behind it, and one actor before it.
type door struct {
	*desk
	*reader
	*stream
	options graph.Options
	inner   *graph.Endpoint // made of the options with the first request
	log     *logBook
	actor   *actor.Actor // nil: nobody is authenticated
	t       testing.TB
}

var (
	venueID = uuid.MustParse("11111111-1111-4111-8111-111111111111")
	venue   = ref.Encode(ref.Venue, venueID)
	key     = `"test-key-00000001"`
)

func newDoor(t testing.TB) *door {
	log := &logBook{}
	d := &door{desk: &desk{}, reader: &reader{now: time.Now().UTC()}, stream: newStream(), log: log, t: t}
	d.reader.venues = map[uuid.UUID]inventory.Venue{venueID: {ID: venueID, Name: "Main", TimeZone: "Asia/Seoul", Version: 1}}
	d.options = graph.Options{
		Desk: d.desk, Reader: d.reader, Feed: d.stream, Introspection: true,
		Log: slog.New(slog.NewJSONHandler(log, nil)),
	}
	d.actor = &actor.Actor{TenantID: uuid.New(), PrincipalID: uuid.New(), DisplayName: "Somi", Role: actor.Staff}
	return d
}

// as changes who asks.
func (d *door) as(role actor.Role) *door {
	d.actor.Role = role
	if role == actor.Customer || role == actor.Agent {
		id := uuid.New()
		d.actor.CustomerID = &id
	}
	return d
}

func (d *door) handler() http.Handler {
	if d.inner == nil {
		d.inner = graph.NewHandler(d.options)
	}
	return graph.Correlate(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.actor != nil {
			r = r.WithContext(auth.With(r.Context(), *d.actor))
		}
		d.inner.ServeHTTP(w, r)
	}))
}

// answer is a GraphQL response.
type answer struct {
	Data   map[string]any
	Errors []struct {
		Message    string
		Path       []any
		Extensions struct {
			Code          string
			CorrelationID string
			Field         string
			RetryAfterMs  int
		}
	}
	status int
	header http.Header
	raw    string
}

func (d *door) ask(query string, variables ...string) answer {
	d.t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": json.RawMessage(strings.Join(append(variables, "null")[:1], ""))})
	require.NoError(d.t, err)
	r := httptest.NewRequest(http.MethodPost, "/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return d.do(r)
}

func (d *door) do(r *http.Request) answer {
	d.t.Helper()
	w := httptest.NewRecorder()
	d.handler().ServeHTTP(w, r)
	got := answer{status: w.Code, header: w.Header(), raw: w.Body.String()}
	require.NoError(d.t, json.Unmarshal(w.Body.Bytes(), &got), got.raw)
	return got
}

// read asks for what must be answered without an error.
func (d *door) read(query string, variables ...string) map[string]any {
	d.t.Helper()
	got := d.ask(query, variables...)
	require.Empty(d.t, got.Errors, got.raw)
	return got.Data
}

// refuse asks for what must be answered with one error of the code.
func (d *door) refuse(code, query string, variables ...string) answer {
	d.t.Helper()
	got := d.ask(query, variables...)
	require.Len(d.t, got.Errors, 1, got.raw)
	require.Equal(d.t, code, got.Errors[0].Extensions.Code, got.raw)
	require.Equal(d.t, got.header.Get("X-Correlation-Id"), got.Errors[0].Extensions.CorrelationID, got.raw)
	return got
}

// logBook keeps what is logged, a line an entry.
type logBook struct {
	mu    sync.Mutex
	lines []string
}

func (b *logBook) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, string(line))
	return len(line), nil
}

func (b *logBook) all() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.lines...)
}

func within(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

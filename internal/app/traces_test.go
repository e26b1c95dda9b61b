package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// traceCollector takes spans as a collector does.
type traceCollector struct {
	mu    sync.Mutex
	spans []*otlp.Span
}

func (c *traceCollector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var sent collector.ExportTraceServiceRequest
	if r.URL.Path != "/v1/traces" || proto.Unmarshal(raw, &sent) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range sent.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			c.spans = append(c.spans, scope.GetSpans()...)
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

// attribute is what a span says under a name; empty when it says nothing.
func attribute(span *otlp.Span, name string) string {
	for _, pair := range span.GetAttributes() {
		if pair.GetKey() == name {
			return pair.GetValue().GetStringValue()
		}
	}
	return ""
}

// TestTraces runs the program with traces on and looks at what a collector gets. Not parallel: the environment is everybody's.
func TestTraces(t *testing.T) {
	kept := &traceCollector{}
	server := httptest.NewServer(kept)
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	p := start(t)
	n := p.tenant()
	send := func(name, document string, input vars) answer {
		input["idempotencyKey"] = key()
		header := http.Header{"Content-Type": {"application/json"}, "X-Correlation-Id": {name}, "Traceparent": {"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}
		return n.guest.send(http.MethodPost, n.guest.at, body(document, vars{"input": input}), header)
	}
	contact := vars{"name": n.canary + " Bora", "email": "bora@example.org"}
	require.Equal(t, "COMMITTED", send("trace-hold", mutations["holdSlot"], vars{"slotIds": []string{n.evening()}, "partySize": 2, "customer": contact}).data("holdSlot.outcome").String())
	asked := send("trace-ask", mutations["requestReservation"], vars{"slotIds": []string{n.evening()}, "partySize": 2}).data("requestReservation.intent.id").String()
	n.guest.intentIn("SUCCEEDED", asked)
	p.stop()

	byID, children := map[string]*otlp.Span{}, map[string][]string{}
	named := func(name, key, value string) *otlp.Span {
		t.Helper()
		for _, span := range kept.spans {
			if span.GetName() == name && (key == "" || attribute(span, key) == value) {
				return span
			}
		}
		require.Fail(t, "no such span", "%s with %s=%s", name, key, value)
		return nil
	}
	for _, span := range kept.spans {
		byID[string(span.GetSpanId())] = span
		children[string(span.GetParentSpanId())] = append(children[string(span.GetParentSpanId())], span.GetName())
		require.NotContains(t, span.String(), n.canary)
		require.NotContains(t, span.String(), "bora@")
		require.NotContains(t, span.String(), n.guest.token)
	}

	t.Run("a hold is one tree from the request to the commit", func(t *testing.T) {
		request := named("request graphql", "slotq.correlation_id", "trace-hold")
		require.Empty(t, request.GetParentSpanId(), "the client's trace isn't continued")
		require.Len(t, request.GetLinks(), 1, "but linked")
		operation := named("graphql mutation", "slotq.correlation_id", "trace-hold")
		command := named("command holdSlot", "slotq.correlation_id", "trace-hold")
		require.Equal(t, request.GetSpanId(), operation.GetParentSpanId())
		require.Equal(t, operation.GetSpanId(), command.GetParentSpanId())
		require.Equal(t, "COMMITTED", attribute(command, "slotq.outcome"))
		statements := children[string(command.GetSpanId())]
		require.Greater(t, len(statements), 3, "its statements hang on it")
		require.Equal(t, "BEGIN", statements[0], "with the scope: %v", statements)
		require.Contains(t, statements, "INSERT")
		require.Contains(t, statements, "COMMIT")
		written := false
		for _, span := range kept.spans {
			written = written || strings.Contains(attribute(span, "db.query.text"), "$1")
		}
		require.True(t, written, "statements with places for their values")
	})
	t.Run("an errand of the worker is a tree of its own, and its intent leads to the command", func(t *testing.T) {
		command := named("command requestReservation", "slotq.correlation_id", "trace-ask")
		require.Equal(t, asked, attribute(command, "slotq.intent"))
		errand := named("errand", "slotq.intent", asked)
		require.Empty(t, errand.GetParentSpanId())
		require.NotEqual(t, command.GetTraceId(), errand.GetTraceId())
		require.Contains(t, children[string(errand.GetSpanId())], "routine advanceIntent")
		routine := named("routine advanceIntent", "", "")
		require.Contains(t, children[string(routine.GetSpanId())], "BEGIN")
	})
	t.Run("what belongs to nothing has no span", func(t *testing.T) {
		for _, span := range kept.spans {
			if strings.ToUpper(span.GetName()) == span.GetName() {
				require.NotNil(t, byID[string(span.GetParentSpanId())], "%s: %s", span.GetName(), attribute(span, "db.query.text"))
			}
		}
	})
}

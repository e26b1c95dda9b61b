package tracing_test

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/tracing"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// kept makes a tracer that keeps its spans here.
func kept(options ...sdktrace.TracerProviderOption) (*tracing.Tracer, *tracetest.InMemoryExporter) {
	spans := tracetest.NewInMemoryExporter()
	return tracing.New(append(options, sdktrace.WithSyncer(spans))...), spans
}

// says is an attribute of a span as text.
func says(span tracetest.SpanStub, name string) string {
	for _, a := range span.Attributes {
		if string(a.Key) == name {
			return a.Value.String()
		}
	}
	return ""
}

func TestSpans(t *testing.T) {
	t.Parallel()
	tracer, spans := kept()
	intent := ref.Ref{Kind: ref.Intent, ID: uuid.New()}
	r := httptest.NewRequest("BREW", "/calendars/a-secret.ics?token=a-secret", nil)
	ctx, answered := tracer.Request(r, "calendar")
	ctx, made := tracer.Operation(ctx, "mutation", "Ask")
	_, ended := tracer.Command(ctx, "requestReservation", "call-1")
	ended(command.Result{Outcome: command.Accepted, Refs: []ref.Ref{intent}}, nil)
	_, refused := tracer.Command(ctx, "holdSlot", "call-1")
	refused(command.Result{Outcome: command.Rejected, Problem: problem.New(problem.SlotOccupied, "Ahn Bora has it.")}, nil)
	_, failed := tracer.Command(ctx, "holdSlot", "call-1")
	failed(command.Result{}, errors.New("about Ahn Bora"))
	made()
	answered(http.StatusInternalServerError)
	errand, done := tracer.Errand(ctx, intent.ID)
	_, called := tracer.Provider(errand, "book")
	called("DONE")
	done(nil)

	all := spans.GetSpans()
	names := make([]string, len(all))
	for i, span := range all {
		names[i] = span.Name
		for _, a := range span.Attributes {
			require.NotContains(t, a.Value.String(), "Ahn")
			require.NotContains(t, a.Value.String(), "a-secret")
		}
		require.NotContains(t, span.Status.Description, "Ahn")
		require.Empty(t, span.Events)
	}
	require.Equal(t, []string{"command requestReservation", "command holdSlot", "command holdSlot", "graphql mutation", "request calendar", "provider book", "errand"}, names)
	require.Equal(t, intent.String(), says(all[0], "slotq.intent"))
	require.Equal(t, "SLOT_OCCUPIED", says(all[1], "slotq.problem"))
	require.Equal(t, codes.Error, all[2].Status.Code)
	require.Equal(t, "_OTHER", says(all[4], "http.request.method"))
	require.Equal(t, codes.Error, all[4].Status.Code)
	require.Equal(t, all[6].SpanContext.SpanID(), all[5].Parent.SpanID())
	require.False(t, all[6].Parent.IsValid(), "an errand begins a trace, whoever caused it")
	require.Equal(t, intent.String(), says(all[6], "slotq.intent"))
}

func TestStatements(t *testing.T) {
	t.Parallel()
	tracer, spans := kept()
	db, err := postgres.Open(pgtest.NewURL(t), postgres.PoolOptions{MaxOpen: 2, OpenDB: tracer.OpenDB})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	look := func(ctx context.Context) error {
		return db.ReadTenant(ctx, uuid.New(), func(ctx context.Context, tx *sql.Tx) error {
			var id string
			return tx.QueryRowContext(ctx, `select $1::uuid::text`, "Ahn Bora").Scan(&id)
		})
	}
	require.Error(t, look(t.Context()))
	require.Empty(t, spans.GetSpans(), "what belongs to no trace has no span")

	ctx, ended := tracer.Routine(t.Context(), "lapseHold")
	err = look(ctx)
	ended(false, err)
	require.Equal(t, "22P02", postgres.Code(err), "the driver's errors come through")
	var names []string
	for _, span := range spans.GetSpans() {
		names = append(names, span.Name)
		require.NotContains(t, span.Status.Description, "Ahn")
		require.Empty(t, span.Events)
		for _, a := range span.Attributes {
			require.NotContains(t, a.Value.String(), "Ahn")
		}
	}
	require.Equal(t, []string{"BEGIN", "SELECT", "ROLLBACK", "routine lapseHold"}, names)
	refused := spans.GetSpans()[1]
	require.Equal(t, "select $1::uuid::text", says(refused, "db.query.text"))
	require.Equal(t, "22P02", says(refused, "db.response.status_code"))
	require.Equal(t, codes.Error, spans.GetSpans()[3].Status.Code)
}

func TestSampledByRatio(t *testing.T) {
	for _, name := range []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_SDK_DISABLED", "OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_PROTOCOL"} {
		t.Setenv(name, "")
	}
	open := func() (*tracing.Tracer, error) {
		return tracing.FromEnvironment(t.Context(), "1", slog.New(slog.DiscardHandler))
	}
	off, err := open()
	require.NoError(t, err)
	require.Nil(t, off, "off unless somebody is named who listens")

	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
	on, err := open()
	require.NoError(t, err)
	require.NotNil(t, on)
	require.NoError(t, on.Close(t.Context()), "nothing is left to send")

	t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
	_, err = open()
	require.ErrorContains(t, err, "http/protobuf")
	t.Setenv("OTEL_SDK_DISABLED", "true")
	off, err = open()
	require.NoError(t, err)
	require.Nil(t, off)

	t.Setenv("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
	t.Setenv("OTEL_TRACES_SAMPLER_ARG", "0")
	none, spans := kept()
	_, ended := none.Routine(t.Context(), "lapseHold")
	ended(true, nil)
	require.Empty(t, spans.GetSpans())
}

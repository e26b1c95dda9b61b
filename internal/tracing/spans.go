package tracing

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/journal"
	"github.com/slotq/slotq/internal/ref"
)

// What spans say. An intent stands on the command that left it and on every errand that is run for it, so that one finds
// the others: the rows in between carry no trace.
const (
	correlation = attribute.Key("slotq.correlation_id")
	operation   = attribute.Key("slotq.operation")
	outcome     = attribute.Key("slotq.outcome")
	problemCode = attribute.Key("slotq.problem")
	replayed    = attribute.Key("slotq.replayed")
	intentRef   = attribute.Key("slotq.intent")
)

// Request begins the span of a request at a door. The client's own trace is linked and not continued: whether a trace is
// kept is decided here.
func (t *Tracer) Request(r *http.Request, door string) (_ context.Context, ended func(status int)) {
	theirs := trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), propagation.HeaderCarrier(r.Header)))
	options := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(attribute.String("http.route", door), method(r.Method))}
	if theirs.IsValid() {
		options = append(options, trace.WithLinks(trace.Link{SpanContext: theirs}))
	}
	ctx, span := t.tracer.Start(r.Context(), "request "+door, append(options, t.call(r.Context()))...)
	return ctx, func(status int) {
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// method is a method that there is; what else a client writes there is its own.
func method(name string) attribute.KeyValue {
	switch name {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
	default:
		name = "_OTHER"
	}
	return attribute.String("http.request.method", name)
}

func (*Tracer) call(ctx context.Context) trace.SpanStartEventOption {
	return trace.WithAttributes(correlation.String(journal.Correlation(ctx)))
}

// longestName is how much is kept of the name that a client gave its operation.
const longestName = 80

// Operation begins the span of a GraphQL operation.
func (t *Tracer) Operation(ctx context.Context, kind, name string) (_ context.Context, ended func()) {
	ctx, span := t.tracer.Start(ctx, "graphql "+kind, t.call(ctx),
		trace.WithAttributes(attribute.String("graphql.operation.type", kind), attribute.String("graphql.operation.name", name[:min(len(name), longestName)])))
	return ctx, func() { span.End() }
}

// Command begins the span of a command.
func (t *Tracer) Command(ctx context.Context, name, correlationID string) (_ context.Context, ended func(command.Result, error)) {
	ctx, span := t.tracer.Start(ctx, "command "+name, trace.WithAttributes(operation.String(name), correlation.String(correlationID)))
	return ctx, func(result command.Result, err error) {
		if err != nil {
			span.SetStatus(codes.Error, "")
		}
		span.SetAttributes(outcome.String(string(result.Outcome)), replayed.Bool(result.Replayed))
		if result.Problem != nil {
			span.SetAttributes(problemCode.String(string(result.Problem.Code)))
		}
		if named, ok := result.Find(ref.Intent); ok {
			span.SetAttributes(intentRef.String(named.String()))
		}
		span.End()
	}
}

// Routine begins the span of something that the program does by itself.
func (t *Tracer) Routine(ctx context.Context, name string) (_ context.Context, ended func(did bool, err error)) {
	ctx, span := t.tracer.Start(ctx, "routine "+name, trace.WithAttributes(operation.String(name)))
	return ctx, func(did bool, err error) {
		if err != nil {
			span.SetStatus(codes.Error, "")
		}
		span.SetAttributes(attribute.Bool("slotq.did", did))
		span.End()
	}
}

// Errand begins the trace of an errand: a root of its own, with the intent as what leads to the command.
func (t *Tracer) Errand(ctx context.Context, intent uuid.UUID) (_ context.Context, ended func(error)) {
	ctx, span := t.tracer.Start(ctx, "errand", trace.WithNewRoot(), trace.WithAttributes(intentRef.String(ref.Encode(ref.Intent, intent))))
	return ctx, func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}

// Provider begins the span of a call to an outside booking system.
func (t *Tracer) Provider(ctx context.Context, call string) (_ context.Context, ended func(answer string)) {
	ctx, span := t.tracer.Start(ctx, "provider "+call, trace.WithSpanKind(trace.SpanKindClient))
	return ctx, func(answer string) {
		span.SetAttributes(outcome.String(answer))
		span.End()
	}
}

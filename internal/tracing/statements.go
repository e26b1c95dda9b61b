package tracing

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/XSAM/otelsql"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// OpenDB makes a pool whose statements have spans, in traces that are kept: their text with $1 where values stand, and the
// SQLSTATE of a refusal without its words. What belongs to no trace, such as the polls of the worker, has none.
func (t *Tracer) OpenDB(connector driver.Connector) *sql.DB {
	return otelsql.OpenDB(connector,
		otelsql.WithTracerProvider(t.provider),
		otelsql.WithAttributes(attribute.String("db.system.name", "postgresql")),
		otelsql.WithSpanNameFormatter(statementName),
		otelsql.WithSpanErrorAttributesGetter(refusal),
		otelsql.WithSpanOptions(otelsql.SpanOptions{
			DisableErrSkip: true, OmitConnResetSession: true, OmitConnPrepare: true, OmitRows: true, OmitConnectorConnect: true,
			RecordError: func(error) bool { return false }, // its words may hold values
			SpanFilter: func(ctx context.Context, _ otelsql.Method, _ string, _ []driver.NamedValue) bool {
				return trace.SpanContextFromContext(ctx).IsSampled()
			},
		}))
}

// statementName is what a statement does.
func statementName(_ context.Context, method otelsql.Method, statement string) string {
	switch method {
	case otelsql.MethodConnBeginTx:
		return "BEGIN"
	case otelsql.MethodTxCommit:
		return "COMMIT"
	case otelsql.MethodTxRollback:
		return "ROLLBACK"
	}
	words := strings.Fields(statement)
	if len(words) == 0 {
		return "SQL"
	}
	return strings.ToUpper(words[0])
}

func refusal(err error) []attribute.KeyValue {
	var told interface{ SQLState() string }
	if errors.As(err, &told) {
		return []attribute.KeyValue{attribute.String("db.response.status_code", told.SQLState())}
	}
	return []attribute.KeyValue{attribute.String("error.type", "connection")}
}

package graph

import (
	"context"
	"net/http"
	"regexp"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/journal"
)

// correlationHeader carries the id that names one call in answers and logs, both ways.
const correlationHeader = "X-Correlation-Id"

var correlationPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,100}$`)

// Correlate gives every request a correlation id: the client's own, if it sent one of 1 to 100 letters, digits, dots,
// underscores and hyphens, else a new one. The response carries it as well.
func Correlate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(correlationHeader)
		if !correlationPattern.MatchString(id) {
			id = uuid.NewString()
		}
		w.Header().Set(correlationHeader, id)
		next.ServeHTTP(w, r.WithContext(correlated(r.Context(), id)))
	})
}

// Correlation is the id of the call that ctx belongs to; empty outside of any call.
func Correlation(ctx context.Context) string { return journal.Correlation(ctx) }

func correlated(ctx context.Context, id string) context.Context {
	return journal.WithCorrelation(ctx, id)
}

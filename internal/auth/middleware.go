package auth

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/slotq/slotq/internal/problem"
)

// Middleware puts the actor of a request into its context. A request without a credential, or with one that is not valid,
// goes on without an actor: the door behind decides what that means. While the credential can't be judged, for whatever reason,
// the answer is 503 in the form of a GraphQL error: whoever is told that a good credential is none throws it away.
func (c *Credentials) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(WithTenant(r.Context(), r.Header.Get(TenantHeader)))
		a, err := c.Of(r)
		switch {
		case err == nil:
			r = r.WithContext(With(r.Context(), a))
		case !errors.Is(err, ErrUnauthenticated):
			unavailable(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// unavailable answers as the GraphQL door would. The correlation id is the one that the response already carries.
func unavailable(w http.ResponseWriter) {
	type extensions struct {
		Code          string `json:"code"`
		CorrelationID string `json:"correlationId"`
		RetryAfterMs  int    `json:"retryAfterMs"`
	}
	type refusal struct {
		Message    string     `json:"message"`
		Extensions extensions `json:"extensions"`
	}
	body := struct {
		Errors []refusal `json:"errors"`
	}{[]refusal{{problem.ErrUnavailable.Error(), extensions{"UNAVAILABLE", w.Header().Get("X-Correlation-Id"), 1000}}}}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Retry-After", "1")
	w.WriteHeader(http.StatusServiceUnavailable)
	_ = json.NewEncoder(w).Encode(body) // a client that is gone hears nothing
}

// Bearer takes the token out of an authorization value; empty when there is none.
func Bearer(value string) string {
	scheme, token, found := strings.Cut(value, " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

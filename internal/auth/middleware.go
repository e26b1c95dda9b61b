package auth

import (
	"errors"
	"net/http"
	"strings"

	"github.com/slotq/slotq/internal/problem"
)

// Middleware puts the actor behind `Authorization: Bearer <token>` into the request's context. Without a header, or with a
// token that is not valid, the request goes on without an actor: the door behind decides what that means. While the
// database can't be asked the answer is 503 in the form of a GraphQL error.
func Middleware(keys *Keys, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := Bearer(r.Header.Get("Authorization"))
		if token == "" {
			next.ServeHTTP(w, r)
			return
		}
		a, err := keys.Authenticate(r.Context(), token)
		switch {
		case err == nil:
			next.ServeHTTP(w, r.WithContext(With(r.Context(), a)))
		case errors.Is(err, problem.ErrUnavailable):
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"errors":[{"message":"The service is unavailable for the moment.","extensions":{"code":"UNAVAILABLE","retryAfterMs":1000}}]}`))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// Bearer takes the token out of an authorization value; empty when there is none.
func Bearer(value string) string {
	scheme, token, found := strings.Cut(value, " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

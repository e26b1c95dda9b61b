package auth_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

func TestMiddleware(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	keys, _ := newKeys(t, h.DB)
	token, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})

	// ask sends a request with an Authorization header and returns whom the door behind saw.
	ask := func(keys *auth.Keys, authorization string) (seen *actor.Actor, reached bool, w *httptest.ResponseRecorder) {
		door := (&auth.Credentials{Keys: keys}).Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			reached = true
			if a, ok := auth.From(r.Context()); ok {
				seen = &a
			}
		}))
		r := httptest.NewRequest(http.MethodPost, "/graphql", nil)
		if authorization != "" {
			r.Header.Set("Authorization", authorization)
		}
		w = httptest.NewRecorder()
		w.Header().Set("X-Correlation-Id", "call-7")
		door.ServeHTTP(w, r)
		return seen, reached, w
	}

	for _, header := range []string{"Bearer " + token, "bearer " + token, "BEARER  " + token + " "} {
		t.Run("the door sees the actor of a valid token", func(t *testing.T) {
			seen, _, _ := ask(keys, header)
			require.NotNil(t, seen)
			require.Equal(t, h.Staff.PrincipalID, seen.PrincipalID)
		})
	}

	for name, header := range map[string]string{
		"no header":        "",
		"another scheme":   "Basic dXNlcjpwYXNz",
		"no scheme":        token,
		"an empty token":   "Bearer ",
		"a malformed one":  "Bearer x",
		"an unknown one":   "Bearer " + token[:len(token)-3] + "AAA",
		"two in one value": "Bearer " + token + ", Bearer " + token,
	} {
		t.Run("with "+name+" the door sees nobody", func(t *testing.T) {
			seen, reached, w := ask(keys, header)
			require.True(t, reached)
			require.Nil(t, seen)
			require.Equal(t, http.StatusOK, w.Code)
		})
	}

	t.Run("while the database is away the answer is 503 in GraphQL's form and the door isn't reached", func(t *testing.T) {
		pool, err := postgres.Open(h.DB.DSN(), postgres.PoolOptions{MaxOpen: 2})
		require.NoError(t, err)
		require.NoError(t, pool.Close())
		away, _ := newKeys(t, pool)
		_, reached, w := ask(away, "Bearer "+token)
		require.False(t, reached)
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.Equal(t, "1", w.Header().Get("Retry-After"))
		require.JSONEq(t, `{"errors":[{"message":"the service is unavailable for the moment","extensions":{"code":"UNAVAILABLE","correlationId":"call-7","retryAfterMs":1000}}]}`, w.Body.String())
	})

	t.Run("nobody is taken for a stranger because the look at a credential failed", func(t *testing.T) {
		h := housetest.New(t)
		keys, _ := newKeys(t, h.DB)
		token, _ := issue(t, h, keys, h.Staff, auth.IssueSpec{})
		_, err := pgtest.Admin(t, h.DB).ExecContext(t.Context(), `ALTER TABLE api_keys RENAME TO elsewhere`)
		require.NoError(t, err)
		_, reached, w := ask(keys, "Bearer "+token)
		require.False(t, reached)
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
	})
}

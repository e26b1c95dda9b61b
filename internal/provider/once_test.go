package provider_test

import (
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
)

// A kept connection that dies under a request makes net/http send it again, if it takes it for idempotent. The provider
// here answers once, to have the connection kept, and then reads whole requests and hangs up.
func TestWritesAreNeverSentTwice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		ask  func(*provider.Client) intent.Answer
	}{
		{"POST", func(c *provider.Client) intent.Answer { return c.Book(t.Context(), order()) }},
		{"DELETE", func(c *provider.Client) intent.Answer { return c.Cancel(t.Context(), reference) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var connections sync.Map
			var hangUp atomic.Bool
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if _, err := io.Copy(io.Discard, r.Body); err != nil {
					t.Error(err)
				}
				connections.Store(r.RemoteAddr, true)
				if hangUp.Load() {
					panic(http.ErrAbortHandler)
				}
				says(409, `{}`)(w, r)
			})
			one := client(t, spec(s.URL), provider.Options{})
			require.Equal(t, intent.Race, c.ask(one).Kind)
			hangUp.Store(true)
			require.Equal(t, intent.Unclear, c.ask(one).Kind)
			require.EqualValues(t, 2, s.asked.Load(), "one request that was answered, one that wasn't")
			over := 0
			connections.Range(func(any, any) bool { over++; return true })
			require.Equal(t, 1, over, "both came over one connection, else nothing was shown")
		})
	}
}

func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	type request struct{ method, path, credential, key, body string }
	var got []request
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got = append(got, request{r.Method, r.URL.Path, r.Header.Get("Authorization"), r.Header.Get("Idempotency-Key"), string(body)})
		says(200, written(t))(w, r)
	})
	p := spec(s.URL + "/api/")
	p.TokenVariable = "SEATS_TOKEN"
	c := client(t, p, provider.Options{Token: func(name string) string { return "the value of " + name }})
	require.Equal(t, intent.Unauthorized, c.Book(t.Context(), order()).Kind, "no credential has spaces")
	c = client(t, p, provider.Options{Token: func(name string) string { return "of-" + name }})
	require.Equal(t, intent.Done, c.Book(t.Context(), order()).Kind)
	require.Equal(t, intent.Found, c.Find(t.Context(), reference).Kind)
	require.Equal(t, intent.Unclear, c.Cancel(t.Context(), reference).Kind)
	s.Close() // nobody writes into got any more
	require.Len(t, got, 3)
	require.JSONEq(t, `{"reference":"attempt-7f3c","target":"sl_a+sl_b","partySize":2,
		"places":[{"resource":"seat-1","startsAt":"2027-03-01T18:00:00Z","endsAt":"2027-03-01T19:00:00Z","units":1}]}`, got[0].body)
	got[0].body = ""
	require.Equal(t, []request{
		{"POST", "/api/bookings", "Bearer of-SEATS_TOKEN", reference, ""},
		{"GET", "/api/bookings/" + reference, "Bearer of-SEATS_TOKEN", "", ""},
		{"DELETE", "/api/bookings/" + reference, "Bearer of-SEATS_TOKEN", "", ""},
	}, got)
}

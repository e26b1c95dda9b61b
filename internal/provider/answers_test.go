package provider_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
)

// row is one answer of a provider and what it means.
type row struct {
	name    string
	handler http.HandlerFunc
	want    intent.AnswerKind
}

// common are the answers that mean the same to a booking and to a cancellation.
func common(t *testing.T) []row {
	t.Helper()
	rows := []row{
		{"race lost", says(409, `{}`), intent.Race},
		{"not who we say", says(401, ``), intent.Unauthorized},
		{"not allowed", says(403, ``), intent.Unauthorized},
		{"too many", says(429, ``), intent.RateLimited},
		{"bad order", says(400, `{}`), intent.Refused},
		{"bare 404", says(404, `not here`), intent.Refused},
		{"unacceptable order", says(422, `{}`), intent.Refused},
		{"certainly nothing done", says(503, `{"done":false}`), intent.Unavailable},
		{"503 that did it", says(503, `{"done":true}`), intent.Unclear},
		{"503 that doesn't say", says(503, `{}`), intent.Unclear},
		{"503 with null", says(503, `{"done":null}`), intent.Unclear},
		{"503 of a proxy", says(503, `{"done":false}`, "Content-Type", "text/html"), intent.Unclear},
		{"503 said twice", says(503, `{"done":false}{"done":true}`), intent.Unclear},
		{"500 that says nothing was done", says(500, `{"done":false}`), intent.Unclear},
		{"bad gateway", says(502, `<html>`), intent.Unclear},
		{"gateway timeout", says(504, ``), intent.Unclear},
		{"accepted", says(202, written(t)), intent.Unclear},
		{"gone", says(410, ``), intent.Unclear},
		{"teapot", says(418, ``), intent.Unclear},
		{"protocol switch", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Upgrade", "rest")
			w.Header().Set("Connection", "Upgrade")
			w.WriteHeader(http.StatusSwitchingProtocols)
		}, intent.Unclear},
		{"html", says(200, written(t), "Content-Type", "text/html"), intent.Unclear},
		{"no type", says(200, written(t), "Content-Type", ""), intent.Unclear},
		{"empty", says(200, ``), intent.Unclear},
		{"half", says(200, written(t)[:20]), intent.Unclear},
		{"array", says(200, "["+written(t)+"]"), intent.Unclear},
		{"null", says(200, "null"), intent.Unclear},
		{"wrong types", says(200, `{"reference":1,"target":true,"state":[]}`), intent.Unclear},
		{"twice", says(200, written(t)+written(t)), intent.Unclear},
		{"another reference", says(200, written(t, "reference", "attempt-other")), intent.Unclear},
		{"no state", says(200, written(t, "state", "")), intent.Unclear},
		{"unheard-of state", says(200, written(t, "state", "PENDING")), intent.Unclear},
		{"an upstream reference with a NUL", says(200, written(t, "upstreamRef", "UP\x00", "state", "BOOKED")), intent.Unclear},
		{"an upstream reference with a NUL, cancelled", says(200, written(t, "upstreamRef", "UP\x00", "state", "CANCELLED")), intent.Unclear},
		{"an endless upstream reference", says(200, written(t, "upstreamRef", strings.Repeat("x", 201))), intent.Unclear},
		{"a byte too long", says(200, written(t)+strings.Repeat(" ", 64<<10)), intent.Unclear},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for _, err := fmt.Fprint(w, written(t)); err == nil; _, err = fmt.Fprint(w, strings.Repeat(" ", 8<<10)) {
			}
		}, intent.Unclear},
		{"endless headers", says(200, written(t), "X-Long", strings.Repeat("x", 128<<10)), intent.Unclear},
		{"an oversized refusal", says(409, strings.Repeat("x", 65<<10)), intent.Unclear},
		{"no answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, intent.Unclear},
		{"cut in the middle", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000")
			_, _ = fmt.Fprint(w, written(t))
			panic(http.ErrAbortHandler)
		}, intent.Unclear},
		{"a refusal cut in the middle", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			w.WriteHeader(http.StatusConflict)
			panic(http.ErrAbortHandler)
		}, intent.Unclear},
		{"gibberish", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_, _ = fmt.Fprint(conn, "220 mail.example.com ESMTP\r\n")
				_ = conn.Close()
			}
		}, intent.Unclear},
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		rows = append(rows, row{fmt.Sprint("redirect ", status), func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Has("followed") {
				t.Errorf("the redirect %d was followed", status)
			}
			http.Redirect(w, r, "/bookings?followed", status)
		}, intent.Unclear})
	}
	return rows
}

// meant asks each provider and compares.
func meant(t *testing.T, rows []row, ask func(*provider.Client) intent.Answer) {
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, r.handler)
			answer := ask(client(t, spec(s.URL), provider.Options{}))
			require.Equal(t, r.want, answer.Kind, answer.Detail)
			require.Regexp(t, `^[A-Z].*\.$`, answer.Detail, "a sentence for people")
			require.EqualValues(t, 1, s.asked.Load(), "what writes is asked once")
			if r.want != intent.Done {
				require.Equal(t, intent.Booking{}, answer.Booking)
			}
		})
	}
}

func TestBook(t *testing.T) {
	t.Parallel()
	meant(t, append(common(t), []row{
		{"created", says(201, written(t)), intent.Done},
		{"was there", says(200, written(t)), intent.Done},
		{"more than we know", says(201, written(t, "colour", "red")), intent.Done},
		{"unknown there", says(404, `{"code":"NOT_FOUND"}`), intent.Refused},
		{"no content", says(204, ``), intent.Unclear},
		{"another target", says(200, written(t, "target", "sl_a")), intent.Unclear},
		{"no target", says(200, written(t, "target", "")), intent.Unclear},
		{"cancelled", says(200, written(t, "state", "CANCELLED")), intent.Unclear},
		{"no upstream reference", says(200, written(t, "upstreamRef", "")), intent.Unclear},
	}...), func(c *provider.Client) intent.Answer { return c.Book(t.Context(), order()) })
}

func TestCancel(t *testing.T) {
	t.Parallel()
	meant(t, append(common(t), []row{
		{"cancelled", says(200, written(t, "state", "CANCELLED")), intent.Done},
		{"cancelled, in few words", says(200, `{"reference":"`+reference+`","state":"CANCELLED"}`), intent.Done},
		{"no content", says(204, ``), intent.Done},
		{"nothing there", says(404, `{"code":"NOT_FOUND"}`), intent.Done},
		{"nothing there, by a proxy", says(404, `{"code":"NOT_FOUND"}`, "Content-Type", "text/html"), intent.Refused},
		{"still booked", says(200, written(t)), intent.Unclear},
		{"created", says(201, written(t, "state", "CANCELLED")), intent.Unclear},
	}...), func(c *provider.Client) intent.Answer { return c.Cancel(t.Context(), reference) })
}

func TestBooked(t *testing.T) {
	t.Parallel()
	s := serve(t, says(201, written(t)))
	answer := client(t, spec(s.URL), provider.Options{}).Book(t.Context(), order())
	require.Equal(t, intent.Booking{Reference: reference, Target: target, UpstreamRef: "UP-1"}, answer.Booking)
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	theirs := time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, value string
		want        time.Duration
	}{
		{"seconds", "7", 7 * time.Second},
		{"a date, by their clock", theirs.Add(90 * time.Second).Format(http.TimeFormat), 90 * time.Second},
		{"a date that is over", theirs.Add(-time.Hour).Format(http.TimeFormat), time.Second},
		{"nothing", "", time.Second},
		{"at once", "0", time.Second},
		{"the past", "-5", time.Second},
		{"nonsense", "soon", time.Second},
		{"a year", "31536000", time.Hour},
		{"longer than time", "9223372036854775807", time.Hour},
		{"longer than a number", strings.Repeat("9", 40), time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, says(429, ``, "Retry-After", c.value, "Date", theirs.Format(http.TimeFormat)))
			answer := client(t, spec(s.URL), provider.Options{}).Book(t.Context(), order())
			require.Equal(t, intent.RateLimited, answer.Kind)
			require.Equal(t, c.want, answer.RetryAfter)
		})
	}
}

package provider_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/provider"
)

// shutDoor is an address at which nobody listens.
func shutDoor(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return "http://" + l.Addr().String()
}

// carrier is a way to the provider of a test's own making.
type carrier func(*http.Request) (*http.Response, error)

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

func TestNothingSent(t *testing.T) {
	t.Parallel()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	never := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") })
	withToken := func(endpoint string) intent.Provider {
		p := spec(endpoint)
		p.TokenVariable = "SEATS_TOKEN"
		return p
	}
	holds := func(token string) provider.Options {
		return provider.Options{Token: func(string) string { return token }}
	}
	short := spec("http://nowhere.invalid")
	short.Contract.Deadline = time.Second
	for _, c := range []struct {
		name     string
		ctx      context.Context //nolint:containedctx // a case
		provider intent.Provider
		options  provider.Options
		want     intent.AnswerKind
	}{
		{"nobody listens", t.Context(), spec(shutDoor(t)), provider.Options{}, intent.Unavailable},
		{"no such host", t.Context(), short, provider.Options{}, intent.Unavailable},
		{"TLS to a plain server", t.Context(), spec(strings.Replace(never.URL, "http:", "https:", 1)), provider.Options{}, intent.Unavailable},
		{"the caller is gone before", over, spec(never.URL), provider.Options{}, intent.Unavailable},
		{"no address", t.Context(), spec(""), provider.Options{}, intent.Unavailable},
		{"a file", t.Context(), spec("file:///etc/passwd"), provider.Options{}, intent.Unavailable},
		{"the credential isn't set", t.Context(), withToken(never.URL), holds(""), intent.Unauthorized},
		{"the credential would split the header", t.Context(), withToken(never.URL), holds("a\r\nX-Evil: 1"), intent.Unauthorized},
		{"a way that fails and doesn't say where", t.Context(), spec(never.URL),
			provider.Options{Transport: carrier(func(*http.Request) (*http.Response, error) { return nil, errors.New("lost") })}, intent.Unclear},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			one := client(t, c.provider, c.options)
			for _, answer := range []intent.Answer{one.Book(c.ctx, order()), one.Cancel(c.ctx, reference)} {
				require.Equal(t, c.want, answer.Kind, answer.Detail)
				require.Regexp(t, `^[A-Z].*\.$`, answer.Detail)
			}
			require.Equal(t, intent.NotVisible, one.Find(c.ctx, reference).Kind)
		})
	}
	for _, reference := range []string{"", ".", "..", "a/b", "a?b", "a b", "a\nb", strings.Repeat("x", 201)} {
		one, o := client(t, spec(never.URL), provider.Options{}), order()
		o.Reference = reference
		require.Equal(t, intent.Refused, one.Book(t.Context(), o).Kind, "%q", reference)
		require.Equal(t, intent.Refused, one.Cancel(t.Context(), reference).Kind, "%q", reference)
		require.Equal(t, intent.NotVisible, one.Find(t.Context(), reference).Kind, "%q", reference)
	}
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	begin := func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
	}
	for name, handler := range map[string]http.HandlerFunc{
		"silence": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"headers, then silence": func(w http.ResponseWriter, r *http.Request) {
			begin(w)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
		"a byte at a time": func(w http.ResponseWriter, r *http.Request) {
			begin(w)
			tick := time.NewTicker(10 * time.Millisecond)
			defer tick.Stop()
			for r.Context().Err() == nil {
				_, _ = fmt.Fprint(w, " ")
				_ = http.NewResponseController(w).Flush()
				<-tick.C
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				_, _ = bytes.NewBuffer(nil).ReadFrom(r.Body) // the server notices that we left once the body is read
				handler(w, r)
			})
			p := spec(s.URL)
			p.Contract.Deadline = 500 * time.Millisecond // a slow machine is connected by then
			one := client(t, p, provider.Options{})
			for _, ask := range []func() string{
				func() string { return string(one.Book(t.Context(), order()).Kind) },
				func() string { return string(one.Cancel(t.Context(), reference).Kind) },
				func() string { return string(one.Find(t.Context(), reference).Kind) },
			} {
				began := time.Now()
				require.Contains(t, []string{string(intent.Unclear), string(intent.NotVisible)}, ask())
				require.GreaterOrEqual(t, time.Since(began), p.Contract.Deadline)
			}
		})
	}
	require.Equal(t, provider.DefaultDeadline, provider.New(intent.Provider{}, provider.Options{}).Contract().Deadline)
}

// A provider that throws our credential back at us, wherever it can, finds it nowhere.
func TestTheCredentialIsNeverRepeated(t *testing.T) {
	t.Parallel()
	const secret = "s3cret-credential"
	for name, handler := range map[string]http.HandlerFunc{
		"refusal":  says(422, `{"code":"`+secret+`"}`),
		"booking":  says(201, written(t, "reference", secret)),
		"redirect": says(302, ``, "Location", "http://"+secret+".invalid/"),
		"status line": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_, _ = fmt.Fprintf(conn, "%s is what you said\r\n\r\n", secret)
				_ = conn.Close()
			}
		},
		"declaration": says(200, `{"deadlineMs":"`+secret+`"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			p := spec(serve(t, handler).URL)
			p.TokenVariable = "SEATS_TOKEN"
			o := provider.Options{Token: func(string) string { return secret }, TripAfter: 1,
				Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
			one := client(t, p, o)
			told := fmt.Sprintf("%+v %+v %+v", one.Book(t.Context(), order()), one.Cancel(t.Context(), reference), one.Find(t.Context(), reference))
			_, err := one.Declared(t.Context())
			require.Error(t, err)
			require.NotContains(t, told+err.Error()+log.String(), secret)
			require.Contains(t, log.String(), reference, "the log was looked at")
		})
	}
}

func TestNoProxyFromTheEnvironment(t *testing.T) {
	proxy := serve(t, says(201, written(t)))
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("http_proxy", proxy.URL)
	p := spec("http://nowhere.invalid")
	p.Contract.Deadline = time.Second
	require.Equal(t, intent.Unavailable, client(t, p, provider.Options{}).Book(t.Context(), order()).Kind)
	require.Zero(t, proxy.asked.Load())
}

package graph_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/feed"
)

func TestServerSentEvents(t *testing.T) {
	ask := func(d *door, contentType, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("Accept", "text/event-stream")
		w := httptest.NewRecorder()
		d.handler().ServeHTTP(w, r)
		return w
	}
	t.Run("a query is answered with one event", func(t *testing.T) {
		w := ask(newDoor(t), "application/json", `{"query": "{ viewer { displayName } }"}`)
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, "text/event-stream; charset=utf-8", w.Header().Get("Content-Type"))
		require.Equal(t, ":\n\nevent: next\ndata: {\"data\":{\"viewer\":{\"displayName\":\"Somi\"}}}\n\nevent: complete\ndata:\n\n", w.Body.String())
	})
	t.Run("so is one in the address, and a subscription goes there too", func(t *testing.T) {
		d := newDoor(t)
		r := httptest.NewRequest(http.MethodGet, "/graphql?query="+url.QueryEscape(`{ viewer { displayName } }`), nil)
		r.Header.Set("Accept", "text/event-stream")
		w := httptest.NewRecorder()
		d.handler().ServeHTTP(w, r)
		require.Equal(t, ":\n\nevent: next\ndata: {\"data\":{\"viewer\":{\"displayName\":\"Somi\"}}}\n\nevent: complete\ndata:\n\n", w.Body.String())
		s := d.listen(http.MethodGet, `subscription { offerChanged(venueId: "`+venue+`") { cursor } }`)
		d.stream.messages <- opening(feed.Snapshot)
		require.Equal(t, "c0", s.event("offerChanged")["cursor"])
	})
	t.Run("a mutation in the address is not executed", func(t *testing.T) {
		w := newDoor(t).listen(http.MethodGet, `mutation { confirmReservation(input: {reservationId: "x", expectedVersion: 1, idempotencyKey: `+key+`}) { outcome } }`)
		require.Equal(t, http.StatusMethodNotAllowed, w.status)
		require.Equal(t, http.MethodPost, w.header.Get("Allow"))
	})
	t.Run("what is wrong with a document is told by the stream", func(t *testing.T) {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			w := newDoor(t).listen(method, `{ nothing }`)
			require.Equal(t, http.StatusOK, w.status)
			require.Equal(t, "GRAPHQL_VALIDATION_FAILED", w.refused())
		}
	})
	t.Run("silence is broken by comments", func(t *testing.T) {
		d := newDoor(t)
		d.options.Pulse = 5 * time.Millisecond
		w := d.watch(`subscription { offerChanged(venueId: "` + venue + `") { cursor } }`)
		for beats := 0; beats < 5; {
			require.True(t, w.lines.Scan(), w.lines.Err())
			if w.lines.Text() == ":" {
				beats++
			}
		}
		d.stream.messages <- opening(feed.Snapshot)
		require.Equal(t, "c0", w.event("offerChanged")["cursor"])
	})
	t.Run("what cannot be read is refused without being repeated", func(t *testing.T) {
		for body, c := range map[string]struct {
			media  string
			status int
		}{
			`{"query": password=hunter2`:                           {"application/json", http.StatusBadRequest},
			`{"query": "hunter2"}`:                                 {"text/plain", http.StatusUnsupportedMediaType},
			`{"query": "` + strings.Repeat("hunter2 ", 1e4) + `"}`: {"application/json", http.StatusRequestEntityTooLarge},
		} {
			w := ask(newDoor(t), c.media, body)
			require.Equal(t, c.status, w.Code)
			require.NotContains(t, w.Body.String(), "hunter2")
			require.Contains(t, w.Body.String(), "PAYLOAD_INVALID")
			require.Contains(t, w.Body.String(), w.Header().Get("X-Correlation-Id"))
		}
	})
	t.Run("a stream ends when its credential does", func(t *testing.T) {
		d := newDoor(t)
		soon := time.Now().Add(100 * time.Millisecond)
		d.actor.ExpiresAt = &soon
		w := d.watch(`subscription { offerChanged(venueId: "` + venue + `") { cursor } }`)
		require.Equal(t, "UNAUTHENTICATED", w.refused())
	})
}

func TestConnectionsAreBounded(t *testing.T) {
	watch := `subscription { offerChanged(venueId: "` + venue + `") { cursor } }`
	for name, c := range map[string]struct {
		limits graph.Connections
		status int
		code   string
		close  int
	}{
		"of one person":  {graph.Connections{PerPrincipal: 1}, http.StatusTooManyRequests, "RATE_LIMITED", transport.CloseTooManySockets},
		"of one tenant":  {graph.Connections{PerTenant: 1}, http.StatusTooManyRequests, "RATE_LIMITED", transport.CloseTooManySockets},
		"of all clients": {graph.Connections{All: 1}, http.StatusServiceUnavailable, "UNAVAILABLE", transport.CloseGoingAway},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDoor(t)
			d.options.Connections = c.limits
			d.watch(watch)
			<-d.stream.topics // it stands
			w := d.watch(watch)
			require.Equal(t, c.status, w.status)
			require.Equal(t, "1", w.header.Get("Retry-After"))
			require.True(t, w.lines.Scan())
			require.Contains(t, w.lines.Text(), c.code)
			require.Contains(t, w.lines.Text(), `"retryAfterMs":1000`)
			s := d.dial()
			s.send(`{"type": "connection_init"}`)
			code, _ := s.closed()
			require.Equal(t, c.close, code)
		})
	}
	t.Run("a request that never comes to its end holds no place of a stream", func(t *testing.T) {
		d := newDoor(t)
		d.options.Connections = graph.Connections{All: 1}
		server := httptest.NewServer(d.handler())
		t.Cleanup(server.Close)
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		require.NoError(t, err)
		defer func() { _ = conn.Close() }()
		_, err = io.WriteString(conn, "POST /graphql HTTP/1.1\r\nHost: here\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n")
		require.NoError(t, err)
		status, err := bufio.NewReader(conn).ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, status, "100 Continue", "it is being read")
		require.Equal(t, http.StatusOK, d.watch(watch).status)
		<-d.stream.topics
	})
	t.Run("a socket that is gone leaves its place to another", func(t *testing.T) {
		d := newDoor(t)
		d.options.Connections = graph.Connections{PerPrincipal: 1}
		s := d.open()
		s.send(`{"nonsense`)
		s.closed()
		require.NoError(t, d.inner.Wait(within(t)))
		d.open()
	})
}

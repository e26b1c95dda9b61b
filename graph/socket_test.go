package graph_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/problem"
)

// socket is a client's end, spoken frame by frame.
type socket struct {
	*websocket.Conn
	t testing.TB
}

func (d *door) dial() *socket {
	d.t.Helper()
	server := httptest.NewServer(d.handler())
	d.t.Cleanup(server.Close)
	dialer := websocket.Dialer{Subprotocols: []string{transport.Subprotocol}}
	conn, response, err := dialer.Dial("ws"+strings.TrimPrefix(server.URL, "http"), http.Header{})
	require.NoError(d.t, err)
	require.NoError(d.t, response.Body.Close())
	d.t.Cleanup(func() { _ = conn.Close() })
	require.NoError(d.t, conn.SetReadDeadline(time.Now().Add(patience)))
	return &socket{conn, d.t}
}

// open opens a socket and is admitted.
func (d *door) open() *socket {
	d.t.Helper()
	s := d.dial()
	s.send(`{"type": "connection_init"}`)
	kind, _ := s.frame()
	require.Equal(d.t, "connection_ack", kind)
	return s
}

func (s *socket) send(frame string) {
	s.t.Helper()
	require.NoError(s.t, s.WriteMessage(websocket.TextMessage, []byte(frame)))
}

func (s *socket) subscribe(id, query string) {
	s.t.Helper()
	payload, err := json.Marshal(map[string]string{"query": query})
	require.NoError(s.t, err)
	s.send(`{"id": "` + id + `", "type": "subscribe", "payload": ` + string(payload) + `}`)
}

// frame is the next frame that is not a ping.
func (s *socket) frame() (kind string, payload json.RawMessage) {
	s.t.Helper()
	var frame struct {
		Type    string
		Payload json.RawMessage
	}
	for frame.Type == "" || frame.Type == "ping" {
		require.NoError(s.t, s.ReadJSON(&frame))
	}
	return frame.Type, frame.Payload
}

func (s *socket) next() answer {
	s.t.Helper()
	kind, payload := s.frame()
	require.Equal(s.t, "next", kind, string(payload))
	var got answer
	require.NoError(s.t, json.Unmarshal(payload, &got))
	return got
}

func (s *socket) closed() (int, string) {
	s.t.Helper()
	for {
		_, _, err := s.ReadMessage()
		var end *websocket.CloseError
		if errors.As(err, &end) {
			return end.Code, end.Text
		}
		require.NoError(s.t, err)
	}
}

func TestAdmission(t *testing.T) {
	guest := actor.Actor{TenantID: uuid.New(), PrincipalID: uuid.New(), DisplayName: "Kim", Role: actor.Customer}
	keys := func(_ context.Context, token string) (actor.Actor, error) {
		switch token {
		case "good":
			return guest, nil
		case "later":
			return actor.Actor{}, problem.ErrUnavailable
		case "broken":
			return actor.Actor{}, errors.New("secret of the key store")
		}
		return actor.Actor{}, fmt.Errorf("secret of the key store: %w", auth.ErrUnauthenticated)
	}
	nobody := func(t *testing.T) *door {
		d := newDoor(t)
		d.actor, d.options.Authenticate = nil, keys
		return d
	}
	whoAmI := func(s *socket) any {
		kind, _ := s.frame()
		require.Equal(t, "connection_ack", kind)
		s.subscribe("1", `{ viewer { displayName } }`)
		return s.next().Data["viewer"].(map[string]any)["displayName"]
	}
	for name, credential := range map[string]string{"with Bearer": "Bearer good", "in any case": "bearer  good", "bare": "good"} {
		t.Run("a credential in connection_init, "+name+", admits", func(t *testing.T) {
			s := nobody(t).dial()
			s.send(`{"type": "connection_init", "payload": {"authorization": "` + credential + `"}}`)
			require.Equal(t, "Kim", whoAmI(s))
		})
	}
	t.Run("the actor of the handshake's own header is enough", func(t *testing.T) {
		s := newDoor(t).dial()
		s.send(`{"type": "connection_init"}`)
		require.Equal(t, "Somi", whoAmI(s))
	})
	t.Run("a credential in connection_init comes before the header", func(t *testing.T) {
		d := newDoor(t)
		d.options.Authenticate = keys
		s := d.dial()
		s.send(`{"type": "connection_init", "payload": {"authorization": "good"}}`)
		require.Equal(t, "Kim", whoAmI(s))
	})
	for name, c := range map[string]struct {
		payload string
		code    int
	}{
		"without any credential the socket is refused":  {`{}`, transport.CloseForbidden},
		"a bad credential is refused":                   {`{"authorization": "Bearer bad"}`, transport.CloseForbidden},
		"one that cannot be checked now may come again": {`{"authorization": "later"}`, transport.CloseGoingAway},
		"nor does a fault of ours make it a bad one":    {`{"authorization": "broken"}`, transport.CloseGoingAway},
	} {
		t.Run(name, func(t *testing.T) {
			s := nobody(t).dial()
			s.send(`{"type": "connection_init", "payload": ` + c.payload + `}`)
			code, reason := s.closed()
			require.Equal(t, c.code, code)
			require.NotContains(t, reason, "secret")
		})
	}
	t.Run("a bad credential is refused whatever the header says", func(t *testing.T) {
		d := newDoor(t)
		d.options.Authenticate = keys
		s := d.dial()
		s.send(`{"type": "connection_init", "payload": {"authorization": "bad"}}`)
		code, _ := s.closed()
		require.Equal(t, transport.CloseForbidden, code)
	})
	t.Run("a socket ends when its credential does", func(t *testing.T) {
		d := newDoor(t)
		soon := time.Now().Add(200 * time.Millisecond)
		d.actor.ExpiresAt = &soon
		s := d.dial()
		s.send(`{"type": "connection_init"}`)
		code, reason := s.closed()
		require.Equal(t, transport.CloseForbidden, code)
		require.Equal(t, "Credential expired", reason)
		require.False(t, time.Now().Before(soon))
	})
}

func TestRevocation(t *testing.T) {
	revocable := func(t *testing.T) (*door, *atomic.Bool) {
		d, revoked := newDoor(t), &atomic.Bool{}
		d.options.Recheck = 5 * time.Millisecond
		d.options.StillValid = func(_ context.Context, a actor.Actor) bool {
			require.Equal(t, d.actor.PrincipalID, a.PrincipalID)
			return !revoked.Load()
		}
		return d, revoked
	}
	t.Run("a socket ends soon after its credential was revoked", func(t *testing.T) {
		d, revoked := revocable(t)
		s := d.dial()
		s.send(`{"type": "connection_init"}`)
		kind, _ := s.frame()
		require.Equal(t, "connection_ack", kind)
		s.subscribe("1", `subscription { offerChanged(venueId: "`+venue+`") { cursor } }`)
		for range 3 {
			d.stream.messages <- opening(feed.Snapshot)
			s.next()
		}
		revoked.Store(true)
		code, reason := s.closed()
		require.Equal(t, transport.CloseForbidden, code)
		require.Equal(t, "Credential revoked", reason)
	})
	t.Run("so does a stream of events", func(t *testing.T) {
		d, revoked := revocable(t)
		w := d.watch(`subscription { offerChanged(venueId: "` + venue + `") { cursor } }`)
		d.stream.messages <- opening(feed.Snapshot)
		w.event("offerChanged")
		revoked.Store(true)
		require.Equal(t, "UNAUTHENTICATED", w.refused())
	})
	t.Run("a panic while looking is logged and leaves the connection be", func(t *testing.T) {
		d, _ := revocable(t)
		looked := make(chan struct{}, 1)
		d.options.StillValid = func(context.Context, actor.Actor) bool {
			select {
			case looked <- struct{}{}:
			default:
			}
			panic("boom")
		}
		w := d.watch(`subscription { offerChanged(venueId: "` + venue + `") { cursor } }`)
		<-looked
		<-looked // it is looked at again
		d.stream.messages <- opening(feed.Snapshot)
		w.event("offerChanged")
		require.Contains(t, d.log.all()[0], "boom")
	})
}

func TestSockets(t *testing.T) {
	t.Run("each operation has a correlation id of its own", func(t *testing.T) {
		d := newDoor(t)
		d.desk.result.Outcome = command.Committed
		s := d.open()
		seen := map[any]bool{}
		for _, id := range []string{"1", "2"} {
			s.subscribe(id, `mutation { confirmReservation(input: {reservationId: "x", expectedVersion: 1, idempotencyKey: `+key+`}) { correlationId } }`)
			got := s.next().Data["confirmReservation"].(map[string]any)["correlationId"]
			require.Equal(t, d.desk.correlationID, got)
			require.False(t, seen[got])
			seen[got] = true
			kind, _ := s.frame()
			require.Equal(t, "complete", kind)
		}
	})
	t.Run("a request that is no operation is one error frame with a code", func(t *testing.T) {
		s := newDoor(t).open()
		for query, code := range map[string]string{
			`{ viewer`: "GRAPHQL_PARSE_FAILED", `{ nothing }`: "GRAPHQL_VALIDATION_FAILED",
			`mutation { declineOffer(input: {offerId: "x", expectedVersion: 1, reasonCode: other, idempotencyKey: ` + key + `}) { outcome } }`: "PAYLOAD_INVALID",
			`subscription { offerChanged(venueId: "` + venue + `") @skip(if: true) { kind } }`:                                                 "GRAPHQL_VALIDATION_FAILED",
			`subscription { a: offerChanged(venueId: "` + venue + `") { kind } b: offerChanged(venueId: "` + venue + `") { kind } }`:           "GRAPHQL_VALIDATION_FAILED",
		} {
			s.subscribe("1", query)
			kind, payload := s.frame()
			require.Equal(t, "error", kind)
			require.Contains(t, string(payload), code)
			require.Contains(t, string(payload), "correlationId")
		}
	})
	t.Run("a stream goes on until it is completed, and a broken one says so", func(t *testing.T) {
		d := newDoor(t)
		s := d.open()
		s.subscribe("1", `subscription { offerChanged(venueId: "`+venue+`") { cursor } }`)
		d.stream.messages <- opening(feed.Snapshot)
		require.Equal(t, map[string]any{"cursor": "c0"}, s.next().Data["offerChanged"])
		close(d.stream.messages)
		got := s.next()
		require.Equal(t, "UNAVAILABLE", got.Errors[0].Extensions.Code)
		require.Equal(t, 1000, got.Errors[0].Extensions.RetryAfterMs)
		kind, _ := s.frame()
		require.Equal(t, "complete", kind)
	})
	t.Run("a client that completes a stream ends it on this side too", func(t *testing.T) {
		d := newDoor(t)
		s := d.open()
		s.subscribe("1", `subscription { offerChanged(venueId: "`+venue+`") { cursor } }`)
		<-d.stream.topics
		s.send(`{"id": "1", "type": "complete"}`) // that nothing is left running is seen when the tests end
		s.subscribe("2", `{ serverTime }`)
		require.NotEmpty(t, s.next().Data["serverTime"])
	})
}

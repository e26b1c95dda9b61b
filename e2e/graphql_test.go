package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// client speaks GraphQL with one token.
type client struct {
	t     testing.TB
	url   string
	ws    string
	token string
}

func (m manifest) client(t testing.TB, tenant, who string) client {
	return client{t: t, url: m.GraphQL, ws: m.WS, token: m.token(t, tenant, who)}
}

// vars are a request's variables.
type vars map[string]any

// try sends a request; a broken connection is an error.
func (c client) try(query string, v vars) (gjson.Result, error) {
	body, err := json.Marshal(map[string]any{"query": query, "variables": v})
	if err != nil {
		return gjson.Result{}, err
	}
	request, err := http.NewRequest(http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return gjson.Result{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+c.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return gjson.Result{}, err
	}
	defer response.Body.Close()
	var raw bytes.Buffer
	if _, err := raw.ReadFrom(response.Body); err != nil {
		return gjson.Result{}, err
	}
	return gjson.ParseBytes(raw.Bytes()), nil
}

// do sends a request that must not end in GraphQL errors, and returns its data.
func (c client) do(query string, v vars) gjson.Result {
	c.t.Helper()
	answer, err := c.try(query, v)
	require.NoError(c.t, err)
	require.False(c.t, answer.Get("errors").Exists(), "%s", answer.Raw)
	return answer.Get("data")
}

var keys atomic.Int64

// key is a new idempotency key.
func key() string {
	return fmt.Sprintf("e2e-%d-%d", time.Now().UnixNano(), keys.Add(1))
}

// stream is a live subscription.
type stream struct {
	t      testing.TB
	socket *websocket.Conn
	events chan gjson.Result
	closed chan int // the code with which the server closed the socket
}

// subscribe opens a socket of its own for one subscription.
func (c client) subscribe(query string, v vars) *stream {
	c.t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}, HandshakeTimeout: 5 * time.Second}
	socket, _, err := dialer.Dial(c.ws, nil)
	require.NoError(c.t, err)
	require.NoError(c.t, socket.WriteJSON(map[string]any{"type": "connection_init", "payload": map[string]any{"authorization": "Bearer " + c.token}}))
	s := &stream{t: c.t, socket: socket, events: make(chan gjson.Result, 1000), closed: make(chan int, 1)}
	var ack map[string]any
	require.NoError(c.t, socket.ReadJSON(&ack))
	require.Equal(c.t, "connection_ack", ack["type"])
	require.NoError(c.t, socket.WriteJSON(map[string]any{"id": "1", "type": "subscribe", "payload": map[string]any{"query": query, "variables": v}}))
	go s.read()
	c.t.Cleanup(s.close)
	return s
}

func (s *stream) read() {
	defer close(s.events)
	for {
		_, raw, err := s.socket.ReadMessage()
		if err != nil {
			var end *websocket.CloseError
			if errors.As(err, &end) {
				s.closed <- end.Code
			}
			close(s.closed)
			return
		}
		message := gjson.ParseBytes(raw)
		switch message.Get("type").String() {
		case "next":
			s.events <- message.Get("payload")
		case "ping":
			_ = s.socket.WriteJSON(map[string]any{"type": "pong"})
		}
	}
}

func (s *stream) close() { _ = s.socket.Close() }

// next waits for the next event of the subscription's root field.
func (s *stream) next(root string) gjson.Result {
	s.t.Helper()
	select {
	case event, open := <-s.events:
		require.True(s.t, open, "the socket was closed")
		require.False(s.t, event.Get("errors").Exists(), "%s", event.Raw)
		return event.Get("data." + root)
	case <-time.After(15 * time.Second):
		s.t.Fatalf("no event of %s came", root)
		return gjson.Result{}
	}
}

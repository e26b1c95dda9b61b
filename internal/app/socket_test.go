package app_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// socket is a client's end of a graphql-transport-ws connection. What comes is kept in order for each operation.
type socket struct {
	client
	conn   *websocket.Conn
	frames chan gjson.Result // all but pings; closed when the socket is
	end    websocket.CloseError
	count  int

	writing sync.Mutex // one frame at a time
}

// dial opens a socket without a word.
func (c client) dial(header http.Header) *socket {
	c.t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}, HandshakeTimeout: patience}
	conn, response, err := dialer.DialContext(c.t.Context(), "ws"+strings.TrimPrefix(c.at, "http"), header)
	require.NoError(c.t, err)
	_ = response.Body.Close()
	s := &socket{client: c, conn: conn, frames: make(chan gjson.Result, 10_000)}
	go s.read()
	if t, ok := c.t.(interface{ Cleanup(func()) }); ok {
		t.Cleanup(s.drop)
	}
	return s
}

// open opens a socket and is admitted.
func (c client) open() *socket {
	c.t.Helper()
	s := c.dial(nil)
	s.send(`{"type":"connection_init","payload":{"authorization":"Bearer ` + c.token + `"}}`)
	require.Equal(c.t, "connection_ack", s.frame().Get("type").String())
	return s
}

func (s *socket) read() {
	defer close(s.frames)
	defer s.drop()
	for {
		_, raw, err := s.conn.ReadMessage()
		if err != nil {
			var end *websocket.CloseError
			if errors.As(err, &end) {
				s.end = *end
			}
			return
		}
		frame := gjson.ParseBytes(raw)
		if frame.Get("type").String() == "ping" {
			_ = s.write(`{"type":"pong"}`)
			continue
		}
		s.frames <- frame
	}
}

// drop cuts the connection without a goodbye.
func (s *socket) drop() { _ = s.conn.Close() }

func (s *socket) send(frame string) {
	s.t.Helper()
	require.NoError(s.t, s.write(frame))
}

// write writes a frame; the reader answers pings meanwhile.
func (s *socket) write(frame string) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.conn.WriteMessage(websocket.TextMessage, []byte(frame))
}

// frame is the next frame.
func (s *socket) frame() gjson.Result {
	s.t.Helper()
	select {
	case frame, open := <-s.frames:
		if !open { // only then may what the reader wrote last be read
			s.t.Fatalf("the socket was closed with %d %s", s.end.Code, s.end.Text)
		}
		return frame
	case <-time.After(patience):
		s.t.Fatal("no frame came")
		return gjson.Result{}
	}
}

// closed waits for the end and returns its code.
func (s *socket) closed() (code int, within time.Duration) {
	s.t.Helper()
	began := time.Now()
	for {
		select {
		case _, open := <-s.frames:
			if !open {
				return s.end.Code, time.Since(began)
			}
		case <-time.After(2 * patience):
			s.t.Fatal("the socket was not closed")
		}
	}
}

// subscribe starts an operation and returns its id.
func (s *socket) subscribe(query string, v vars) string {
	s.t.Helper()
	s.count++
	id := string(rune('a' + s.count))
	raw, err := json.Marshal(map[string]any{"id": id, "type": "subscribe", "payload": map[string]any{"query": query, "variables": v}})
	require.NoError(s.t, err)
	s.send(string(raw))
	return id
}

// next is the next event of the only stream on the socket.
func (s *socket) next() gjson.Result {
	s.t.Helper()
	frame := s.frame()
	require.Equal(s.t, "next", frame.Get("type").String(), frame.Raw)
	require.False(s.t, frame.Get("payload.errors").Exists(), frame.Raw)
	var event gjson.Result
	frame.Get("payload.data").ForEach(func(_, value gjson.Result) bool { event = value; return false })
	return event
}

// silent demands that nothing is said of the stream until something else, which is sure to be heard, has been.
func (s *socket) silent(t testing.TB) {
	t.Helper()
	s.subscribe(`{ serverTime }`, nil)
	require.True(t, s.frame().Get("payload.data.serverTime").Exists(), "something else came first")
	require.Equal(t, "complete", s.frame().Get("type").String())
}

// refusal is the error with which an operation on a socket is refused.
func (s *socket) refusal(query string, v vars) string {
	s.t.Helper()
	s.subscribe(query, v)
	frame := s.frame()
	if frame.Get("type").String() == "next" {
		require.Equal(s.t, "complete", s.frame().Get("type").String())
		return frame.Get("payload").Raw
	}
	require.Equal(s.t, "error", frame.Get("type").String(), frame.Raw)
	return `{"errors":` + frame.Get("payload").Raw + `}`
}

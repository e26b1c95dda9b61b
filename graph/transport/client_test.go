package transport

import (
	"encoding/binary"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

const (
	initMessage = `{"type":"connection_init"}`
	ackMessage  = `{"type":"connection_ack"}`
)

func subscribeTo(id, field string) string {
	return `{"id":"` + id + `","type":"subscribe","payload":{"query":"subscription { ` + field + ` }"}}`
}

// client is a raw socket: what it sends is what the test wrote.
type client struct {
	t  *testing.T
	ws *websocket.Conn
}

func dial(t *testing.T, w *world) *client {
	t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{Subprotocol}}
	ws, res, err := dialer.Dial(socketURL(w), nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusSwitchingProtocols, res.StatusCode)
	require.Equal(t, Subprotocol, ws.Subprotocol())
	t.Cleanup(func() { _ = ws.Close() })
	return &client{t: t, ws: ws}
}

// connected is a client whose connection is acknowledged.
func connected(t *testing.T, w *world) *client {
	t.Helper()
	c := dial(t, w)
	c.send(initMessage)
	c.expect(ackMessage)
	return c
}

func socketURL(w *world) string { return "ws" + strings.TrimPrefix(w.URL, "http") }

func (c *client) send(messages ...string) {
	c.t.Helper()
	for _, m := range messages {
		require.NoError(c.t, c.ws.WriteMessage(websocket.TextMessage, []byte(m)))
	}
}

// frame sends one frame with the given first byte, masked with zeros, past the library.
func (c *client) frame(first byte, payload string) {
	c.t.Helper()
	header := []byte{first, 0x80 | byte(len(payload))}
	if len(payload) > 125 {
		header = binary.BigEndian.AppendUint16([]byte{first, 0x80 | 126}, uint16(len(payload)))
	}
	_, err := c.ws.NetConn().Write(slices.Concat(header, make([]byte, 4), []byte(payload)))
	require.NoError(c.t, err)
}

// expect reads as many messages as are given and compares each as JSON.
func (c *client) expect(messages ...string) {
	c.t.Helper()
	for _, m := range messages {
		require.JSONEq(c.t, m, c.read())
	}
}

func (c *client) read() string {
	c.t.Helper()
	require.NoError(c.t, c.ws.SetReadDeadline(time.Now().Add(patience)))
	kind, b, err := c.ws.ReadMessage()
	require.NoError(c.t, err)
	require.Equal(c.t, websocket.TextMessage, kind)
	return string(b)
}

// message reads one message and takes its envelope apart.
func (c *client) message() (kind, id string, payload json.RawMessage) {
	c.t.Helper()
	var m struct {
		ID, Type string
		Payload  json.RawMessage
	}
	require.NoError(c.t, json.Unmarshal([]byte(c.read()), &m))
	return m.Type, m.ID, m.Payload
}

// expectClose reads until the server ends the socket, past messages that were under way.
func (c *client) expectClose(code int) string {
	c.t.Helper()
	require.NoError(c.t, c.ws.SetReadDeadline(time.Now().Add(patience)))
	for {
		_, _, err := c.ws.ReadMessage()
		if err == nil {
			continue
		}
		var end *websocket.CloseError
		require.ErrorAs(c.t, err, &end, "no close frame")
		require.Equal(c.t, code, end.Code, end.Text)
		return end.Text
	}
}

package transport

import (
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

// TestProtocolViolations holds a client to graphql-transport-ws: what it says out of turn ends its
// socket with the protocol's own code.
func TestProtocolViolations(t *testing.T) {
	for _, c := range []struct {
		name   string
		ready  bool // after the connection was acknowledged
		say    []string
		code   int
		reason string
	}{
		{name: "invalid JSON before the acknowledgement", say: []string{`{nonsense`}, code: 4400},
		{name: "invalid JSON after it", ready: true, say: []string{`{nonsense`}, code: 4400},
		{name: "a value that is not an object", say: []string{`[]`}, code: 4400},
		{name: "a repeated key", ready: true, say: []string{`{"type":"ping","type":"pong"}`}, code: 4400},
		{name: "invalid UTF-8", ready: true, say: []string{"{\"type\":\"ping\",\"payload\":{\"a\":\"\xff\"}}"}, code: 4400},
		{name: "two values in one message", ready: true, say: []string{`{"type":"ping"}{"type":"ping"}`}, code: 4400},
		{name: "a message without a type", say: []string{`{}`}, code: 4400},
		{name: "a type that is not a string", say: []string{`{"type":1}`}, code: 4400},
		{name: "an unknown type before the acknowledgement", say: []string{`{"type":"start"}`}, code: 4400},
		{name: "an unknown type after it", ready: true, say: []string{`{"type":"start"}`}, code: 4400},
		{name: "a type that only the server uses", ready: true, say: []string{`{"type":"next","id":"a","payload":{}}`}, code: 4400},
		{name: "the legacy protocol's terminate", ready: true, say: []string{`{"type":"connection_terminate"}`}, code: 4400},
		{name: "subscribe without an id", ready: true, say: []string{`{"type":"subscribe","payload":{"query":"subscription { silent }"}}`}, code: 4400},
		{name: "subscribe with an id that is not a string", ready: true, say: []string{`{"id":1,"type":"subscribe","payload":{"query":"subscription { silent }"}}`}, code: 4400},
		{name: "subscribe without a payload", ready: true, say: []string{`{"id":"a","type":"subscribe"}`}, code: 4400},
		{name: "subscribe without a query", ready: true, say: []string{`{"id":"a","type":"subscribe","payload":{}}`}, code: 4400},
		{name: "subscribe with variables that are not an object", ready: true, say: []string{`{"id":"a","type":"subscribe","payload":{"query":"{ hello }","variables":[]}}`}, code: 4400},
		{name: "complete without an id", ready: true, say: []string{`{"type":"complete"}`}, code: 4400},
		{name: "an id of 257 bytes", ready: true, say: []string{subscribeTo(strings.Repeat("a", 257), "silent")}, code: 4400},
		{name: "subscribe before connection_init", say: []string{subscribeTo("a", "silent")}, code: 4401, reason: "Unauthorized"},
		{name: "an id that is in use", ready: true, say: []string{subscribeTo("a", "silent"), subscribeTo("a", "silent")}, code: 4409, reason: "Subscriber for a already exists"},
		{name: "a second connection_init", ready: true, say: []string{initMessage}, code: 4429, reason: "Too many initialisation requests"},
		{name: "a second connection_init at once", say: []string{initMessage, initMessage}, code: 4429},
		{name: "a payload of connection_init that is not an object", say: []string{`{"type":"connection_init","payload":"token"}`}, code: 4400},
		{name: "more operations than allowed", ready: true, say: []string{subscribeTo("a", "silent"), subscribeTo("b", "silent"), subscribeTo("c", "silent")}, code: 4430, reason: "Too many operations"},
		{name: "a message over the limit", ready: true, say: []string{`{"type":"ping","payload":{"a":"` + strings.Repeat("x", 4<<10) + `"}}`}, code: 1009},
		{name: "more behind the message that was wrong", ready: true, say: []string{`{nonsense`, strings.Repeat(" ", 2000), strings.Repeat(" ", 2000)}, code: 4400},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, setup{options: Options{MaxOperations: 2, MaxMessage: 2 << 10}})
			s := dial(t, w)
			if c.ready {
				s.send(initMessage)
				s.expect(ackMessage)
			}
			s.send(c.say...)
			reason := s.expectClose(c.code)
			if c.reason != "" {
				require.Equal(t, c.reason, reason)
			}
			require.NoError(t, s.ws.Close())
			require.Equal(t, c.code, receive(t, w.closed))
		})
	}

	t.Run("a binary message", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{}))
		require.NoError(t, s.ws.WriteMessage(websocket.BinaryMessage, []byte(`{"type":"ping"}`)))
		s.expectClose(4400)
	})
}

// TestFrames sends what no client library would: the protocol's messages in frames of the test's own.
func TestFrames(t *testing.T) {
	t.Run("a message in fragments, with a control frame between them, is one message", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{}))
		s.frame(0x01, `{"id":"q","type":"subscribe",`)
		s.frame(0x89, "still here?")
		s.frame(0x00, `"payload":`)
		s.frame(0x80, `{"query":"{ hello }"}}`)
		s.expect(`{"id":"q","type":"next","payload":{"data":{"hello":"world"}}}`, `{"id":"q","type":"complete"}`)
	})

	t.Run("fragments count together", func(t *testing.T) {
		s := connected(t, newWorld(t, setup{options: Options{MaxMessage: 1 << 10}}))
		s.frame(0x01, `{"type":"ping","payload":{"a":"`)
		s.frame(0x00, strings.Repeat("x", 600))
		s.frame(0x00, strings.Repeat("x", 600))
		s.expectClose(1009)
	})

	for name, c := range map[string]struct {
		first byte
		body  string
	}{
		"a compressed message, for that was not agreed on": {0xC1, "\xaaV*-N-R\xb2RP*\xc8\xccKW\xaa\x05\x00"},
		"an opcode that there is not":                      {0x83, "{}"},
		"a control frame in fragments":                     {0x09, "a"},
		"a fragment of nothing":                            {0x80, "{}"},
	} {
		t.Run(name+" ends the socket", func(t *testing.T) {
			w := newWorld(t, setup{})
			s := connected(t, w)
			s.frame(c.first, c.body)
			s.expectClose(1002)
			require.NoError(t, s.ws.Close())
			require.Equal(t, 1002, receive(t, w.closed))
		})
	}

	t.Run("compression is not offered", func(t *testing.T) {
		dialer := websocket.Dialer{Subprotocols: []string{Subprotocol}, EnableCompression: true}
		ws, res, err := dialer.Dial(socketURL(newWorld(t, setup{})), nil)
		require.NoError(t, err)
		require.Empty(t, res.Header.Get("Sec-WebSocket-Extensions"))
		require.NoError(t, ws.Close())
	})
}

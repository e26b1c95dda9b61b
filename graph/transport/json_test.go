package transport

import (
	"encoding/json"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

func TestTakeApart(t *testing.T) {
	for _, c := range []struct{ name, message, kind, id, again string }{
		{"with a payload", `{"payload":{"data":{"a":"}"}},"id":"7","type":"next"}`, typeNext, "7", `{"payload":{"data":{"a":"}"}},"id":"x\"y","type":"next"}`},
		{"without a payload", `{"id":"12","type":"complete"}`, typeComplete, "12", `{"id":"x\"y","type":"complete"}`},
		{"without an id", `{"type":"connection_ack"}`, typeAck, "", ""},
		{"a payload that ends like an id", `{"payload":"\"id\":\"7","type":"pong"}`, typePong, "", ""},
		{"a payload that holds an id", `{"payload":{"id":"7","type":"next"},"type":"pong"}`, typePong, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := takeApart([]byte(c.message))
			require.NoError(t, err)
			require.Equal(t, c.kind, out.kind)
			require.Equal(t, c.id, out.id)
			if c.id != "" {
				require.Equal(t, c.again, string(out.as([]byte(`"x\"y"`))))
			}
		})
	}

	t.Run("another shape is an error, not a guess", func(t *testing.T) {
		for _, message := range []string{``, `{}`, `{"type":7}`, `{"type":"next","id":"7"}`, `{"type":""}`} {
			_, err := takeApart([]byte(message))
			require.ErrorIs(t, err, errUnknownFrame, message)
		}
	})
}

// FuzzReceive: whatever a client sends, the guard neither panics nor hands on what it has not
// understood: gqlgen gets valid JSON of a known type, with an id of the guard's own.
func FuzzReceive(f *testing.F) {
	for _, seed := range []string{
		initMessage, subscribeTo("a", "silent"), `{"id":"a","type":"complete"}`, `{"type":"pong","payload":[1,{"a":null}]}`,
		`{"type":"subscribe","id":"b","payload":{"query":"{ a }","variables":{"n":1e400}}}`, `[[[`, `{"a":}`, `{"a"`, `{1:2}`, `{"a":1,}`, `{]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		g := newGuard(nil, 1)
		g.inited, g.acked = true, true
		message, violation := g.receive(websocket.TextMessage, b)
		if violation != nil || message == nil {
			require.False(t, violation != nil && message != nil)
			return
		}
		require.True(t, json.Valid(b))
		var got struct{ ID, Type string }
		require.NoError(t, json.Unmarshal(message.bytes(), &got))
		require.Contains(t, []string{typeSubscribe, typePing, typePong}, got.Type)
		if got.Type == typeSubscribe {
			require.Equal(t, "1", got.ID)
		}
	})
}

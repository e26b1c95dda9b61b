package transport

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

// FuzzParse: whatever a client sends, what is taken for a message is one, and what goes out under
// its id is JSON that carries the very same id.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		initMessage, subscribeTo("a", "silent"), `{"id":"\u2028<\"","type":"complete"}`, `{"type":"pong","payload":[1,{"a":null}]}`,
		`{"type":"subscribe","id":"b","payload":{"query":"{ a }","variables":{"n":1e400}}}`, `[[[`, `{"a":}`, `{"a"`, `{1:2}`, `{"a":1,}`, `{]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		message, ok := parse(websocket.TextMessage, b)
		if !ok {
			return
		}
		require.True(t, json.Valid(b))
		_, _ = paramsFrom(message.Payload)
		var got struct{ ID, Type string }
		require.NoError(t, json.Unmarshal(slices.Concat(opening(message.ID, typeNext), []byte(`{"data":null}`), closing), &got))
		require.Equal(t, message.ID, got.ID)
		require.Equal(t, typeNext, got.Type)
		require.True(t, json.Valid(frame{Type: typePong, Payload: message.Payload}.bytes()))
	})
}

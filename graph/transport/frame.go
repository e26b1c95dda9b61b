package transport

import (
	"encoding/json"

	"github.com/gorilla/websocket"
)

// Message types of graphql-transport-ws.
const (
	typeInit      = "connection_init"
	typeAck       = "connection_ack"
	typePing      = "ping"
	typePong      = "pong"
	typeSubscribe = "subscribe"
	typeNext      = "next"
	typeError     = "error"
	typeComplete  = "complete"
)

// maxID is how long the id of an operation may be, in bytes. It is kept, and repeated in every message.
const maxID = 256

// frame is one message of the protocol.
type frame struct {
	ID      string `json:"id,omitempty"`
	Type    string `json:"type"`
	Payload any    `json:"payload,omitempty"`
}

func (f frame) bytes() []byte {
	b, err := json.Marshal(f)
	if err != nil {
		panic(err) // it holds nothing but what was decoded from JSON, or what an InitFunc acknowledges with
	}
	return b
}

// opening is a message of an operation up to its payload. The payload follows, and then the closing.
func opening(id, kind string) []byte {
	b := frame{ID: id, Type: kind}.bytes()
	return append(b[:len(b)-1], `,"payload":`...)
}

var closing = []byte{'}'}

// parse reads a text message into a frame; keys that the protocol does not know are ignored.
func parse(kind int, b []byte) (*frame, bool) {
	value, err := decodeStrict(b)
	object, ok := value.(map[string]any)
	if kind != websocket.TextMessage || err != nil || !ok {
		return nil, false
	}
	message := &frame{Payload: object["payload"]}
	if message.Type, ok = object["type"].(string); !ok {
		return nil, false
	}
	message.ID, ok = optional[string](object["id"])
	return message, ok && len(message.ID) <= maxID
}

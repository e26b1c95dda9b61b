package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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

// frame is a message as it is handed on to gqlgen.
type frame struct {
	ID      string `json:"id,omitempty"`
	Type    string `json:"type"`
	Payload any    `json:"payload,omitempty"`
}

func (f frame) bytes() []byte {
	b, err := json.Marshal(f)
	if err != nil {
		panic(err) // it holds nothing but what was decoded from JSON
	}
	return b
}

var errUnknownFrame = errors.New("a frame of gqlgen's that is not of the known shape")

// outgoing is a message that gqlgen wants to send, taken apart at its end. gqlgen writes
// {"payload":...,"id":"...","type":"..."}; only the last two are looked at, because a payload is
// long and each subscriber's copy of it would be parsed once more.
type outgoing struct {
	head []byte // the opening brace and the payload, if there is one, with its comma
	id   string // as gqlgen knows it: digits, or empty
	kind string
}

func takeApart(b []byte) (outgoing, error) {
	rest, ok := bytes.CutSuffix(b, []byte(`"}`))
	at := bytes.LastIndex(rest, []byte(`"type":"`))
	if !ok || at < 0 || !only(rest[at+len(`"type":"`):], "abcdefghijklmnopqrstuvwxyz_") {
		return outgoing{}, errUnknownFrame
	}
	out := outgoing{head: rest[:at], kind: string(rest[at+len(`"type":"`):])}

	if rest, ok = bytes.CutSuffix(out.head, []byte(`",`)); !ok {
		return out, nil
	}
	at = bytes.LastIndex(rest, []byte(`"id":"`))
	if at < 0 || !only(rest[at+len(`"id":"`):], "0123456789") {
		return out, nil // the quote ends a payload that is a string
	}
	out.head, out.id = rest[:at], string(rest[at+len(`"id":"`):])
	return out, nil
}

// as puts the message together again under the id that the client knows, given in JSON.
func (o outgoing) as(quotedID []byte) []byte {
	return fmt.Appendf(bytes.Clone(o.head), `"id":%s,"type":"%s"}`, quotedID, o.kind)
}

func only(b []byte, letters string) bool {
	return len(b) > 0 && len(bytes.Trim(b, letters)) == 0
}

package audience

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"time"

	"github.com/gorilla/websocket"

	"github.com/slotq/slotq/bench/process"
)

// Subscriber is one socket with one subscription.
type Subscriber struct {
	Cursor string // where it stands: of the last that it was told

	conn *websocket.Conn
}

type frame struct {
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}

// message is what a subscriber is told.
type message struct {
	Data struct {
		ReservationChanged struct{ Kind, Cursor string }
	}
	Errors []struct{ Message string }
}

// Subscribe opens a socket and begins, behind a cursor if there is one. Small buffers keep the client's own cost low;
// narrow makes the kernel's as small as it goes, for those who will stop reading.
func Subscribe(ctx context.Context, s *Server, after string, narrow bool) (*Subscriber, error) {
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}, ReadBufferSize: 1024, WriteBufferSize: 512, HandshakeTimeout: process.Patience}
	if narrow {
		dialer.NetDialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, addr)
			if err == nil {
				err = conn.(*net.TCPConn).SetReadBuffer(1)
			}
			return conn, err
		}
	}
	conn, answer, err := dialer.DialContext(ctx, s.WS, nil)
	if answer != nil {
		_ = answer.Body.Close() // of a socket that stands there is nothing to close
	}
	if err != nil {
		return nil, err
	}
	one := &Subscriber{conn: conn, Cursor: after}
	if err := one.begin(s); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return one, nil
}

func (s *Subscriber) begin(at *Server) error {
	_ = s.conn.SetReadDeadline(time.Now().Add(process.Patience))
	if err := s.conn.WriteJSON(map[string]any{"type": "connection_init", "payload": map[string]any{"authorization": "Bearer " + at.token}}); err != nil {
		return err
	}
	var ack frame
	if err := s.conn.ReadJSON(&ack); err != nil {
		return fmt.Errorf("no welcome: %w", err)
	}
	if ack.Type != "connection_ack" {
		return fmt.Errorf("no welcome: %q", ack.Type)
	}
	vars := maps.Clone(at.vars)
	if s.Cursor != "" {
		vars["after"] = s.Cursor
	}
	return s.conn.WriteJSON(map[string]any{"id": "1", "type": "subscribe", "payload": map[string]any{"query": document, "variables": vars}})
}

// Next waits for the next thing that is told.
func (s *Subscriber) Next() (kind string, err error) {
	_ = s.conn.SetReadDeadline(time.Now().Add(process.Patience))
	for {
		var f frame
		if err := s.conn.ReadJSON(&f); err != nil {
			return "", err
		}
		switch f.Type {
		case "next":
			var m message
			if err := json.Unmarshal(f.Payload, &m); err != nil {
				return "", err
			}
			if len(m.Errors) > 0 {
				return "", fmt.Errorf("told an error: %s", m.Errors[0].Message)
			}
			s.Cursor = m.Data.ReservationChanged.Cursor
			return m.Data.ReservationChanged.Kind, nil
		case "ping":
			if err := s.conn.WriteJSON(map[string]any{"type": "pong"}); err != nil {
				return "", err
			}
		default:
			return "", fmt.Errorf("told %s: %s", f.Type, f.Payload)
		}
	}
}

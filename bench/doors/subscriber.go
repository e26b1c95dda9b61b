package main

import (
	"encoding/json"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/sync/errgroup"
)

// subscriber is one socket with one subscription.
type subscriber struct {
	conn   *websocket.Conn
	cursor string
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

// subscribe opens a socket and begins, behind a cursor if there is one. Small buffers keep the client's own cost low;
// narrow makes the kernel's as small as it goes, for those who will stop reading.
func subscribe(t *target, after string, narrow bool) (*subscriber, error) {
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}, ReadBufferSize: 1024, WriteBufferSize: 512, HandshakeTimeout: patience}
	if narrow {
		dialer.NetDial = func(network, addr string) (net.Conn, error) {
			conn, err := net.Dial(network, addr)
			if err == nil {
				err = conn.(*net.TCPConn).SetReadBuffer(1)
			}
			return conn, err
		}
	}
	conn, _, err := dialer.Dial(t.ws, nil)
	if err != nil {
		return nil, err
	}
	s := &subscriber{conn: conn, cursor: after}
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	if err := conn.WriteJSON(map[string]any{"type": "connection_init", "payload": map[string]any{"authorization": "Bearer " + t.token}}); err != nil {
		return nil, err
	}
	var ack frame
	if err := conn.ReadJSON(&ack); err != nil || ack.Type != "connection_ack" {
		return nil, fmt.Errorf("no welcome: %q %w", ack.Type, err)
	}
	vars := map[string]any{}
	for k, v := range t.vars {
		vars[k] = v
	}
	if after != "" {
		vars["after"] = after
	}
	return s, conn.WriteJSON(map[string]any{"id": "1", "type": "subscribe", "payload": map[string]any{"query": t.document, "variables": vars}})
}

// next waits for the next thing that is told.
func (s *subscriber) next() (kind string, err error) {
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
			s.cursor = m.Data.ReservationChanged.Cursor
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

// many subscribes n times, a few at once, and waits until each has been told where it stands.
func many(t *target, n int) ([]*subscriber, error) {
	all := make([]*subscriber, n)
	var group errgroup.Group
	group.SetLimit(32)
	for i := range all {
		group.Go(func() error {
			s, err := subscribe(t, "", false)
			if err != nil {
				return err
			}
			all[i] = s
			_, err = s.next()
			return err
		})
	}
	return all, group.Wait()
}

// tell makes n events happen, one when the last has reached everybody, and returns how long each took to the last.
func tell(t *target, all []*subscriber, n int) (took []time.Duration, err error) {
	for range n {
		var group errgroup.Group
		var mu sync.Mutex
		var last time.Time
		for _, s := range all {
			group.Go(func() error {
				_ = s.conn.SetReadDeadline(time.Now().Add(patience))
				kind, err := s.next()
				if err == nil && kind != "CHANGE" {
					err = fmt.Errorf("told a %s", kind)
				}
				mu.Lock()
				defer mu.Unlock()
				last = time.Now()
				return err
			})
		}
		start := time.Now()
		if err := t.emit(); err != nil {
			return nil, err
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		took = append(took, last.Sub(start))
	}
	return took, nil
}

func leave(all []*subscriber) {
	for _, s := range all {
		if s != nil {
			_ = s.conn.Close()
		}
	}
}

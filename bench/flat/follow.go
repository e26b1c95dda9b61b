package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"

	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/ref"
)

// caughtUp is how many changes a subscriber who comes back has missed.
const caughtUp = 50

const watchDocument = `subscription($v: ID!, $a: EventCursor) { reservationChanged(venueId: $v, after: $a) { kind cursor reservation { id version status } } }`

// logs lets subscribers come back who were away for the last changes, one after another: how long until they have been told all.
func (b *bench) logs(ctx context.Context, s *side) error {
	after, err := s.cursor(ctx)
	if err != nil {
		return err
	}
	t := b.round(followingLog, s.name)
	for range 2 * b.served {
		took, err := timed(func() error { return s.follow(ctx, after) })
		if err != nil {
			return fmt.Errorf("follow the log: %w", err)
		}
		t.add(took)
		t.lasted += took
	}
	return nil
}

// cursor is the place in the venue's log behind which so many changes of reservations stand.
func (s *side) cursor(ctx context.Context) (string, error) {
	var tenant uuid.UUID
	var position int64
	venue := idOf(ref.Venue, s.venue.Venue)
	if err := s.quiet(ctx); err != nil {
		return "", err
	}
	err := s.db.QueryRowContext(ctx, `SELECT tenant_id, position - 1 FROM events WHERE venue_id = $1 AND entity = 'rv' AND position IS NOT NULL ORDER BY position DESC OFFSET $2 LIMIT 1`,
		venue, caughtUp-1).Scan(&tenant, &position)
	return feed.EncodeCursor(tenant, venue, position), err
}

// follow opens a socket, subscribes behind a cursor and reads until it has been told all.
func (s *side) follow(ctx context.Context, after string) error {
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}, HandshakeTimeout: 10 * time.Second}
	conn, response, err := dialer.DialContext(ctx, s.at.WS, nil)
	if err != nil {
		return err
	}
	defer conn.Close()
	_ = response.Body.Close()
	_ = conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	for _, m := range []map[string]any{
		{"type": "connection_init", "payload": map[string]string{"authorization": "Bearer " + s.token()}},
		{"type": "subscribe", "id": "1", "payload": map[string]any{"query": watchDocument, "variables": map[string]any{"v": s.venue.Venue, "a": after}}},
	} {
		if err := conn.WriteJSON(m); err != nil {
			return err
		}
		if m["type"] != "connection_init" {
			continue
		}
		var ack struct{ Type string }
		if err := conn.ReadJSON(&ack); err != nil || ack.Type != "connection_ack" {
			return fmt.Errorf("no acknowledgement: %s, %w", ack.Type, err)
		}
	}
	for told := 0; told < caughtUp; {
		var m struct {
			Type    string
			Payload struct {
				Data struct {
					ReservationChanged struct{ Kind string } `json:"reservationChanged"`
				}
			}
		}
		if err := conn.ReadJSON(&m); err != nil {
			return fmt.Errorf("after %d: %w", told, err)
		}
		switch {
		case m.Type == "next" && m.Payload.Data.ReservationChanged.Kind == "CHANGE":
			told++
		case m.Type != "ping" && m.Type != "next":
			return fmt.Errorf("a message of type %s", m.Type)
		}
	}
	return nil
}

package relay

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/slotq/slotq/internal/feed"
)

var _ feed.Wire = (*Relay)(nil)

type poke struct {
	Node    string      `json:"node"`
	Tenants []uuid.UUID `json:"tenants"`
}

// Poke tells the other nodes that tenants have something new. A poke may be lost.
func (r *Relay) Poke(_ context.Context, node string, tenants []uuid.UUID) error {
	if !r.conn.IsConnected() {
		return errAway
	}
	body, err := json.Marshal(poke{node, tenants})
	if err != nil {
		return fmt.Errorf("write a poke: %w", err)
	}
	return r.conn.Publish(r.pokes(), body)
}

// Listen hears the pokes of all nodes until ctx ends, and comes back by itself when NATS does.
func (r *Relay) Listen(ctx context.Context, ears feed.Ears) error {
	heard, err := r.conn.Subscribe(r.pokes(), func(m *nats.Msg) {
		var p poke
		if json.Unmarshal(m.Data, &p) != nil {
			return // another release's; the poll finds what it meant
		}
		for _, tenant := range p.Tenants {
			ears.Heard(p.Node, tenant)
		}
	})
	if err != nil {
		return fmt.Errorf("listen for pokes: %w", err)
	}
	defer func() { _ = heard.Unsubscribe() }()
	states := r.conn.StatusChanged(nats.CONNECTED, nats.RECONNECTING, nats.DISCONNECTED, nats.CLOSED)
	defer r.conn.RemoveStatusListener(states)
	if r.reached(ctx) {
		ears.Listening()
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case state := <-states:
			switch state {
			case nats.CONNECTED:
				if r.reached(ctx) {
					ears.Listening()
				}
			case nats.CLOSED:
				return nats.ErrConnectionClosed
			default:
				ears.Deaf(errAway)
			}
		}
	}
}

// reached waits until the server knows to whom it must send: from then on no poke passes by unheard. It gives up when the
// connection is gone, whose end is then told by the connection's state.
func (r *Relay) reached(ctx context.Context) bool {
	for ctx.Err() == nil && r.conn.IsConnected() {
		within, cancel := context.WithTimeout(ctx, answerIn)
		err := r.conn.FlushWithContext(within)
		cancel()
		if err == nil {
			return true
		}
	}
	return false
}

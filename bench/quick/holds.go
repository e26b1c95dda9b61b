package main

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/bench/peers"
)

// holdSpread holds slots, each once, beside the same SQL on as many slots, and beside PostGraphile.
func holdSpread(ctx context.Context, b *bench) error {
	return b.holds(ctx, "hold_spread", deedHold, b.grounds.all[tables].take, b.postgraphile, b.postgraphile.spread)
}

// holdHot lets all hold the same slot.
func holdHot(ctx context.Context, b *bench) error {
	slots := b.grounds.all[hotSlot].Slots
	last := slots[len(slots)-1]
	peer := b.postgraphile
	if !b.hotPeer {
		peer = nil
	}
	return b.holds(ctx, "hold_hot", deedHot, func() (string, error) { return last, nil }, peer, peer.hot)
}

// holds takes rounds of holds in turns with the others'; without a PostGraphile only with pgbench's.
func (b *bench) holds(ctx context.Context, name, deed string, slot func() (string, error), other *postgraphile, theirSlot func() (string, error)) error {
	all, err := gather(ctx, b.house.At.GraphQL, b.house.Token(0, "admin"), b.clients)
	if err != nil {
		return err
	}
	defer all.leave()
	ours := b.crowded("slotq", b.house.PID(), all, func(w *wire) error {
		at, err := slot()
		if err != nil {
			return err
		}
		return w.commit(holdBody(at))
	})
	bare := b.pgbench.party(deed)
	parties := []*party{ours, bare}
	var peer *party
	if other != nil {
		others, err := other.gather(ctx, b.clients)
		if err != nil {
			return err
		}
		defer others.leave()
		peer = b.crowded(peers.PostGraphile, other.PID(), others, func(w *wire) error {
			at, err := theirSlot()
			if err != nil {
				return err
			}
			return w.demand(theirHoldBody(at), theirHeld)
		})
		parties = append(parties, peer)
	}
	if err := b.turns(ctx, b.rounds, parties...); err != nil {
		return err
	}
	b.rates(name+"_vs_pgbench", ours, bare, "1/s", b.ranOut())
	if peer != nil {
		b.rates(name+"_vs_postgraphile", ours, peer, "1/s", b.ranOut())
	}
	return nil
}

// ranOut says that slots were short, which makes a rate say nothing.
func (b *bench) ranOut() string {
	if g := b.grounds.all[tables]; g != nil && g.left() == 0 {
		return "the slots ran out: the last rounds were shorter"
	}
	return ""
}

// holdBody is the request of a hold for one person.
func holdBody(slot string) []byte {
	return fmt.Appendf(nil, `{"query":"mutation($input: HoldSlotInput!) { holdSlot(input: $input) { outcome problem { code message } reservation { id version status expiresAt } } }",`+
		`"variables":{"input":{"slotIds":[%q],"partySize":1,"idempotencyKey":%q}}}`, slot, uuid.NewString())
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/slotq/slotq/bench/figure"
	"github.com/slotq/slotq/bench/peers"
	"github.com/slotq/slotq/internal/loadtest"
)

// A page has so many reservations, read by so many clients.
const (
	listRows    = 50
	listClients = 8
)

// nestedLists reads pages of fifty reservations with customer, rules, slots and resources below each.
func nestedLists(ctx context.Context, b *bench) error {
	all, err := gather(ctx, b.house.At.GraphQL, b.house.Token(0, "admin"), min(b.clients, listClients))
	if err != nil {
		return err
	}
	defer all.leave()
	g := b.grounds.all[tables]
	fill := func(w *wire, _ int) error {
		slot, err := g.take()
		if err != nil {
			return err
		}
		return w.commit(holdBody(slot))
	}
	if _, _, err := all.work(ctx, patience, first(listRows, fill)); err != nil { // where nothing was measured before, there would be no page
		return err
	}
	body, err := json.Marshal(map[string]any{"query": loadtest.ReservationsDocument, "variables": map[string]any{"v": g.Venue}})
	if err != nil {
		return err
	}
	ours := b.crowded("slotq", b.house.PID(), all, page(body))
	if b.postgraphile == nil {
		if err := b.turns(ctx, b.rounds, ours); err != nil {
			return err
		}
		b.tell(figure.Alone("nested_list", ours.mean(), "pages of 50 a second", "without its peer"))
		return nil
	}
	others, err := b.postgraphile.gather(ctx, len(all))
	if err != nil {
		return err
	}
	defer others.leave()
	if err := b.postgraphile.fill(ctx, others); err != nil {
		return err
	}
	theirBody, err := theirListBody()
	if err != nil {
		return err
	}
	peer := b.crowded(peers.PostGraphile, b.postgraphile.PID(), others, page(theirBody))
	if err := b.turns(ctx, b.rounds, ours, peer); err != nil {
		return err
	}
	b.rates("nested_list_vs_postgraphile", ours, peer, "pages of 50 a second", "")
	return nil
}

// page asks for a page and demands that it is a full one.
func page(body []byte) func(*wire) error {
	return func(w *wire) error {
		answer, err := w.ask(body)
		if err == nil && bytes.Count(answer, []byte(`"viewerCommands"`)) != listRows {
			err = fmt.Errorf("not a page of %d: %.300s", listRows, answer)
		}
		return err
	}
}

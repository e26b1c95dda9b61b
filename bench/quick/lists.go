package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/slotq/slotq/internal/loadtest"
)

// nestedLists reads pages of fifty reservations with customer, rules, slots and resources below each.
func nestedLists(ctx context.Context, b *bench) error {
	const rows = 50
	g, err := b.ground(ctx, loadtest.Plan{Places: 1, Capacity: 1, Days: 1})
	if err != nil {
		return err
	}
	all, err := b.gather(ctx, b.token(0, "admin"), min(b.clients, 8))
	if err != nil {
		return err
	}
	defer all.leave()
	if _, _, err := all.work(ctx, patience, rows, func(w *wire, nth int) error { return w.commit(holdBody(g.Slots[nth])) }); err != nil {
		return err
	}
	body, err := json.Marshal(map[string]any{"query": loadtest.ReservationsDocument, "variables": map[string]any{"v": g.Venue}})
	if err != nil {
		return err
	}
	var ours mean
	for range max(1, b.rounds-2) {
		rate, _, err := all.work(ctx, b.round, math.MaxInt, func(w *wire, _ int) error {
			answer, err := w.ask(body)
			if err == nil && bytes.Count(answer, []byte(`"viewerCommands"`)) != rows {
				err = fmt.Errorf("not a page of %d: %.300s", rows, answer)
			}
			return err
		})
		if err != nil {
			return err
		}
		ours.add(rate)
	}
	b.alone("nested_list", ours.value(), "pages of 50 a second", "without its peer, which comes later")
	return nil
}

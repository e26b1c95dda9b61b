package main

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

// holdToConfirm holds a slot and confirms the reservation, two requests, beside the SQL of both, two transactions.
func holdToConfirm(ctx context.Context, b *bench) error {
	all, err := gather(ctx, b.house.At.GraphQL, b.house.Token(0, "admin"), b.clients)
	if err != nil {
		return err
	}
	defer all.leave()
	g := b.grounds.all[tables]
	ours := b.crowded("slotq", b.house.PID(), all, func(w *wire) error {
		slot, err := g.take()
		if err != nil {
			return err
		}
		held, err := w.give("holdSlot.reservation", holdBody(slot))
		if err != nil {
			return err
		}
		return w.commit(confirmBody(held.Get("id").String(), held.Get("version").Int()))
	})
	bare := b.pgbench.party(deedStory)
	if err := b.turns(ctx, b.rounds, ours, bare); err != nil {
		return err
	}
	b.rates("hold_to_confirm_vs_pgbench", ours, bare, "1/s", b.ranOut())
	return nil
}

func confirmBody(reservation string, version int64) []byte {
	return fmt.Appendf(nil, `{"query":"mutation($input: ReservationCommandInput!) { confirmReservation(input: $input) { outcome problem { code message } reservation { id version status } } }",`+
		`"variables":{"input":{"reservationId":%q,"expectedVersion":%d,"idempotencyKey":%q}}}`, reservation, version, uuid.NewString())
}

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/loadtest"
	"github.com/slotq/slotq/internal/ref"
)

// Connections learn: statements are prepared when they come often, and plans are kept after the fifth time. What is measured is
// how it goes when they have.
const (
	warmTime  = 1500 * time.Millisecond
	warmHolds = 600
)

const (
	spreadDays  = 14
	hotCapacity = 100_000
)

// holdSpread holds slots, each once, beside the same SQL on as many slots.
func holdSpread(ctx context.Context, b *bench) error {
	days := spreadDays
	if b.smoke {
		days = 3
	}
	g, err := b.ground(ctx, loadtest.Plan{Places: b.places, Capacity: 1, Days: days})
	if err != nil {
		return err
	}
	return b.holds(ctx, "hold_spread_vs_pgbench", deedHold, len(g.Slots), func(nth int) string { return g.Slots[nth] })
}

// holdHot lets all hold the same slot.
func holdHot(ctx context.Context, b *bench) error {
	g, err := b.ground(ctx, loadtest.Plan{Places: 1, Capacity: hotCapacity, Days: 1})
	if err != nil {
		return err
	}
	return b.holds(ctx, "hold_hot_vs_pgbench", deedHot, math.MaxInt, func(int) string { return g.Slots[len(g.Slots)-1] })
}

// holds takes rounds of holds in turns with pgbench's.
func (b *bench) holds(ctx context.Context, name, deed string, slots int, slot func(nth int) string) error {
	all, err := b.gather(ctx, b.token(0, "admin"), b.clients)
	if err != nil {
		return err
	}
	defer all.leave()
	act := func(from int) func(*wire, int) error {
		return func(w *wire, nth int) error { return w.commit(holdBody(slot(from + nth))) }
	}
	_, from, err := all.work(ctx, warmTime, min(warmHolds, slots/4), act(0))
	if err != nil {
		return err
	}
	from += b.clients
	var ours, theirs side
	note := ""
	for range b.rounds {
		if slots-from < b.clients {
			note = "the slots ran out: fewer rounds"
			break
		}
		before := b.processors()
		rate, done, err := all.work(ctx, b.round, slots-from, act(from))
		if err != nil {
			return err
		}
		from += min(done+b.clients, slots-from) // those that were asked when the time was up are over as well
		ours.add(rate, done, b.processors().less(before))
		before = b.processors()
		beat, err := b.peer.run(ctx, deed, b.round)
		if err != nil {
			return err
		}
		after := b.processors()
		theirs.add(beat.perSecond, beat.done, used{database: after.database - before.database, client: beat.client})
	}
	b.beside(name, ours.value(), theirs.value(), "1/s", note)
	b.beside(strings.Replace(name, "_vs_", "_cpu_us_vs_", 1), ours.each(), theirs.each(), "us of processor", "ours: "+ours.used.per(ours.done)+"; theirs: "+theirs.used.per(theirs.done))
	return nil
}

// holdBody is the request of a hold for one person.
func holdBody(slot string) []byte {
	return fmt.Appendf(nil, `{"query":"mutation($input: HoldSlotInput!) { holdSlot(input: $input) { outcome problem { code message } reservation { id version status expiresAt } } }",`+
		`"variables":{"input":{"slotIds":[%q],"partySize":1,"idempotencyKey":%q}}}`, slot, uuid.NewString())
}

// ground is a venue with free slots. They are read beneath the API, which shows a hundred of a page.
func (b *bench) ground(ctx context.Context, p loadtest.Plan) (*loadtest.Ground, error) {
	client, err := b.client(1)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	g, err := loadtest.OpenGround(ctx, client, p)
	if err != nil {
		return nil, err
	}
	db, err := b.open("slotq")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return g, b.await(ctx, func() error {
		g.Slots = g.Slots[:0]
		rows, err := db.QueryContext(ctx, `SELECT s.id FROM slots s JOIN venues v ON v.id = s.venue_id
			WHERE v.code = $1 AND s.state = 'OPEN' AND s.starts_at > now() + interval '1 hour' ORDER BY s.starts_at, s.id`, g.Code)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				return err
			}
			g.Slots = append(g.Slots, slotRef(id))
		}
		if len(g.Slots) < p.Slots() {
			return errors.Join(rows.Err(), fmt.Errorf("%d of %d slots", len(g.Slots), p.Slots()))
		}
		return rows.Err()
	})
}

func slotRef(id uuid.UUID) string { return ref.Encode(ref.Slot, id) }

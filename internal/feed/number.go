package feed

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// How far apart rounds are held under load, so that each finds many rows and costs little for each. A quiet hub waits for
// none of them.
const (
	numberPace = 2 * time.Millisecond
	pokePace   = 5 * time.Millisecond
	sealPace   = 250 * time.Millisecond // nobody waits for a seal
)

// number numbers one tenant after another.
func (h *Hub) number(ctx context.Context) {
	for {
		tenant, r, ok := h.numbers.next(ctx)
		if !ok {
			return
		}
		err := h.numberTenant(ctx, tenant)
		h.trouble.report(ctx, "number events", tenant, err)
		r.finish(err)
		if h.numbers.asked(tenant) {
			pause(ctx, numberPace)
		}
		h.numbers.release(tenant)
	}
}

func (h *Hub) numberTenant(ctx context.Context, tenant uuid.UUID) error {
	for {
		grown, more, err := h.log.Number(ctx, tenant)
		if err != nil {
			return err
		}
		h.grew(tenant, grown)
		if !more {
			return nil
		}
	}
}

// grew wakes whoever follows venues that have new positions: here at once, on the other nodes by a poke. The positions have
// been committed.
func (h *Hub) grew(tenant uuid.UUID, grown map[uuid.UUID]Growth) {
	if len(grown) == 0 {
		return
	}
	heads := make(map[uuid.UUID]int64, len(grown))
	for venue, growth := range grown {
		heads[venue] = growth.Head
		h.outbox.put(place{tenant, venue}, growth)
	}
	h.behind(tenant, heads)
	h.pokes.ask(tenant)
}

// poke tells the other nodes, many tenants in one transaction and never in one that writes rows: a commit that notifies
// waits for every other that does.
func (h *Hub) poke(ctx context.Context) {
	h.batches(ctx, h.pokes, pokePace, func(tenants []uuid.UUID) {
		h.trouble.report(ctx, "poke other nodes", uuid.Nil, h.hints().Poke(ctx, h.node, tenants))
	})
}

// seal seals the audit entries of all tenants that ask, a few times a second.
func (h *Hub) seal(ctx context.Context) {
	h.batches(ctx, h.seals, sealPace, func(tenants []uuid.UUID) {
		for _, tenant := range tenants {
			h.trouble.report(ctx, "seal audit entries", tenant, h.sealTenant(ctx, tenant))
		}
	})
}

func (h *Hub) sealTenant(ctx context.Context, tenant uuid.UUID) error {
	for {
		if more, err := h.log.Seal(ctx, tenant); err != nil || !more {
			return err
		}
	}
}

// batches does the rounds of all tenants that wait at once, then keeps the pace.
func (h *Hub) batches(ctx context.Context, q *rounds, pace time.Duration, do func(tenants []uuid.UUID)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-q.ready:
		}
		taken := q.takeAll()
		tenants := make([]uuid.UUID, 0, len(taken))
		for tenant := range taken {
			tenants = append(tenants, tenant)
		}
		if len(tenants) > 0 {
			do(tenants)
		}
		for tenant, r := range taken {
			r.finish(nil)
			q.release(tenant)
		}
		pause(ctx, pace)
	}
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

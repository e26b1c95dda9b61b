package feed

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// poll finds, at start and every second, what no wake or poke has told: rows left by a writer that crashed, or positions
// given by a node whose poke was lost.
func (h *Hub) poll(ctx context.Context) {
	ticker := time.NewTicker(h.options.Poll)
	defer ticker.Stop()
	for {
		h.pollOnce(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (h *Hub) pollOnce(ctx context.Context) {
	pending, err := h.log.Pending(ctx)
	h.trouble.report(ctx, "look for unnumbered events", uuid.Nil, err)
	for _, tenant := range pending.Unnumbered {
		h.numbers.ask(tenant)
	}
	for _, tenant := range pending.Unsealed {
		h.seals.ask(tenant)
	}
	h.checkAll()
}

// listen hears the pokes of the other nodes. While it can't, the poll does its work, a second later.
func (h *Hub) listen(ctx context.Context) {
	const what = "listen for pokes"
	ears := Ears{
		Heard: func(node string, tenant uuid.UUID) {
			if node == h.node {
				return
			}
			if h.options.OnPoke != nil {
				h.options.OnPoke(tenant)
			}
			if h.options.Wire == nil && len(h.followed(tenant)) > 0 { // a wire tells the events themselves
				h.checks.ask(tenant)
			}
		},
		Listening: func() {
			h.trouble.report(ctx, what, uuid.Nil, nil)
			h.checkAll()
		},
		Deaf: func(err error) { h.trouble.report(ctx, what, uuid.Nil, err) },
	}
	for ctx.Err() == nil {
		if err := h.hints().Listen(ctx, ears); err != nil {
			ears.Deaf(err)
		}
		pause(ctx, h.options.Poll)
	}
}

// checkAll asks for a look at every tenant that is followed.
func (h *Hub) checkAll() {
	h.mu.Lock()
	tenants := map[uuid.UUID]bool{}
	for at := range h.tails {
		tenants[at.tenant] = true
	}
	h.mu.Unlock()
	for tenant := range tenants {
		h.checks.ask(tenant)
	}
}

// check looks, in one statement a tenant, which of its followed venues have grown.
func (h *Hub) check(ctx context.Context) {
	for {
		tenant, r, ok := h.checks.next(ctx)
		if !ok {
			return
		}
		var err error
		if venues := h.followed(tenant); len(venues) > 0 {
			var heads map[uuid.UUID]int64
			heads, err = h.log.Heads(ctx, tenant, venues)
			h.trouble.report(ctx, "look at the heads of venues", tenant, err)
			h.behind(tenant, heads)
		}
		r.finish(err)
		if h.checks.asked(tenant) {
			pause(ctx, numberPace)
		}
		h.checks.release(tenant)
	}
}

// followed lists the tenant's venues that somebody follows here.
func (h *Hub) followed(tenant uuid.UUID) (venues []uuid.UUID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for at := range h.tails {
		if at.tenant == tenant {
			venues = append(venues, at.venue)
		}
	}
	return venues
}

// behind makes those tails read that have not reached these heads.
func (h *Hub) behind(tenant uuid.UUID, heads map[uuid.UUID]int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for venue, head := range heads {
		if t := h.tails[place{tenant, venue}]; t != nil && t.reached() < head {
			t.wake()
		}
	}
}

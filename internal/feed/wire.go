package feed

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
)

// Wire carries news between nodes beside the log, where many nodes would read it. Whatever it loses is found in the log.
type Wire interface {
	// Poke and Listen are Log's, by another way.
	Poke(ctx context.Context, node string, tenants []uuid.UUID) error
	Listen(ctx context.Context, ears Ears) error
	// Send tells followers of a venue its next numbered events, in order.
	Send(ctx context.Context, tenant, venue uuid.UUID, page []event.Numbered) error
	// Follow hears them until ctx ends. It returns once it does: what was sent before is in the log. told must return at once;
	// an empty page means that something can't be told and has to be read there.
	Follow(ctx context.Context, tenant, venue uuid.UUID, told func(page []event.Numbered)) error
}

// hear joins a tail to the wire, as soon as the wire can be had. What was sent before that is read in the log.
func (h *Hub) hear(ctx context.Context, t *tail) {
	for ctx.Err() == nil {
		err := h.options.Wire.Follow(ctx, t.at.tenant, t.at.venue, t.tell)
		h.trouble.report(ctx, "hear of a venue over the wire", uuid.Nil, err)
		if err == nil {
			t.wake()
			return
		}
		pause(ctx, h.options.Poll)
	}
}

// toldAhead is how many pages may wait for a tail; it reads the log when there were more.
const toldAhead = 64

// tell hands the tail a page from the wire; an empty one makes it read the log. It returns at once.
func (t *tail) tell(page []event.Numbered) {
	if len(page) == 0 {
		t.wake()
		return
	}
	select {
	case t.told <- page:
	default:
		t.wake()
	}
}

// take puts a page from the wire into the ring, as far as it is new. It is false when something between is missing.
func (t *tail) take(page []event.Numbered) bool {
	last := t.reached()
	for len(page) > 0 && page[0].Position <= last {
		page = page[1:]
	}
	if len(page) > 0 && page[0].Position != last+1 {
		return false
	}
	t.add(page)
	return true
}

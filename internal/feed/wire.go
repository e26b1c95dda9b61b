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

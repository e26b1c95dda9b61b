package reading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
)

// HouseRows are the rows of areas, pauses and allow lists.
type HouseRows interface {
	// Areas come oldest first.
	Areas(ctx context.Context, want Want) ([]inventory.Area, error)
	// PauseRows come by their end; with a moment only those that are not over then.
	PauseRows(ctx context.Context, want Want, lasting *time.Time) ([]inventory.Pause, error)
	// AllowLists are the customers on the lists of the wanted venues, by venue, in an order that stays.
	AllowLists(ctx context.Context, want Want) (map[uuid.UUID][]uuid.UUID, error)
}

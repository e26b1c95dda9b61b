package booking

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/series"
)

// OperationLookups are what people's daily work reads besides.
type OperationLookups interface {
	// CorrectionOf is the reservation that was made in the place of another whose end was a mistake; nil when none was.
	CorrectionOf(ctx context.Context, reservation uuid.UUID) (*uuid.UUID, error)
	// DueNoShows lists parties that are to be given up and haven't been, oldest first, without those in an intent's hands.
	DueNoShows(ctx context.Context, limit int) ([]uuid.UUID, error)
	// SlotsStarting lists the slots that start within any of the reaches, without retired ones.
	SlotsStarting(ctx context.Context, reaches []series.Reach) ([]inventory.Slot, error)
}

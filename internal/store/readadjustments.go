package store

import (
	"context"

	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/waitlist"
)

var readAdjustments = readTable{venue: "venue_id", owner: "customer_id", sort: "created_at"}

// Adjustments lists adjustments by age.
func (t *readTx) Adjustments(ctx context.Context, w reading.Want) ([]waitlist.Adjustment, error) {
	rows, err := t.ent.Adjustment.Query().Where(readAdjustments.wanted(t.tenant, w)).Order(readAdjustments.ordered).Limit(w.Limit).All(ctx)
	return each(rows, adjustmentOf), err
}

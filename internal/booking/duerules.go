package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/event"
)

// catchUpRules lets the rules be those of now: plans come into force, and queues hear of adjustments that have ended.
func (d *Desk) catchUpRules(ctx context.Context, tenant uuid.UUID) (did int, failed []error) {
	var planned, lapsed []uuid.UUID
	err := d.database.Routine(ctx, tenant, func(ctx context.Context, tx Tx) (err error) {
		planned, lapsed, err = tx.DueRules(ctx)
		return err
	})
	if err != nil {
		return 0, []error{fmt.Errorf("list due rules: %w", err)}
	}
	for _, venue := range planned {
		did, failed = tally(did, failed)(d.ActivateDue(ctx, tenant, venue))
	}
	for _, venue := range lapsed {
		did, failed = tally(did, failed)(d.NoteLapses(ctx, tenant, venue))
	}
	return did, failed
}

// adjustmentLapsed is why queues are looked at; nobody is told, for everybody knew when it would be.
const adjustmentLapsed event.Kind = "adjustment.lapsed"

// NoteLapses lets all free slots of a venue be looked at once after adjustments have ended by themselves. From the moment of
// its end an adjustment counts nowhere, but no queue would hear of it: whoever was restricted may now be next, and so may
// whoever stood behind a party that was too large and had credit. No row changes that anybody sees.
func (d *Desk) NoteLapses(ctx context.Context, tenant, venue uuid.UUID) (did bool, err error) {
	return d.routine(ctx, tenant, "noteLapses", func(ctx context.Context, tx Tx) (*Changes, *answer, error) {
		ids, err := tx.ClaimLapses(ctx, venue)
		if err != nil || len(ids) == 0 {
			return nil, nil, err
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return nil, nil, err
		}
		s := newSheet(tenant, now, nil)
		s.changes.Policies.LapsesNoted = ids
		s.lookAhead(venue, adjustmentLapsed)
		return s.done(), nil, nil
	})
}

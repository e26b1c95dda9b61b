package booking

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
)

// dueBatch is how much overdue work of one kind is listed at once.
const dueBatch = 100

// CatchUp records for a tenant everything whose time has come - plans for its rules, parties that have not come, and holds
// with their offers, entries and approvals that are over - and then offers what has become free. It returns how many rows
// it changed. Work that fails is left for the next time and reported; the rest is done.
func (d *Desk) CatchUp(ctx context.Context, tenant uuid.UUID) (did int, err error) {
	did, failed := d.catchUpRules(ctx, tenant)
	missed, left := d.catchUpNoShows(ctx, tenant)
	did, failed = did+missed, append(failed, left...)
	for {
		holds, entries, approvals, err := d.due(ctx, tenant)
		if err != nil {
			return did, errors.Join(append(failed, err)...)
		}
		before := did
		for _, id := range holds {
			did, failed = tally(did, failed)(d.LapseHold(ctx, tenant, id))
		}
		for _, id := range entries {
			did, failed = tally(did, failed)(d.ExpireEntry(ctx, tenant, id))
		}
		for _, id := range approvals {
			did, failed = tally(did, failed)(d.ExpireApproval(ctx, tenant, id))
		}
		if did == before || (len(holds) < dueBatch && len(entries) < dueBatch && len(approvals) < dueBatch) {
			break
		}
	}
	offers, err := d.DrainVacancies(ctx, tenant)
	if err != nil {
		failed = append(failed, err)
	}
	return did + offers, errors.Join(failed...)
}

func tally(did int, failed []error) func(bool, error) (int, []error) {
	return func(done bool, err error) (int, []error) {
		if done {
			did++
		}
		if err != nil {
			failed = append(failed, err)
		}
		return did, failed
	}
}

func (d *Desk) due(ctx context.Context, tenant uuid.UUID) (holds, entries, approvals []uuid.UUID, err error) {
	err = d.database.Routine(ctx, tenant, func(ctx context.Context, tx Tx) (err error) {
		if holds, err = tx.DueHolds(ctx, dueBatch); err != nil {
			return fmt.Errorf("list due holds: %w", err)
		}
		if entries, err = tx.DueEntries(ctx, dueBatch); err != nil {
			return fmt.Errorf("list due entries: %w", err)
		}
		if approvals, err = tx.DueApprovals(ctx, dueBatch); err != nil {
			return fmt.Errorf("list due approvals: %w", err)
		}
		return nil
	})
	return holds, entries, approvals, err
}

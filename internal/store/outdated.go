package store

import (
	"context"
	"database/sql"

	"github.com/slotq/slotq/internal/worker"
)

// mostOutdated is how many venues one look lists; the next look finds the others.
const mostOutdated = 1000

const outdatedVenues = `SELECT tenant_id, id FROM venues WHERE laid_out_number < opening_number ORDER BY tenant_id, id LIMIT $1`

// Outdated lists venues whose slots don't follow their opening rules yet.
func (a *Agenda) Outdated(ctx context.Context) (outdated []worker.Outdated, err error) {
	err = a.db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		outdated = nil
		rows, err := tx.QueryContext(ctx, outdatedVenues, mostOutdated)
		if err != nil {
			return err
		}
		return readEach(rows, func(scan func(...any) error) error {
			var o worker.Outdated
			err := scan(&o.Tenant, &o.Venue)
			outdated = append(outdated, o)
			return err
		})
	})
	return outdated, translate(err)
}

package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/slotq/slotq/internal/postgres"
)

// sweepBatch is how many ledger rows are forgotten in one transaction.
const sweepBatch = 2000

// SweepCommands forgets ledger rows that were completed longer ago than keep, tenant by tenant, in small transactions.
// From then on their keys may be used again. A key is never forgotten before the intent that it led to has come to its end:
// both bear the moment of their one transaction.
func SweepCommands(ctx context.Context, db *postgres.DB, keep time.Duration) (swept int64, err error) {
	tenants, err := db.Tenants(ctx)
	if err != nil {
		return 0, translate(err)
	}
	for _, tenant := range tenants {
		for {
			var n int64
			err := db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
				result, err := tx.ExecContext(ctx, `
DELETE FROM commands WHERE id IN (
  SELECT c.id FROM commands c
  WHERE c.tenant_id = $1 AND c.completed_at < clock_timestamp() - $2 * interval '1 microsecond'
    AND NOT (c.outcome = 'ACCEPTED' AND EXISTS (SELECT FROM intents i WHERE i.tenant_id = c.tenant_id AND i.next_at IS NOT NULL AND i.created_at = c.completed_at))
  ORDER BY c.completed_at LIMIT $3)`,
					tenant, keep.Microseconds(), sweepBatch)
				if err == nil {
					n, err = result.RowsAffected()
				}
				return err
			})
			if err != nil {
				return swept, translate(err)
			}
			if swept += n; n < sweepBatch {
				break
			}
		}
	}
	return swept, nil
}

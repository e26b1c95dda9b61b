package auth

import (
	"context"
	"database/sql"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

const (
	sweepBatch  = 2000     // rows in one transaction
	sessionKept = "7 days" // after its end
)

// Sweep forgets sign-ins that were never finished, and sessions that ended long ago, tenant by tenant, in small transactions.
func Sweep(ctx context.Context, db *postgres.DB) (swept int64, err error) {
	tenants, err := db.Tenants(ctx)
	if err != nil {
		return 0, err
	}
	for _, tenant := range tenants {
		for _, table := range []string{
			`sign_ins WHERE id IN (SELECT id FROM sign_ins WHERE tenant_id = $1 AND expires_at < clock_timestamp() LIMIT $2)`,
			`sessions WHERE id IN (SELECT id FROM sessions WHERE tenant_id = $1 AND expires_at < clock_timestamp() - interval '` + sessionKept + `' LIMIT $2)`,
		} {
			n, err := sweep(ctx, db, tenant, `DELETE FROM `+table)
			if swept += n; err != nil {
				return swept, err
			}
		}
	}
	return swept, nil
}

func sweep(ctx context.Context, db *postgres.DB, tenant uuid.UUID, statement string) (swept int64, err error) {
	for {
		var n int64
		err := db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
			result, err := tx.ExecContext(ctx, statement, tenant, sweepBatch)
			if err == nil {
				n, err = result.RowsAffected()
			}
			return err
		})
		if swept += n; err != nil || n < sweepBatch {
			return swept, err
		}
	}
}

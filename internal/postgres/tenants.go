package postgres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"
)

// Tenants lists every tenant by id, under the role that sees nothing else of them: for work that visits one tenant after
// the other.
func (db *DB) Tenants(ctx context.Context) (tenants []uuid.UUID, err error) {
	err = db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		tenants = nil
		rows, err := tx.QueryContext(ctx, `SELECT id FROM tenants ORDER BY id`)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				return err
			}
			tenants = append(tenants, id)
		}
		return rows.Err()
	})
	return tenants, err
}

// TenantByCode is the tenant of a code, found under the same role; found is false when there is none.
func (db *DB) TenantByCode(ctx context.Context, code string) (tenant uuid.UUID, found bool, err error) {
	err = db.InWorker(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id FROM tenants WHERE code = $1`, code).Scan(&tenant)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return uuid.Nil, false, nil
	}
	return tenant, err == nil, err
}

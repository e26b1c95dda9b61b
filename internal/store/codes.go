package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

// FindTenant is the tenant of that code.
func FindTenant(ctx context.Context, database *postgres.DB, code string) (uuid.UUID, error) {
	tenant, found, err := database.TenantByCode(ctx, code)
	if err == nil && !found {
		err = fmt.Errorf("there is no tenant %q", code)
	}
	return tenant, translate(err)
}

// FindVenue is the tenant's venue of that code.
func FindVenue(ctx context.Context, database *postgres.DB, tenant uuid.UUID, code string) (venue uuid.UUID, err error) {
	err = database.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id FROM venues WHERE tenant_id = $1 AND code = $2`, tenant, code).Scan(&venue)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return venue, fmt.Errorf("there is no venue %q", code)
	}
	return venue, translate(err)
}

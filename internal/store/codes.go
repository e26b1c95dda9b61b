package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

// FindTenant is the tenant of that code. No scope sees the codes of all, so each tenant is asked for its own; it is for
// operators, who do it seldom.
func FindTenant(ctx context.Context, database *postgres.DB, code string) (uuid.UUID, error) {
	tenants, err := database.Tenants(ctx)
	if err != nil {
		return uuid.Nil, translate(err)
	}
	for _, tenant := range tenants {
		var found bool
		err := database.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT code = $2 FROM tenants WHERE id = $1`, tenant, code).Scan(&found)
		})
		if err != nil {
			return uuid.Nil, translate(err)
		}
		if found {
			return tenant, nil
		}
	}
	return uuid.Nil, fmt.Errorf("there is no tenant %q", code)
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

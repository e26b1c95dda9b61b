package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/ref"
)

// NamedTenant is a tenant as operators see it.
type NamedTenant struct {
	Code, Name string
	CreatedAt  time.Time
}

// FirstKey issues a key to a tenant's first principal, within the transaction that makes both.
type FirstKey func(ctx context.Context, tx *sql.Tx, tenant, principal uuid.UUID) error

// AddTenant makes a tenant; with a first key also an ADMIN whom the key is for. The code and the name are used as they are:
// config checks them. An error when the code is taken.
func AddTenant(ctx context.Context, database *postgres.DB, code, name string, key FirstKey) error {
	tenant := ref.NewID()
	err := inTenant(ctx, database, tenant, func(ctx context.Context, t *tx) error {
		now, err := t.Now(ctx)
		if err != nil {
			return err
		}
		err = t.ent.Tenant.Create().SetID(tenant).SetCode(code).SetName(name).SetCreatedAt(now).Exec(ctx)
		if postgres.IsUnique(err) {
			return fmt.Errorf("there is a tenant of the code %q already", code)
		}
		if err != nil {
			return err
		}
		if key != nil {
			admin, err := t.addPrincipal(ctx, now, actor.Admin, "Administrator")
			if err == nil {
				err = key(ctx, t.sql, tenant, admin)
			}
			if err != nil {
				return err
			}
		}
		return t.operated(ctx, now, "addTenant", nil, code)
	})
	if err != nil {
		return fmt.Errorf("add a tenant: %w", err)
	}
	return nil
}

// ListTenants lists every tenant by its code.
func ListTenants(ctx context.Context, database *postgres.DB) (all []NamedTenant, err error) {
	tenants, err := database.Tenants(ctx)
	if err != nil {
		return nil, translate(err)
	}
	for _, tenant := range tenants {
		var one NamedTenant
		err := database.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT code, name, created_at FROM tenants WHERE id = $1`, tenant).Scan(&one.Code, &one.Name, &one.CreatedAt)
		})
		if err != nil {
			return nil, translate(err)
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b NamedTenant) int { return strings.Compare(a.Code, b.Code) })
	return all, nil
}

// addPrincipal makes somebody who acts for nobody else.
func (t *tx) addPrincipal(ctx context.Context, now time.Time, role actor.Role, name string) (uuid.UUID, error) {
	id := ref.NewID()
	return id, t.ent.Principal.Create().SetID(id).SetTenantID(t.tenant).SetRole(role).SetDisplayName(name).SetCreatedAt(now).Exec(ctx)
}

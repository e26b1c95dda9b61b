package auth

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/postgres"
)

// ErrNoTenant means that no tenant has that code.
var ErrNoTenant = errors.New("there is no such tenant")

// TenantHeader is where a client that brings a token of the identity provider says at whose door it stands: by the tenant's code.
const TenantHeader = "X-SlotQ-Tenant"

type tenantKey struct{}

// WithTenant says at which tenant's door a token is shown, for tokens that don't say so themselves; an empty code says nothing.
func WithTenant(ctx context.Context, code string) context.Context {
	if code == "" {
		return ctx
	}
	return context.WithValue(ctx, tenantKey{}, code)
}

// Tenants finds tenants by what people call them. It is safe for concurrent use.
type Tenants struct {
	db     *postgres.DB
	memory *memory[string, uuid.UUID]
}

// NewTenants reads tenants from a database.
func NewTenants(db *postgres.DB) *Tenants {
	return &Tenants{db, newMemory(func(ctx context.Context, code string) (found[uuid.UUID], error) {
		id, there, err := db.TenantByCode(ctx, code)
		return found[uuid.UUID]{value: id, there: there}, err
	})}
}

// Find is the tenant of a code. ErrNoTenant when there is none; problem.ErrUnavailable when the database can't be asked.
func (t *Tenants) Find(ctx context.Context, code string) (uuid.UUID, error) {
	if code == "" || len(code) > 60 {
		return uuid.Nil, ErrNoTenant
	}
	tenant, err := t.memory.find(ctx, code)
	if err == nil && !tenant.there {
		err = ErrNoTenant
	}
	return tenant.value, err
}

// Names are a tenant's code and name. problem.ErrUnavailable when the database can't be asked.
func (t *Tenants) Names(ctx context.Context, tenant uuid.UUID) (code, name string, err error) {
	err = t.db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT code, name FROM tenants WHERE id = $1`, tenant).Scan(&code, &name)
	})
	return code, name, unavailability(err)
}

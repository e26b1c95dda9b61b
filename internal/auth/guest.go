package auth

import (
	"cmp"
	"context"
	"database/sql"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/naming"
)

// namelessGuest is what a guest is called whose provider gives no name.
const namelessGuest = "Guest"

// becomeGuest makes a person without a membership a customer of the tenant.
func becomeGuest(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, p identity.Person) (membership uuid.UUID, err error) {
	if p.Email == "" {
		return uuid.Nil, ErrNoMembership
	}
	var sentAway bool
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM memberships WHERE tenant_id = $1 AND issuer = $2 AND (subject = $3 OR email = $4) AND revoked_at IS NOT NULL)`,
		tenant, p.Issuer, p.Subject, p.Email).Scan(&sentAway)
	if err != nil {
		return uuid.Nil, err
	}
	if sentAway {
		return uuid.Nil, ErrNoMembership
	}
	name := cmp.Or(naming.Shown(p.Name), namelessGuest)
	owner, err := customerOf(ctx, tx, tenant, name, p.Email)
	if err != nil {
		return uuid.Nil, err
	}
	principal, membership := uuid.New(), uuid.New()
	_, err = tx.ExecContext(ctx, `INSERT INTO principals (id, tenant_id, role, display_name, customer_id, created_at) VALUES ($1, $2, $3, $4, $5, clock_timestamp())`,
		principal, tenant, string(actor.Customer), name, owner)
	if err != nil {
		return uuid.Nil, err
	}
	// Where another subject of the provider has the address already, this one is a guest without it.
	_, err = tx.ExecContext(ctx, `
INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, email, created_at)
SELECT $1, $2, $3, $4::varchar, $5, CASE WHEN EXISTS (SELECT FROM memberships WHERE tenant_id = $2 AND issuer = $4::varchar AND email = $6::varchar AND revoked_at IS NULL) THEN NULL ELSE $6::varchar END, clock_timestamp()`,
		membership, tenant, principal, p.Issuer, p.Subject, p.Email)
	if err == nil {
		err = audit(ctx, tx, tenant, membership, "becomeGuest")
	}
	return membership, err
}

// customerOf is the tenant's customer of a verified address; one is made where there is none.
func customerOf(ctx context.Context, tx *sql.Tx, tenant uuid.UUID, name, email string) (id uuid.UUID, err error) {
	key := customer.EmailKey(&email)
	_, err = tx.ExecContext(ctx, `INSERT INTO customers (id, tenant_id, name, email, email_key, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp())
		ON CONFLICT (tenant_id, email_key) WHERE email_key IS NOT NULL DO NOTHING`, uuid.New(), tenant, name, email, *key)
	if err != nil {
		return uuid.Nil, err
	}
	err = tx.QueryRowContext(ctx, `SELECT id FROM customers WHERE tenant_id = $1 AND email_key = $2`, tenant, *key).Scan(&id)
	return id, err
}

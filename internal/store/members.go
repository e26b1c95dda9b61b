package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/postgres"
)

// NewMember is somebody whom an operator lets in: staff or an administrator, at every venue.
type NewMember struct {
	Issuer string
	Email  string // in lower case
	Role   actor.Role
	Name   string
}

// NamedMember is a membership as operators see it.
type NamedMember struct {
	Name           string
	Role           actor.Role
	Issuer         string
	Subject, Email string // whichever the person is known by
	SignedInAt     *time.Time
	RevokedAt      *time.Time
}

// AddMember lets a person sign in, as an operator does for the first one. An error when the person is a member already.
func AddMember(ctx context.Context, database *postgres.DB, tenant uuid.UUID, m NewMember) error {
	return inTenant(ctx, database, tenant, func(ctx context.Context, t *tx) error {
		now, err := t.Now(ctx)
		if err != nil {
			return err
		}
		principal, err := t.addPrincipal(ctx, now, m.Role, m.Name)
		if err != nil {
			return err
		}
		err = t.ent.Membership.Create().SetTenantID(tenant).SetPrincipalID(principal).SetIssuer(m.Issuer).SetEmail(m.Email).SetCreatedAt(now).Exec(ctx)
		if postgres.IsUnique(err) {
			return errors.New("this person is a member of the tenant already")
		}
		if err != nil {
			return err
		}
		return t.operated(ctx, now, "addMember", nil, string(m.Role))
	})
}

// ListMembers lists a tenant's memberships, the oldest first.
func ListMembers(ctx context.Context, database *postgres.DB, tenant uuid.UUID) (all []NamedMember, err error) {
	err = database.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		all = nil
		rows, err := tx.QueryContext(ctx, `
SELECT p.display_name, p.role, m.issuer, coalesce(m.subject, ''), coalesce(m.email, ''), m.last_signed_in_at, m.revoked_at
FROM memberships m JOIN principals p ON p.tenant_id = m.tenant_id AND p.id = m.principal_id
WHERE m.tenant_id = $1 ORDER BY m.created_at, m.id`, tenant)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var m NamedMember
			if err := rows.Scan(&m.Name, &m.Role, &m.Issuer, &m.Subject, &m.Email, &m.SignedInAt, &m.RevokedAt); err != nil {
				return err
			}
			all = append(all, m)
		}
		return rows.Err()
	})
	return all, translate(err)
}

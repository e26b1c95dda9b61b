package auth

import (
	"context"
	"database/sql"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/postgres"
)

const selectMember = `
SELECT m.id, NULL::timestamptz, true, NULL::float8, false, p.id, p.role, p.display_name, p.customer_id, ` + venuesOfMembership + `
FROM memberships m JOIN principals p ON p.tenant_id = m.tenant_id AND p.id = m.principal_id
WHERE m.tenant_id = $1 AND m.revoked_at IS NULL `

func readPerson(ctx context.Context, db *postgres.DB, who somebody) (found[seen], error) {
	return readOne(ctx, db, who.tenant, func(ctx context.Context, tx *sql.Tx) (found[seen], error) {
		return scanMember(who.tenant, tx.QueryRowContext(ctx, selectMember+`AND m.issuer = $2 AND m.subject = $3`, who.tenant, who.issuer, who.subject))
	})
}

func readMember(ctx context.Context, db *postgres.DB, at place) (found[seen], error) {
	return readOne(ctx, db, at.tenant, func(ctx context.Context, tx *sql.Tx) (found[seen], error) {
		return scanMember(at.tenant, tx.QueryRowContext(ctx, selectMember+`AND m.id = $2`, at.tenant, at.id))
	})
}

func scanMember(tenant uuid.UUID, row *sql.Row) (found[seen], error) {
	member := seen{actor: actor.Actor{TenantID: tenant}}
	_, err := member.scan(row, &member.actor.MembershipID)
	return found[seen]{value: member, there: true}, err
}

package auth

import (
	"context"
	"database/sql"

	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/actor"
)

const venuesOfMembership = `ARRAY(SELECT v.venue_id::text FROM membership_venues v WHERE v.tenant_id = m.tenant_id AND v.membership_id = m.id ORDER BY v.venue_id)`

const selectSession = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
SELECT s.secret_digest, s.expires_at,
       s.ended_at IS NULL AND m.revoked_at IS NULL AND coalesce(m.issuer = ANY ($4), false) AND s.expires_at > clock.now AND s.seen_at + $3 * interval '1 microsecond' > clock.now,
       extract(epoch FROM least(s.expires_at, s.seen_at + $3 * interval '1 microsecond') - clock.now)::float8,
       s.seen_at < clock.now - interval '1 minute', p.id, p.role, p.display_name, p.customer_id, ` + venuesOfMembership + `
FROM clock, sessions s JOIN memberships m ON m.tenant_id = s.tenant_id AND m.id = s.membership_id
JOIN principals p ON p.tenant_id = m.tenant_id AND p.id = m.principal_id
WHERE s.tenant_id = $1 AND s.id = $2`

// read reads within the tenant that the token itself names.
func (s *Sessions) read(ctx context.Context, at place) (found[seen], error) {
	return readOne(ctx, s.db, at.tenant, func(ctx context.Context, tx *sql.Tx) (found[seen], error) {
		session := seen{actor: actor.Actor{TenantID: at.tenant, SessionID: at.id}}
		lasts, err := session.scan(tx.QueryRowContext(ctx, selectSession, at.tenant, at.id, s.limits.Idle.Microseconds(), pq.Array(s.limits.Issuers)), &session.digest)
		return found[seen]{value: session, there: true, lasts: lasts}, err
	})
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	entvenue "github.com/slotq/slotq/ent/db/venue"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/credential"
)

// LockAccess takes the turn of commands on credentials.
func (t *tx) LockAccess(ctx context.Context) error {
	_, err := t.sql.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('access ' || $1, 0))`, t.tenant.String())
	return err
}

// stillGood: a principal that came by a membership has that one only; who came by a key, by one of its secrets.
const stillGood = `
SELECT CASE WHEN $2::uuid IS NULL
	THEN NOT EXISTS (SELECT FROM memberships m WHERE m.tenant_id = $1 AND m.principal_id = $3 AND m.revoked_at IS NOT NULL)
	ELSE EXISTS (SELECT FROM api_keys k WHERE k.tenant_id = $1 AND k.id = $2::uuid AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())
		AND (substr(k.secret_digest, 1, 8) = $4 OR k.previous_until > clock_timestamp() AND substr(k.previous_digest, 1, 8) = $4))
	END`

// StillGood looks at the row behind the caller's credential.
func (t *tx) StillGood(ctx context.Context, by actor.Actor) (good bool, err error) {
	var key *uuid.UUID
	if by.KeyID != uuid.Nil {
		key = &by.KeyID
	}
	err = t.sql.QueryRowContext(ctx, stillGood, t.tenant, key, by.PrincipalID, by.Fingerprint[:]).Scan(&good)
	return good, err
}

// KnownVenues counts venues.
func (t *tx) KnownVenues(ctx context.Context, ids []uuid.UUID) (int, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	return t.ent.Venue.Query().Where(entvenue.TenantID(t.tenant), entvenue.IDIn(ids...)).Count(ctx)
}

// keyColumns and memberColumns read a credential with its principal and its venues.
const (
	keyColumns = `
SELECT k.id, k.principal_id, k.name, p.role, p.customer_id, k.scopes, k.expires_at, k.last_used_at, k.previous_until, k.revoked_at, k.version, k.created_at,
       ARRAY(SELECT v.venue_id::text FROM api_key_venues v WHERE v.tenant_id = k.tenant_id AND v.api_key_id = k.id ORDER BY v.venue_id)
FROM api_keys k JOIN principals p ON p.tenant_id = k.tenant_id AND p.id = k.principal_id
WHERE k.tenant_id = $1 `
	memberColumns = `
SELECT m.id, m.principal_id, m.issuer, m.subject, m.email, p.display_name, p.role, p.customer_id, m.last_signed_in_at, m.revoked_at, m.version, m.created_at,
       ARRAY(SELECT v.venue_id::text FROM membership_venues v WHERE v.tenant_id = m.tenant_id AND v.membership_id = m.id ORDER BY v.venue_id)
FROM memberships m JOIN principals p ON p.tenant_id = m.tenant_id AND p.id = m.principal_id
WHERE m.tenant_id = $1 `
)

// APIKey finds a key.
func (t *tx) APIKey(ctx context.Context, id uuid.UUID) (*credential.APIKey, error) {
	key, err := scanKey(t.tenant, t.sql.QueryRowContext(ctx, keyColumns+`AND k.id = $2`, t.tenant, id).Scan)
	return orNothing(key, err)
}

// GoodKeys counts keys that are neither revoked nor expired.
func (t *tx) GoodKeys(ctx context.Context, now time.Time) (n int, err error) {
	err = t.sql.QueryRowContext(ctx, `SELECT count(*) FROM api_keys WHERE tenant_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
		t.tenant, now).Scan(&n)
	return n, err
}

// OpensKey compares digests.
func (t *tx) OpensKey(ctx context.Context, id uuid.UUID, digest booking.SecretDigest) (opens bool, err error) {
	err = t.sql.QueryRowContext(ctx, `SELECT EXISTS (SELECT FROM api_keys WHERE tenant_id = $1 AND id = $2 AND $3::bytea IN (secret_digest, previous_digest))`,
		t.tenant, id, digest[:]).Scan(&opens)
	return opens, err
}

// Membership finds a membership.
func (t *tx) Membership(ctx context.Context, id uuid.UUID) (*credential.Membership, error) {
	m, err := scanMember(t.tenant, t.sql.QueryRowContext(ctx, memberColumns+`AND m.id = $2`, t.tenant, id).Scan)
	return orNothing(m, err)
}

// MembershipOf finds a person's membership.
func (t *tx) MembershipOf(ctx context.Context, issuer string, subject, email *string) (*credential.Membership, error) {
	m, err := scanMember(t.tenant, t.sql.QueryRowContext(ctx, memberColumns+`AND m.issuer = $2 AND (m.subject = $3 OR m.email = $4) AND m.revoked_at IS NULL`,
		t.tenant, issuer, subject, email).Scan)
	return orNothing(m, err)
}

// anotherRules asks for ADMIN access without any limit.
const anotherRules = `
SELECT EXISTS (
	SELECT FROM api_keys k JOIN principals p ON p.tenant_id = k.tenant_id AND p.id = k.principal_id
	WHERE k.tenant_id = $1 AND k.id <> $2 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $4 AND k.expires_at >= $5)
	  AND p.role = 'ADMIN' AND k.scopes = '' AND NOT EXISTS (SELECT FROM api_key_venues v WHERE v.tenant_id = k.tenant_id AND v.api_key_id = k.id)
) OR EXISTS (
	SELECT FROM memberships m JOIN principals p ON p.tenant_id = m.tenant_id AND p.id = m.principal_id
	WHERE m.tenant_id = $1 AND m.id <> $2 AND m.revoked_at IS NULL AND m.issuer = $3 AND m.last_signed_in_at IS NOT NULL
	  AND p.role = 'ADMIN' AND NOT EXISTS (SELECT FROM membership_venues v WHERE v.tenant_id = m.tenant_id AND v.membership_id = m.id)
)`

// AnotherRules looks for other access that rules the tenant.
func (t *tx) AnotherRules(ctx context.Context, besides uuid.UUID, issuer string, now time.Time, until *time.Time) (found bool, err error) {
	err = t.sql.QueryRowContext(ctx, anotherRules, t.tenant, besides, issuer, now, until).Scan(&found)
	return found, err
}

// orNothing makes nil of what wasn't found.
func orNothing[T any](found T, err error) (*T, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &found, nil
}

func scanKey(tenant uuid.UUID, scan func(...any) error) (k credential.APIKey, err error) {
	var scopes string
	var venues pq.StringArray
	k.TenantID = tenant
	err = scan(&k.ID, &k.PrincipalID, &k.Name, &k.Role, &k.CustomerID, &scopes, &k.ExpiresAt, &k.LastUsedAt, &k.PreviousUntil, &k.RevokedAt, &k.Version, &k.CreatedAt, &venues)
	if err != nil {
		return k, err
	}
	for _, scope := range strings.Fields(scopes) {
		k.Scopes = append(k.Scopes, actor.Capability(scope))
	}
	k.ExpiresAt, k.LastUsedAt, k.PreviousUntil, k.RevokedAt, k.CreatedAt = utc(k.ExpiresAt), utc(k.LastUsedAt), utc(k.PreviousUntil), utc(k.RevokedAt), k.CreatedAt.UTC()
	k.VenueIDs = uuidsOf(venues)
	return k, nil
}

func scanMember(tenant uuid.UUID, scan func(...any) error) (m credential.Membership, err error) {
	var venues pq.StringArray
	m.TenantID = tenant
	err = scan(&m.ID, &m.PrincipalID, &m.Issuer, &m.Subject, &m.Email, &m.DisplayName, &m.Role, &m.CustomerID, &m.LastSignedInAt, &m.RevokedAt, &m.Version, &m.CreatedAt, &venues)
	if err != nil {
		return m, err
	}
	m.LastSignedInAt, m.RevokedAt, m.CreatedAt = utc(m.LastSignedInAt), utc(m.RevokedAt), m.CreatedAt.UTC()
	m.VenueIDs = uuidsOf(venues)
	return m, nil
}

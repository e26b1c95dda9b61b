package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/postgres"
)

// seen is a credential with its principal, as the database judged it at one instant.
type seen struct {
	digest        []byte
	previous      []byte // the digest before the last rotation, while it is good
	previousUntil *time.Time
	actor         actor.Actor
	valid         bool
	unnoted       *atomic.Bool // its last use was noted more than a minute ago
}

const selectKey = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
SELECT k.secret_digest, CASE WHEN k.previous_until > clock.now THEN k.previous_digest END, k.previous_until, k.scopes, k.expires_at,
       k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock.now),
       extract(epoch FROM least(k.expires_at, CASE WHEN k.previous_until > clock.now THEN k.previous_until END) - clock.now)::float8,
       k.last_used_at IS NULL OR k.last_used_at < clock.now - interval '1 minute',
       p.id, p.role, p.display_name, p.customer_id,
       ARRAY(SELECT v.venue_id::text FROM api_key_venues v WHERE v.tenant_id = k.tenant_id AND v.api_key_id = k.id ORDER BY v.venue_id)
FROM clock, api_keys k JOIN principals p ON p.tenant_id = k.tenant_id AND p.id = k.principal_id
WHERE k.tenant_id = $1 AND k.id = $2`

// readKey reads within the tenant that the token itself names, so that a key of another tenant isn't there.
func readKey(ctx context.Context, db *postgres.DB, at place) (key found[seen], err error) {
	return readOne(ctx, db, at.tenant, func(ctx context.Context, tx *sql.Tx) (found[seen], error) {
		s := seen{actor: actor.Actor{TenantID: at.tenant, KeyID: at.id}}
		var scopes string
		lasts, err := s.scan(tx.QueryRowContext(ctx, selectKey, at.tenant, at.id), &s.digest, &s.previous, &s.previousUntil, &scopes)
		for _, scope := range strings.Fields(scopes) {
			s.actor.Scopes = append(s.actor.Scopes, actor.Capability(scope))
		}
		return found[seen]{value: s, there: true, lasts: lasts}, err
	})
}

// readOne reads one thing within a tenant. One that isn't there is no error.
func readOne[V any](ctx context.Context, db *postgres.DB, tenant uuid.UUID, read func(ctx context.Context, tx *sql.Tx) (found[V], error)) (one found[V], err error) {
	err = db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) (err error) {
		one, err = read(ctx, tx)
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return found[V]{}, nil
	}
	return one, err
}

// scan reads a row's own columns and then those that all credentials share: when it ends, whether it is good, for how many
// seconds that is sure, whether its use should be noted, its principal and its venues.
func (s *seen) scan(from *sql.Row, own ...any) (lasts *time.Duration, err error) {
	a := &s.actor
	var seconds *float64
	var unnoted bool
	var venues []string
	shared := []any{&a.ExpiresAt, &s.valid, &seconds, &unnoted, &a.PrincipalID, &a.Role, &a.DisplayName, &a.CustomerID, pq.Array(&venues)}
	if err := from.Scan(append(own, shared...)...); err != nil {
		return nil, err
	}
	s.unnoted = &atomic.Bool{}
	s.unnoted.Store(unnoted)
	if seconds != nil && s.valid {
		d := time.Duration(*seconds * float64(time.Second))
		lasts = &d
	}
	for _, text := range venues {
		venue, err := uuid.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("granted venue: %w", err)
		}
		a.VenueIDs = append(a.VenueIDs, venue)
	}
	return lasts, nil
}

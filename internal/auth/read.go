package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/postgres"
)

// keyRow is a key with its principal, as the database judges it at one instant.
type keyRow struct {
	digest  []byte
	actor   actor.Actor
	valid   bool
	lasts   *time.Duration // how long it is yet to live; nil: for ever
	unnoted bool           // its last use was noted more than a minute ago
}

const selectKey = `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
SELECT k.secret_digest, k.expires_at, k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock.now),
       extract(epoch FROM k.expires_at - clock.now)::float8, k.last_used_at IS NULL OR k.last_used_at < clock.now - interval '1 minute',
       p.id, p.role, p.display_name, p.customer_id,
       ARRAY(SELECT v.venue_id::text FROM api_key_venues v WHERE v.tenant_id = k.tenant_id AND v.api_key_id = k.id ORDER BY v.venue_id)
FROM clock, api_keys k JOIN principals p ON p.tenant_id = k.tenant_id AND p.id = k.principal_id
WHERE k.tenant_id = $1 AND k.id = $2`

// readKey reads within the tenant that the token itself names, so that a key of another tenant isn't there. nil without
// an error means that there is no such key.
func readKey(ctx context.Context, db *postgres.DB, id keyID) (row *keyRow, err error) {
	err = db.ReadTenant(ctx, id.tenant, func(ctx context.Context, tx *sql.Tx) error {
		row = &keyRow{actor: actor.Actor{TenantID: id.tenant, KeyID: id.key}}
		return row.scan(tx.QueryRowContext(ctx, selectKey, id.tenant, id.key))
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return row, err
}

func (r *keyRow) scan(from *sql.Row) error {
	a := &r.actor
	var seconds *float64
	var venues []string
	err := from.Scan(&r.digest, &a.ExpiresAt, &r.valid, &seconds, &r.unnoted, &a.PrincipalID, &a.Role, &a.DisplayName, &a.CustomerID, pq.Array(&venues))
	if err != nil {
		return err
	}
	if seconds != nil {
		lasts := time.Duration(*seconds * float64(time.Second))
		r.lasts = &lasts
	}
	for _, text := range venues {
		venue, err := uuid.Parse(text)
		if err != nil {
			return fmt.Errorf("granted venue: %w", err)
		}
		a.VenueIDs = append(a.VenueIDs, venue)
	}
	return nil
}

package auth

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
)

// ErrUnauthenticated means that a token is malformed, unknown, revoked or expired: one answer for all.
var ErrUnauthenticated = errors.New("the credential is not valid")

// remembered is how long an answer of the database is believed, and so how long a revoked key may go on.
const (
	remembered     = 2 * time.Second
	mostRemembered = 10_000
)

// Keys turns tokens into actors. It is safe for concurrent use.
type Keys struct {
	db   *postgres.DB
	now  func() time.Time // for the age of remembered answers only; what expires is decided by the database
	mu   sync.Mutex
	seen map[uuid.UUID]seen
}

// seen is what the database said about a key, and when.
type seen struct {
	digest []byte
	actor  actor.Actor
	valid  bool
	at     time.Time
}

// NewKeys reads keys from a database.
func NewKeys(db *postgres.DB) *Keys {
	return &Keys{db: db, now: time.Now, seen: map[uuid.UUID]seen{}}
}

// Authenticate finds the actor behind a token. ErrUnauthenticated when there is none; problem.ErrUnavailable when the
// database can't be asked. A key that is revoked is refused within two seconds.
func (k *Keys) Authenticate(ctx context.Context, text string) (actor.Actor, error) {
	t, ok := parseToken(text)
	if !ok {
		return actor.Actor{}, ErrUnauthenticated
	}
	found, err := k.find(ctx, t.tenant, t.key)
	if err != nil {
		return actor.Actor{}, err
	}
	digest := t.digest()
	if same := subtle.ConstantTimeCompare(found.digest, digest[:]) == 1; !same || !found.valid {
		return actor.Actor{}, ErrUnauthenticated
	}
	return found.actor, nil
}

// StillValid reports whether the key behind an actor may go on, for connections that stay open. While the database can't
// be asked nobody is sent away.
func (k *Keys) StillValid(ctx context.Context, a actor.Actor) bool {
	found, err := k.find(ctx, a.TenantID, a.KeyID)
	return err != nil || found.valid
}

func (k *Keys) find(ctx context.Context, tenant, key uuid.UUID) (seen, error) {
	k.mu.Lock()
	known, ok := k.seen[key]
	k.mu.Unlock()
	now := k.now()
	if ok && known.actor.TenantID == tenant && now.Sub(known.at) < remembered {
		return known, nil
	}
	found, err := k.read(ctx, tenant, key)
	if err != nil {
		if postgres.IsUnavailable(err) {
			err = fmt.Errorf("%w: %w", problem.ErrUnavailable, err)
		}
		return seen{}, fmt.Errorf("look a key up: %w", err)
	}
	found.at, found.actor.TenantID = now, tenant
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.seen) >= mostRemembered {
		clear(k.seen) // rare, and only costs a look each
	}
	k.seen[key] = found
	return found, nil
}

const readKey = `
SELECT k.secret_digest, k.expires_at, k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()),
       k.last_used_at IS NULL OR k.last_used_at < clock_timestamp() - interval '1 minute',
       p.id, p.role, p.display_name, p.customer_id,
       ARRAY(SELECT v.venue_id::text FROM api_key_venues v WHERE v.tenant_id = k.tenant_id AND v.api_key_id = k.id ORDER BY v.venue_id)
FROM api_keys k JOIN principals p ON p.tenant_id = k.tenant_id AND p.id = k.principal_id
WHERE k.tenant_id = $1 AND k.id = $2`

// read asks the database; an unknown key is not an error, it is not valid.
func (k *Keys) read(ctx context.Context, tenant, key uuid.UUID) (found seen, err error) {
	stale := false
	err = k.db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		found = seen{}
		var venues stringArray
		a := &found.actor
		err := tx.QueryRowContext(ctx, readKey, tenant, key).Scan(&found.digest, &a.ExpiresAt, &found.valid, &stale, &a.PrincipalID, &a.Role, &a.DisplayName, &a.CustomerID, &venues)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		a.TenantID, a.KeyID, a.VenueIDs = tenant, key, venues.ids()
		return err
	})
	if err == nil && found.valid && stale {
		k.touch(ctx, tenant, key)
	}
	return found, err
}

// touch notes that a key is in use, once a minute at most. It is a courtesy: nothing depends on it.
func (k *Keys) touch(ctx context.Context, tenant, key uuid.UUID) {
	_ = k.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE api_keys SET last_used_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2`, tenant, key)
		return err
	})
}

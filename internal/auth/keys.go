package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/postgres"
)

// ErrUnauthenticated means that a credential is malformed, unknown, revoked or expired: one answer for all.
var ErrUnauthenticated = errors.New("the credential is not valid")

// Keys turns the tokens of API keys into actors. It is safe for concurrent use.
type Keys struct {
	memory *memory[place, seen]
	uses   *uses
}

// place is where a row stands: it is looked up within its tenant and nowhere else.
type place struct{ tenant, id uuid.UUID }

// NewKeys reads keys from a database. Close waits for what is still being noted.
func NewKeys(db *postgres.DB) *Keys {
	return &Keys{
		memory: newMemory(func(ctx context.Context, at place) (found[seen], error) { return readKey(ctx, db, at) }),
		uses: newUses(db, `UPDATE api_keys SET last_used_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2
			AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`),
	}
}

// Close waits until the last uses are noted; later ones are not noted any more. Call it before the pool is closed.
func (k *Keys) Close() { k.uses.close() }

// Authenticate finds the actor behind a token. ErrUnauthenticated when there is none; problem.ErrUnavailable when the
// database can't be asked. A key that is revoked is refused within two seconds, one that expires at its instant. The secret
// before a rotation is good as long as it was said then, and the actor ends with it.
func (k *Keys) Authenticate(ctx context.Context, text string) (actor.Actor, error) {
	t, ok := credential.Parse(credential.Key, text)
	if !ok {
		return actor.Actor{}, ErrUnauthenticated
	}
	key, err := k.find(ctx, place{t.Tenant, t.ID})
	switch {
	case err != nil:
		return actor.Actor{}, err
	case !key.valid:
		return actor.Actor{}, ErrUnauthenticated
	case t.Opens(key.digest):
		k.uses.noteOnce(place{t.Tenant, t.ID}, key.unnoted)
		return key.actor, nil
	case t.Opens(key.previous):
		k.uses.noteOnce(place{t.Tenant, t.ID}, key.unnoted)
		old := key.actor
		if old.ExpiresAt == nil || key.previousUntil.Before(*old.ExpiresAt) {
			old.ExpiresAt = key.previousUntil
		}
		return old, nil
	}
	return actor.Actor{}, ErrUnauthenticated
}

// StillValid reports whether the key behind an actor may go on as it was admitted, for connections that stay open: not
// revoked, not expired, with the same grant. While the database can't be asked nobody is sent away.
func (k *Keys) StillValid(ctx context.Context, a actor.Actor) bool {
	key, err := k.find(ctx, place{a.TenantID, a.KeyID})
	return err != nil || key.admits(a)
}

func (k *Keys) find(ctx context.Context, at place) (seen, error) {
	key, err := k.memory.find(ctx, at)
	if err != nil {
		return seen{}, fmt.Errorf("look key %s up: %w", at.id, err)
	}
	return key.value, nil
}

// admits reports whether what is known of a credential now admits an actor that it admitted before.
func (s seen) admits(a actor.Actor) bool {
	return s.valid && s.actor.Role == a.Role && slices.Equal(s.actor.VenueIDs, a.VenueIDs) && slices.Equal(s.actor.Scopes, a.Scopes)
}

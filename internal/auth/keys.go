package auth

import (
	"bytes"
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
// database can't be asked. A key that is revoked, and a secret that a rotation ended, is refused within two seconds, a key that
// expires at its instant. A secret that a rotation left for a while is good until then, and the actor ends with it.
func (k *Keys) Authenticate(ctx context.Context, text string) (actor.Actor, error) {
	t, ok := credential.Parse(credential.Key, text)
	if !ok {
		return actor.Actor{}, ErrUnauthenticated
	}
	at := place{t.Tenant, t.ID}
	key, err := k.lookUp(ctx, at, k.memory.find)
	a, ok := key.behind(t)
	if err == nil && !ok && key.valid { // perhaps it was rotated a moment ago
		key, err = k.lookUp(ctx, at, k.memory.again)
		a, ok = key.behind(t)
	}
	switch {
	case err != nil:
		return actor.Actor{}, err
	case !ok:
		return actor.Actor{}, ErrUnauthenticated
	}
	k.uses.noteOnce(at, key.unnoted)
	return a, nil
}

// StillValid reports whether the key behind an actor may go on as it was admitted, for connections that stay open: not
// revoked, not expired, with the same grant, by a secret that opens still. While the database can't be asked nobody is sent
// away.
func (k *Keys) StillValid(ctx context.Context, a actor.Actor) bool {
	key, err := k.lookUp(ctx, place{a.TenantID, a.KeyID}, k.memory.find)
	return err != nil || key.admits(a) && key.knows(a.Fingerprint)
}

func (k *Keys) lookUp(ctx context.Context, at place, by func(context.Context, place) (found[seen], error)) (seen, error) {
	key, err := by(ctx, at)
	if err != nil {
		return seen{}, fmt.Errorf("look key %s up: %w", at.id, err)
	}
	return key.value, nil
}

// behind is the actor who shows a token; ok is false when that opens nothing.
func (s seen) behind(t credential.Token) (a actor.Actor, ok bool) {
	a = s.actor
	switch {
	case !s.valid:
		return actor.Actor{}, false
	case t.Opens(s.digest):
	case t.Opens(s.previous):
		if a.ExpiresAt == nil || s.previousUntil.Before(*a.ExpiresAt) {
			a.ExpiresAt = s.previousUntil
		}
	default:
		return actor.Actor{}, false
	}
	a.Fingerprint = t.Fingerprint()
	return a, true
}

// knows reports whether one of the key's secrets has this fingerprint.
func (s seen) knows(f actor.Fingerprint) bool {
	return bytes.HasPrefix(s.digest, f[:]) || bytes.HasPrefix(s.previous, f[:])
}

// admits reports whether what is known of a credential now admits an actor that it admitted before.
func (s seen) admits(a actor.Actor) bool {
	return s.valid && s.actor.Role == a.Role && slices.Equal(s.actor.VenueIDs, a.VenueIDs) && slices.Equal(s.actor.Scopes, a.Scopes)
}

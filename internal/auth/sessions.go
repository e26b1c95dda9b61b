package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/postgres"
)

// ErrNoMembership means that somebody is no member of the tenant, or not any more.
var ErrNoMembership = errors.New("there is no membership")

// SessionLimits say how long people stay signed in, and by whose word.
type SessionLimits struct {
	Life    time.Duration // from signing in, whatever happens
	Idle    time.Duration // without a request; a socket that is only open is none
	Issuers []string      // whose memberships count in this process; sessions of others are no good here
}

// Sessions are the stays of people who signed in. It is safe for concurrent use.
type Sessions struct {
	db     *postgres.DB
	limits SessionLimits
	memory *memory[place, seen]
	uses   *uses
}

// NewSessions reads sessions from a database. Close waits for what is still being noted.
func NewSessions(db *postgres.DB, limits SessionLimits) *Sessions {
	s := &Sessions{db: db, limits: limits, uses: newUses(db, `UPDATE sessions SET seen_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2
		AND ended_at IS NULL AND seen_at < clock_timestamp() - interval '1 minute'`)}
	s.memory = newMemory(s.read)
	return s
}

// Close waits until the last uses are noted. Call it before the pool is closed.
func (s *Sessions) Close() { s.uses.close() }

// Session is one that has begun.
type Session struct {
	Token     string // shown once, to be kept by the browser
	ExpiresAt time.Time
	Life      time.Duration // until then, by the database's clock
}

// Begin lets a member stay. The provider's own name of the session may be empty. ErrNoMembership when the membership has
// been revoked meanwhile.
func (s *Sessions) Begin(ctx context.Context, tenant, membership uuid.UUID, providerSession string) (begun Session, err error) {
	t := credential.New(credential.Session, tenant, uuid.New())
	digest := t.Digest()
	err = s.db.InTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `UPDATE memberships SET last_signed_in_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL`, tenant, membership)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrNoMembership)
		}
		return tx.QueryRowContext(ctx, `
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
INSERT INTO sessions (id, tenant_id, membership_id, secret_digest, provider_session, created_at, expires_at, seen_at)
SELECT $1, $2, $3, $4, nullif($5, ''), now, now + $6 * interval '1 microsecond', now FROM clock RETURNING expires_at`,
			t.ID, tenant, membership, digest[:], providerSession, s.limits.Life.Microseconds()).Scan(&begun.ExpiresAt)
	})
	if err != nil {
		return Session{}, fmt.Errorf("begin a session of membership %s: %w", membership, unavailability(err))
	}
	begun.Token, begun.Life = t.String(), s.limits.Life
	return begun, nil
}

// End ends the session behind a token; within two seconds everybody knows. A token that opens none is no
// error: whoever signs out twice is signed out.
func (s *Sessions) End(ctx context.Context, token string) error {
	t, ok := credential.Parse(credential.Session, token)
	if !ok {
		return nil
	}
	digest := t.Digest()
	err := s.db.InTenant(ctx, t.Tenant, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE sessions SET ended_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2 AND secret_digest = $3 AND ended_at IS NULL`, t.Tenant, t.ID, digest[:])
		return err
	})
	if err != nil {
		return fmt.Errorf("end session %s: %w", t.ID, unavailability(err))
	}
	s.memory.forget(place{t.Tenant, t.ID})
	return nil
}

// Authenticate finds the actor behind a session's token, and notes that it has been seen. ErrUnauthenticated when there is
// none; problem.ErrUnavailable when the database can't be asked. A session that is ended, or whose membership is revoked, is
// refused within two seconds; one whose time is over at its instant.
func (s *Sessions) Authenticate(ctx context.Context, token string) (actor.Actor, error) {
	t, ok := credential.Parse(credential.Session, token)
	if !ok {
		return actor.Actor{}, ErrUnauthenticated
	}
	at := place{t.Tenant, t.ID}
	found, err := s.memory.find(ctx, at)
	if err != nil {
		return actor.Actor{}, fmt.Errorf("look session %s up: %w", t.ID, err)
	}
	if !found.value.valid || !t.Opens(found.value.digest) {
		return actor.Actor{}, ErrUnauthenticated
	}
	s.uses.noteOnce(at, found.value.unnoted)
	return found.value.actor, nil
}

// StillValid reports whether the session behind an actor goes on, for connections that stay open. Asking is no use of it.
// While the database can't be asked nobody is sent away.
func (s *Sessions) StillValid(ctx context.Context, a actor.Actor) bool {
	found, err := s.memory.find(ctx, place{a.TenantID, a.SessionID})
	return err != nil || found.value.admits(a)
}

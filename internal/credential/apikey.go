package credential

import (
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

// APIKey is a credential of a program, without its secret.
type APIKey struct {
	ID          uuid.UUID
	TenantID    uuid.UUID
	PrincipalID uuid.UUID // whom it speaks for, and who owns its idempotency keys
	Name        string
	actor.Grant
	CustomerID    *uuid.UUID // for whom a CUSTOMER's or an AGENT's acts
	ExpiresAt     *time.Time // nil: never
	LastUsedAt    *time.Time // to the minute
	PreviousUntil *time.Time // when the secret before the last rotation ends, or ended; nil: at once, or there was none
	RevokedAt     *time.Time
	Version       int
	CreatedAt     time.Time
}

// Good reports whether the key opens anything at a moment.
func (k APIKey) Good(now time.Time) bool {
	return k.RevokedAt == nil && (k.ExpiresAt == nil || now.Before(*k.ExpiresAt))
}

// DecideRevoke refuses a version that has moved on, and a key that is revoked. One that has expired may be revoked.
func (k APIKey) DecideRevoke(expectedVersion int) *problem.Problem {
	return revocable("API key", k.Version, k.RevokedAt, expectedVersion)
}

// DecideRotate refuses what DecideRevoke does, and a key that has expired.
func (k APIKey) DecideRotate(expectedVersion int, now time.Time) *problem.Problem {
	if p := k.DecideRevoke(expectedVersion); p != nil {
		return p
	}
	if !k.Good(now) {
		return problem.New(problem.IllegalTransition, "The API key has expired.").WithVersion(k.Version)
	}
	return nil
}

func revocable(what string, version int, revokedAt *time.Time, expectedVersion int) *problem.Problem {
	if expectedVersion != version {
		return problem.New(problem.VersionStale, "The %s has changed since it was read: it is at version %d.", what, version).WithVersion(version)
	}
	if revokedAt != nil {
		return problem.New(problem.IllegalTransition, "The %s is revoked already.", what).WithVersion(version)
	}
	return nil
}

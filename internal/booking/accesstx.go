package booking

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/credential"
)

// SecretDigest is what is kept of a secret.
type SecretDigest = [credential.DigestSize]byte

// AccessChanges are what a decision writes of API keys and memberships. New ones bring their principal with them.
type AccessChanges struct {
	Issued  []IssuedKey
	Rotated []Rotation
	Keys    []Change[credential.APIKey] // revoked ones
	Granted []credential.Membership
	Members []Change[credential.Membership] // revoked ones
}

// IssuedKey is a new key and what its secret is known by from now on.
type IssuedKey struct {
	credential.APIKey
	Digest SecretDigest
}

// Rotation gives a key another secret. The one it had is good until Until; nil ends it at once.
type Rotation struct {
	Key    credential.APIKey // as it was read
	Digest SecretDigest
	Until  *time.Time
}

// AccessLookups are what commands on API keys and memberships read. nil is what doesn't exist.
type AccessLookups interface {
	// LockAccess has these commands take turns in the tenant, so that what is counted stays counted. It comes before all
	// other locks.
	LockAccess(ctx context.Context) error
	// StillGood tells whether the credential that somebody acts with is good in this very moment.
	StillGood(ctx context.Context, by actor.Actor) (bool, error)
	// KnownVenues counts those of the ids that are venues.
	KnownVenues(ctx context.Context, ids []uuid.UUID) (int, error)

	APIKey(ctx context.Context, id uuid.UUID) (*credential.APIKey, error)
	// GoodKeys counts the keys that open something at a moment.
	GoodKeys(ctx context.Context, now time.Time) (int, error)
	// OpensKey tells whether a digest is that of the key's secret, or of the one before.
	OpensKey(ctx context.Context, id uuid.UUID, digest SecretDigest) (bool, error)

	Membership(ctx context.Context, id uuid.UUID) (*credential.Membership, error)
	// MembershipOf is the one, not revoked, of the person with this subject or this address; one of the two is given.
	MembershipOf(ctx context.Context, issuer string, subject, email *string) (*credential.Membership, error)
	// AnotherRules tells whether something besides the credential of an id rules the whole tenant now and at least until then;
	// nil asks for what never ends. A membership counts when its person has signed in, at this provider.
	AnotherRules(ctx context.Context, besides uuid.UUID, issuer string, now time.Time, until *time.Time) (bool, error)
}

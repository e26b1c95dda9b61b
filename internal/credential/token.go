package credential

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
)

// Kind is what a token is of. It is the head of the token, so that scanners for leaked secrets know one.
type Kind string

// The kinds.
const (
	Key     Kind = "sq"  // an API key
	Session Kind = "sqs" // a session of the dashboard
)

// DigestSize is the length of a digest in bytes.
const DigestSize = sha256.Size

const secretBytes = 32

// encoding is strict: each token has exactly one spelling.
var encoding = base64.RawURLEncoding.Strict()

// Token reads <kind>.<who>.<secret>: the tenant and the row in URL-safe base64, so that the scope is known before anything
// is looked up, and 256 random bits of which only the digest is kept.
type Token struct {
	Kind   Kind
	Tenant uuid.UUID
	ID     uuid.UUID // of the row that it opens
	secret [secretBytes]byte
}

// New makes a token with a secret of its own.
func New(kind Kind, tenant, id uuid.UUID) Token {
	t := Token{Kind: kind, Tenant: tenant, ID: id}
	_, _ = rand.Read(t.secret[:]) // never fails
	return t
}

// String spells the token. It is shown once, when it is issued.
func (t Token) String() string {
	who := append(append([]byte{}, t.Tenant[:]...), t.ID[:]...)
	return strings.Join([]string{string(t.Kind), encoding.EncodeToString(who), encoding.EncodeToString(t.secret[:])}, ".")
}

// Digest is what is kept of the token. The secret is random and long, so one round of SHA-256 is enough.
func (t Token) Digest() [DigestSize]byte { return sha256.Sum256(t.secret[:]) }

// Fingerprint is that of the token's secret.
func (t Token) Fingerprint() actor.Fingerprint {
	digest := t.Digest()
	return actor.Fingerprint(digest[:])
}

// Opens reports, in a time that doesn't depend on where they differ, whether the token has this digest. No token has an
// empty one.
func (t Token) Opens(digest []byte) bool {
	own := t.Digest()
	return subtle.ConstantTimeCompare(own[:], digest) == 1
}

// Parse reads a token of a kind; ok is false for everything that String can't have made.
func Parse(kind Kind, text string) (t Token, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || parts[0] != string(kind) || strings.ContainsAny(text, "\r\n") {
		return t, false
	}
	who, err := encoding.DecodeString(parts[1])
	if err != nil || len(who) != len(t.Tenant)+len(t.ID) {
		return t, false
	}
	secret, err := encoding.DecodeString(parts[2])
	if err != nil || len(secret) != secretBytes {
		return t, false
	}
	t.Kind = kind
	copy(t.Tenant[:], who)
	copy(t.ID[:], who[len(t.Tenant):])
	copy(t.secret[:], secret)
	return t, t.Tenant != uuid.Nil // nobody's scope
}

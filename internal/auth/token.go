package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"
)

// A token reads sq.<who>.<secret>: the tenant and the key in URL-safe base64, so that the scope is known before anything
// is looked up, and 256 random bits of which only the digest is kept.
const (
	tokenHead   = "sq"
	secretBytes = 32
)

// encoding is strict: each token has exactly one spelling.
var encoding = base64.RawURLEncoding.Strict()

type token struct {
	keyID
	secret [secretBytes]byte
}

func newToken(tenant, key uuid.UUID) token {
	t := token{keyID: keyID{tenant, key}}
	_, _ = rand.Read(t.secret[:]) // never fails
	return t
}

// String spells the token. It is shown once, when it is issued.
func (t token) String() string {
	who := append(append([]byte{}, t.tenant[:]...), t.key[:]...)
	return strings.Join([]string{tokenHead, encoding.EncodeToString(who), encoding.EncodeToString(t.secret[:])}, ".")
}

func (t token) digest() [sha256.Size]byte { return sha256.Sum256(t.secret[:]) }

// parseToken reads a token; ok is false for everything that String can't have made.
func parseToken(text string) (t token, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || parts[0] != tokenHead || strings.ContainsAny(text, "\r\n") {
		return t, false
	}
	who, err := encoding.DecodeString(parts[1])
	if err != nil || len(who) != len(t.tenant)+len(t.key) {
		return t, false
	}
	secret, err := encoding.DecodeString(parts[2])
	if err != nil || len(secret) != secretBytes {
		return t, false
	}
	copy(t.tenant[:], who)
	copy(t.key[:], who[len(t.tenant):])
	copy(t.secret[:], secret)
	return t, t.tenant != uuid.Nil // nobody's scope
}

package ical

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"
)

// A feed is fetched at /calendar/<secret>.ics. The secret is the tenant, so that the scope is known before anything is
// looked up, and 256 random bits, in URL-safe letters. Calendar programs can't log in: who knows the address may read.
const (
	pathHead    = "/calendar/"
	pathTail    = ".ics"
	secretBytes = 32
)

// secretLetters is strict: each secret has exactly one spelling.
var secretLetters = base64.RawURLEncoding.Strict()

// Address is where a feed is fetched. Only its digest is kept, so it can be shown once, when it is made.
type Address struct {
	Tenant uuid.UUID
	secret [secretBytes]byte
}

// AddressDigest is the form in which the secret of an address is kept.
type AddressDigest [sha256.Size]byte

// NewAddress makes an address that nobody knows yet.
func NewAddress(tenant uuid.UUID) Address {
	a := Address{Tenant: tenant}
	_, _ = rand.Read(a.secret[:]) // never fails
	return a
}

// ParseAddress reads the path of a request; ok is false for everything that Path can't have made.
func ParseAddress(path string) (a Address, ok bool) {
	text, headed := strings.CutPrefix(path, pathHead)
	text, tailed := strings.CutSuffix(text, pathTail)
	if !headed || !tailed || strings.ContainsAny(text, "\r\n") {
		return Address{}, false
	}
	raw, err := secretLetters.DecodeString(text)
	if err != nil || len(raw) != len(a.Tenant)+secretBytes {
		return Address{}, false
	}
	copy(a.Tenant[:], raw)
	copy(a.secret[:], raw[len(a.Tenant):])
	return a, a.Tenant != uuid.Nil // nobody's scope
}

// Path spells the address, secret and all.
func (a Address) Path() string {
	return pathHead + secretLetters.EncodeToString(append(a.Tenant[:], a.secret[:]...)) + pathTail
}

// Digest is what an address is looked up by.
func (a Address) Digest() AddressDigest { return sha256.Sum256(a.secret[:]) }

// String keeps the secret out of logs and messages.
func (a Address) String() string { return "a calendar address of tenant " + a.Tenant.String() }

// GoString does so for %#v.
func (a Address) GoString() string { return a.String() }

// Package ref owns public identifiers: a kind prefix and the 128 bits of an id in URL-safe letters. An identifier says what
// kind of thing it names and nothing else; whether the thing exists, and who may see it, is decided by the reader.
package ref

import (
	"encoding/base64"
	"strings"

	"github.com/google/uuid"
)

// Kind is what an identifier names.
type Kind string

// The kinds, by the prefix of their identifiers. A prefix is never given to another kind.
const (
	Tenant        Kind = "tn"
	Venue         Kind = "vn"
	Resource      Kind = "rs"
	Slot          Kind = "sl"
	Reservation   Kind = "rv"
	Customer      Kind = "cu"
	Entry         Kind = "we"
	Offer         Kind = "of"
	PolicyVersion Kind = "pv"
	Principal     Kind = "pr"
	Intent        Kind = "in"
	Attempt       Kind = "at"
	Approval      Kind = "ap"
	Area          Kind = "ar"
	Pause         Kind = "pa"
	Adjustment    Kind = "ad"
	Series        Kind = "se"
	CalendarFeed  Kind = "cf"
	AuditEntry    Kind = "au"
	APIKey        Kind = "ak"
	Membership    Kind = "mb"
	Opening       Kind = "op" // a numbered change of a venue's opening rules; events speak of it, nothing reads it by its id
)

// KindValues lists every kind.
func KindValues() []Kind {
	return []Kind{Tenant, Venue, Resource, Slot, Reservation, Customer, Entry, Offer, PolicyVersion, Principal, Intent, Attempt, Approval, Area, Pause, Adjustment, Series, CalendarFeed, AuditEntry, APIKey, Membership, Opening}
}

// encoding is strict: each 128-bit value has exactly one spelling.
var encoding = base64.RawURLEncoding.Strict()

// Ref is a decoded identifier.
type Ref struct {
	Kind Kind
	ID   uuid.UUID
}

// Encode spells an identifier.
func Encode(kind Kind, id uuid.UUID) string {
	return string(kind) + "_" + encoding.EncodeToString(id[:])
}

// String spells the identifier.
func (r Ref) String() string { return Encode(r.Kind, r.ID) }

// Parse reads an identifier of any known kind. ok is false for everything that Encode cannot have made.
func Parse(s string) (r Ref, ok bool) {
	prefix, body, found := strings.Cut(s, "_")
	if !found || len(body) != 22 || strings.ContainsAny(body, "\r\n") {
		return Ref{}, false
	}
	for _, kind := range KindValues() {
		if string(kind) == prefix {
			r.Kind = kind
		}
	}
	raw, err := encoding.DecodeString(body)
	if r.Kind == "" || err != nil || len(raw) != len(r.ID) {
		return Ref{}, false
	}
	copy(r.ID[:], raw)
	return r, true
}

// Decode reads an identifier of one kind; another kind, another alphabet or another length is not ok.
func Decode(kind Kind, s string) (uuid.UUID, bool) {
	r, ok := Parse(s)
	if !ok || r.Kind != kind {
		return uuid.Nil, false
	}
	return r.ID, true
}

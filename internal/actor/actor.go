// Package actor owns who is acting: the principal behind a credential, its role, what it may do and where. It decides
// from values alone; reading credentials is auth's work.
package actor

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Role is what a principal is to a tenant.
type Role string

// The four roles.
const (
	Customer Role = "CUSTOMER"
	Staff    Role = "STAFF"
	Admin    Role = "ADMIN"
	Agent    Role = "AGENT"
)

// RoleValues lists every role.
func RoleValues() []Role { return []Role{Customer, Staff, Admin, Agent} }

// Fingerprint tells the secrets of one API key apart. It is the beginning of the digest that is kept of a secret.
type Fingerprint [8]byte

// Actor is an authenticated principal within one tenant. The zero Actor may do nothing.
type Actor struct {
	TenantID     uuid.UUID
	PrincipalID  uuid.UUID
	KeyID        uuid.UUID   // the API key that was shown; zero for a session
	SessionID    uuid.UUID   // the session; zero for an API key
	MembershipID uuid.UUID   // whose token of the identity provider was shown; else zero
	Fingerprint  Fingerprint // of the API key's secret that was shown, which a rotation may end; zero for others
	DisplayName  string
	Role         Role
	CustomerID   *uuid.UUID   // set for CUSTOMER and AGENT: the customer they act for
	VenueIDs     []uuid.UUID  // granted venues; empty means every venue of the tenant
	Scopes       []Capability // what the credential keeps of its role's capabilities; empty means all of them
	ExpiresAt    *time.Time   // when the credential ends; nil means never
}

// Can reports whether the actor's role carries the capability and its credential keeps it.
func (a Actor) Can(c Capability) bool {
	return slices.Contains(grants[a.Role], c) && (len(a.Scopes) == 0 || slices.Contains(a.Scopes, c))
}

// SeesVenue reports whether a venue of the actor's own tenant lies within the grant.
func (a Actor) SeesVenue(id uuid.UUID) bool {
	return len(a.VenueIDs) == 0 || slices.Contains(a.VenueIDs, id)
}

// OwnOnly reports whether the actor sees only the rows of its own customer.
func (a Actor) OwnOnly() bool { return a.Role == Customer || a.Role == Agent }

// Owns reports whether a row of the given customer is the actor's own.
func (a Actor) Owns(customer uuid.UUID) bool {
	return a.CustomerID != nil && *a.CustomerID == customer
}

// MaySee reports whether a row of this venue and customer is visible to the actor.
func (a Actor) MaySee(venue, customer uuid.UUID) bool {
	return a.SeesVenue(venue) && (!a.OwnOnly() || a.Owns(customer))
}

// Label names the actor in audit entries and decisions, without contact data.
func (a Actor) Label() string { return string(a.Role) + " " + a.DisplayName }

// RoleOfLabel is the role in a label; empty for one that no actor has.
func RoleOfLabel(label string) Role {
	role, _, _ := strings.Cut(label, " ")
	if !slices.Contains(RoleValues(), Role(role)) {
		return ""
	}
	return Role(role)
}

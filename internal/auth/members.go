package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/postgres"
)

// Members are the people of tenants: whom an identity provider knows, and who they are here. It is safe for concurrent use.
type Members struct {
	db      *postgres.DB
	people  *memory[somebody, seen]
	members *memory[place, seen]
}

// somebody is a person of a provider at the door of a tenant.
type somebody struct {
	tenant          uuid.UUID
	issuer, subject string
}

// NewMembers reads memberships from a database.
func NewMembers(db *postgres.DB) *Members {
	m := &Members{db: db}
	m.people = newMemory(func(ctx context.Context, who somebody) (found[seen], error) { return readPerson(ctx, db, who) })
	m.members = newMemory(func(ctx context.Context, at place) (found[seen], error) { return readMember(ctx, db, at) })
	return m
}

// Actor is who a person is to a tenant, until the provider's word ends. A person who is known by a verified e-mail address
// alone is bound to the membership now. ErrUnauthenticated when there is no membership; problem.ErrUnavailable when the
// database can't be asked. A membership that is revoked is refused within two seconds.
func (m *Members) Actor(ctx context.Context, tenant uuid.UUID, p identity.Person) (actor.Actor, error) {
	member, err := m.people.find(ctx, somebody{tenant, p.Issuer, p.Subject})
	if err == nil && !member.there && p.Email != "" {
		if _, err = m.Recognise(ctx, tenant, p); err == nil {
			member, err = m.people.find(ctx, somebody{tenant, p.Issuer, p.Subject})
		}
	}
	if err != nil && !isNobody(err) {
		return actor.Actor{}, fmt.Errorf("look a member of tenant %s up: %w", tenant, err)
	}
	if err != nil || !member.value.valid {
		return actor.Actor{}, ErrUnauthenticated
	}
	a := member.value.actor
	a.ExpiresAt = &p.ExpiresAt
	return a, nil
}

// StillValid reports whether the membership behind an actor goes on as it was, for connections that stay open. While the
// database can't be asked nobody is sent away.
func (m *Members) StillValid(ctx context.Context, a actor.Actor) bool {
	member, err := m.members.find(ctx, place{a.TenantID, a.MembershipID})
	return err != nil || member.value.admits(a)
}

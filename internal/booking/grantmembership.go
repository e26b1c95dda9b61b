package booking

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// GrantMembership lets a person sign in.
type GrantMembership struct {
	Issuer      *string // nil: the provider that the desk trusts
	Subject     *string // of these two one is given
	Email       *string
	Role        actor.Role
	DisplayName string
	CustomerID  *string // for a CUSTOMER and an AGENT only
	VenueIDs    []string
	Key         string
}

// Trusting names the identity provider whose memberships are granted unless another is named, and whose members keep a
// tenant from being locked. Call it before the desk is used; empty means that people can't sign in.
func (d *Desk) Trusting(issuer string) *Desk {
	d.issuer = issuer
	return d
}

// GrantMembership lets a person sign in to the tenant as a new principal. A CUSTOMER for whom no customer is named gets the
// one with the address, or a new one. A person has one membership at a time; a second one is POLICY_FORBIDS and names the
// first, if the actor may see it. What is beyond the actor's own limits is POLICY_FORBIDS as well.
func (d *Desk) GrantMembership(ctx context.Context, by actor.Actor, in GrantMembership, correlationID string) (command.Result, error) {
	person, err := in.person(d.issuer)
	if err != nil {
		return command.Result{}, err
	}
	asked, err := access{Role: in.Role, VenueIDs: in.VenueIDs, CustomerID: in.CustomerID}.check(true)
	if err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.AccessManage, operation: "grantMembership", key: in.Key, correlationID: correlationID,
		input: struct {
			Issuer, Subject, Email *string // the issuer as it was given: which is trusted may change
			DisplayName            string
			Access                 access
		}{in.Issuer, person.Subject, person.Email, person.DisplayName, asked}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		person := person // the decision may be made more than once
		person.ID, person.TenantID, person.PrincipalID, person.Version = ref.NewID(), by.TenantID, ref.NewID(), 1
		return decideMembership(ctx, tx, by, asked, person)
	})
}

func decideMembership(ctx context.Context, tx Tx, by actor.Actor, asked access, m credential.Membership) (verdict, error) {
	now, err := enterAccess(ctx, tx, by)
	if err != nil {
		return verdict{}, err
	}
	grant, customer, what, err := asked.find(ctx, tx, by)
	if err != nil {
		return verdict{}, err
	}
	if what != "" {
		return unknownReference(what)
	}
	if !by.Covers(grant) {
		return beyond(answer{})
	}
	known, err := tx.MembershipOf(ctx, m.Issuer, m.Subject, m.Email)
	if err != nil {
		return verdict{}, fmt.Errorf("look for a membership of the same person: %w", err)
	}
	if known != nil {
		shown := answer{}
		if by.Covers(known.Grant) {
			shown = accessAnswer(ref.Membership, known.ID, known.Grant)
		}
		return refused(problem.New(problem.PolicyForbids, "This person has a membership already; revoke it before you grant another."), shown)
	}
	s := newSheet(by.TenantID, now, nil)
	if customer == nil && grant.Role == actor.Customer {
		owner, write, err := whose(ctx, tx, by, &Contact{Name: m.DisplayName, Email: m.Email})
		if err != nil {
			return verdict{}, err
		}
		if write != nil {
			s.changes.Customers = append(s.changes.Customers, *write)
		}
		customer = &owner.ID
	}
	m.Grant, m.CustomerID, m.CreatedAt = grant, customer, now
	s.changes.Access.Granted = append(s.changes.Access.Granted, m)
	return verdict{changes: s.done(), answer: accessAnswer(ref.Membership, m.ID, grant)}, nil
}

// person checks who it is that shall sign in, and by which provider.
func (in GrantMembership) person(trusted string) (m credential.Membership, err error) {
	if m.DisplayName, err = givenNameAs("displayName", in.DisplayName); err != nil {
		return m, err
	}
	m.Issuer = trusted
	if in.Issuer != nil {
		m.Issuer = *in.Issuer
	}
	if at, err := url.Parse(m.Issuer); err != nil || at.Scheme == "" || len(m.Issuer) > 500 {
		return m, problem.NewInvalid("issuer", "give the issuer as the identity provider spells it, an absolute address of at most 500 bytes")
	}
	switch {
	case (in.Subject == nil) == (in.Email == nil):
		return m, problem.NewInvalid("subject", "give a subject or an e-mail address, not both")
	case in.Subject != nil:
		if *in.Subject == "" || len(*in.Subject) > 255 || strings.ContainsFunc(*in.Subject, unicode.IsControl) {
			return m, problem.NewInvalid("subject", "give the subject as the identity provider spells it, 1 to 255 bytes")
		}
		m.Subject = in.Subject
		return m, nil
	}
	email, ok := credential.MemberEmail(*in.Email)
	if !ok {
		return m, problem.NewInvalid("email", "give a bare e-mail address in ASCII letters, at most 320")
	}
	m.Email = &email
	return m, nil
}

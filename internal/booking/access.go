package booking

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// mostGranted is how many venues one credential may be limited to.
const mostGranted = 100

// access is what a new credential shall allow, in the words of whoever asks for it.
type access struct {
	Role       actor.Role
	VenueIDs   []string // nil: every venue
	Scopes     []string // nil: all capabilities of the role
	CustomerID *string
}

// check refuses what no credential can be, and puts sets in order, so that the same is the same whatever came first.
// anybody lets a CUSTOMER name no customer.
func (a access) check(anybody bool) (access, error) {
	if !slices.Contains(actor.RoleValues(), a.Role) {
		return a, problem.NewInvalid("role", "is not known")
	}
	own := actor.Actor{Role: a.Role}.OwnOnly()
	switch {
	case a.CustomerID != nil && !own:
		return a, problem.NewInvalid("customerId", "is for the roles %s and %s", actor.Customer, actor.Agent)
	case a.CustomerID == nil && own && !(anybody && a.Role == actor.Customer):
		return a, problem.NewInvalid("customerId", "give the customer for whom the %s acts", a.Role)
	case a.VenueIDs != nil && (len(a.VenueIDs) < 1 || len(a.VenueIDs) > mostGranted):
		return a, problem.NewInvalid("venueIds", "name 1 to %d venues, or leave it out for all of them", mostGranted)
	case a.Scopes != nil && len(a.Scopes) == 0:
		return a, problem.NewInvalid("scopes", "name capabilities of the role, or leave it out for all of them")
	}
	whole := actor.Grant{Role: a.Role}.Capabilities()
	for i, scope := range a.Scopes {
		if !slices.Contains(whole, actor.Capability(scope)) {
			return a, problem.NewInvalid(fmt.Sprintf("scopes[%d]", i), "is no capability of the role %s", a.Role)
		}
	}
	a.VenueIDs, a.Scopes = slices.Sorted(slices.Values(a.VenueIDs)), slices.Sorted(slices.Values(a.Scopes))
	if len(slices.Compact(slices.Clone(a.VenueIDs))) < len(a.VenueIDs) {
		return a, problem.NewInvalid("venueIds", "name each venue once")
	}
	if len(slices.Compact(slices.Clone(a.Scopes))) < len(a.Scopes) {
		return a, problem.NewInvalid("scopes", "name each capability once")
	}
	return a, nil
}

// find looks up what the access names. what is the kind of thing that the actor can't refer to.
func (a access) find(ctx context.Context, tx Tx, by actor.Actor) (grant actor.Grant, customer *uuid.UUID, what string, err error) {
	grant.Role = a.Role
	for _, scope := range a.Scopes {
		grant.Scopes = append(grant.Scopes, actor.Capability(scope))
	}
	for _, text := range a.VenueIDs {
		venue, ok := ref.Decode(ref.Venue, text)
		if !ok || !by.SeesVenue(venue) {
			return grant, nil, "venue", nil
		}
		grant.VenueIDs = append(grant.VenueIDs, venue)
	}
	known, err := tx.KnownVenues(ctx, grant.VenueIDs)
	if err != nil {
		return grant, nil, "", fmt.Errorf("look for %d venues: %w", len(grant.VenueIDs), err)
	}
	if known < len(grant.VenueIDs) {
		return grant, nil, "venue", nil
	}
	if a.CustomerID == nil {
		return grant, nil, "", nil
	}
	id, ok := ref.Decode(ref.Customer, *a.CustomerID)
	if !ok {
		return grant, nil, "customer", nil
	}
	known, err = tx.KnownCustomers(ctx, []uuid.UUID{id})
	if err != nil {
		return grant, nil, "", fmt.Errorf("look for customer %s: %w", id, err)
	}
	if known == 0 {
		return grant, nil, "customer", nil
	}
	return grant, &id, "", nil
}

// enterAccess waits for the turn among the tenant's commands on credentials, and reads the clock. problem.ErrForbidden for
// whoever acts with a credential that has ended meanwhile: what is remembered of it elsewhere must not make another.
func enterAccess(ctx context.Context, tx Tx, by actor.Actor) (now time.Time, err error) {
	if err := tx.LockAccess(ctx); err != nil {
		return now, fmt.Errorf("wait for the turn: %w", err)
	}
	good, err := tx.StillGood(ctx, by)
	if err != nil {
		return now, fmt.Errorf("look at the caller's own credential: %w", err)
	}
	if !good {
		return now, problem.ErrForbidden
	}
	return tx.Now(ctx)
}

// beyond is the refusal to hand out more than one has.
func beyond(shown answer) (verdict, error) {
	return refused(problem.New(problem.PolicyForbids, "Your own credential is limited to certain venues or capabilities, and can grant nothing beyond them."), shown)
}

// lastRuler is the refusal to shut a tenant's last door: nothing else would rule it as long as this credential does.
func lastRuler(shown answer) (verdict, error) {
	return refused(problem.New(problem.PolicyForbids,
		"Nobody else has full access to the tenant for as long as this. Issue another ADMIN key without limits first, or have another ADMIN member sign in."), shown)
}

// accessAnswer shows a credential. The audit of a venue tells of those that are limited to it alone.
func accessAnswer(kind ref.Kind, id uuid.UUID, grant actor.Grant) answer {
	var venue uuid.UUID
	if len(grant.VenueIDs) == 1 {
		venue = grant.VenueIDs[0]
	}
	return about(venue, ref.Ref{Kind: kind, ID: id})
}

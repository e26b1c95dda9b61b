package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/problem"
)

// Bearers turns tokens of the identity provider into people.
type Bearers interface {
	// Bearer gives identity.ErrRefused for a token that is no good, and identity.ErrAway when that can't be told now.
	Bearer(ctx context.Context, token string) (identity.Person, error)
}

// Credentials are all the ways in which a call may say for whom it speaks.
type Credentials struct {
	Keys     *Keys
	Sessions *Sessions
	Members  *Members
	Tenants  *Tenants
	Bearers  Bearers // nil: there is no identity provider
	Site     Site    // the zero Site takes no cookies
}

// Authenticate finds the actor behind an API key, or behind a token of the identity provider at the door of the tenant that
// WithTenant names. A session is no such token: it is good only as a cookie. ErrUnauthenticated when there is nobody;
// problem.ErrUnavailable when that can't be told now.
func (c *Credentials) Authenticate(ctx context.Context, token string) (actor.Actor, error) {
	if c.Bearers == nil || !identity.Looks(token) {
		return c.Keys.Authenticate(ctx, token)
	}
	person, err := c.Bearers.Bearer(ctx, token)
	switch {
	case errors.Is(err, identity.ErrAway):
		return actor.Actor{}, fmt.Errorf("%w: %w", problem.ErrUnavailable, err)
	case err != nil:
		return actor.Actor{}, ErrUnauthenticated
	}
	code, _ := ctx.Value(tenantKey{}).(string)
	tenant, err := c.Tenants.Find(ctx, code)
	if errors.Is(err, ErrNoTenant) {
		return actor.Actor{}, ErrUnauthenticated
	}
	if err != nil {
		return actor.Actor{}, err
	}
	return c.Members.Actor(ctx, tenant, person)
}

// StillValid reports whether the credential behind an actor may go on as it was admitted, for connections that stay open.
// While the database can't be asked nobody is sent away.
func (c *Credentials) StillValid(ctx context.Context, a actor.Actor) bool {
	switch {
	case a.KeyID != uuid.Nil:
		return c.Keys.StillValid(ctx, a)
	case a.SessionID != uuid.Nil:
		return c.Sessions.StillValid(ctx, a)
	case a.MembershipID != uuid.Nil:
		return c.Members.StillValid(ctx, a)
	}
	return false // it came by none of them
}

// Of finds the actor of a request: by its Authorization header, else by the cookie of its session where the request is sure
// to come from a page of ours. Errors as Authenticate's.
func (c *Credentials) Of(r *http.Request) (actor.Actor, error) {
	if len(r.Header.Values("Authorization")) > 0 {
		token := Bearer(r.Header.Get("Authorization"))
		if token == "" {
			return actor.Actor{}, ErrUnauthenticated
		}
		return c.Authenticate(r.Context(), token)
	}
	token := c.Site.Session(r)
	if token == "" || !c.Site.Trusts(r) {
		return actor.Actor{}, ErrUnauthenticated
	}
	return c.Sessions.Authenticate(r.Context(), token)
}

// Close waits for what is still being noted. Call it before the pool is closed.
func (c *Credentials) Close() {
	c.Keys.Close()
	c.Sessions.Close()
}

package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entapikey "github.com/slotq/slotq/ent/db/apikey"
	entmembership "github.com/slotq/slotq/ent/db/membership"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/credential"
)

// applyAccess writes API keys and memberships.
func (t *tx) applyAccess(ctx context.Context, c *booking.Changes) error {
	for _, issued := range c.Access.Issued {
		if err := t.applyIssued(ctx, issued); err != nil {
			return err
		}
	}
	for _, rotation := range c.Access.Rotated {
		if err := t.applyRotation(ctx, rotation); err != nil {
			return fmt.Errorf("rotate %s: %w", rotation.Key.ID, err)
		}
	}
	for _, change := range c.Access.Keys {
		err := changed(t.ent.ApiKey.Update().Where(entapikey.TenantID(t.tenant), entapikey.ID(change.After.ID), entapikey.Version(change.Before.Version)).
			SetNillableRevokedAt(change.After.RevokedAt).Save(ctx))
		if err != nil {
			return fmt.Errorf("revoke %s: %w", change.After.ID, err)
		}
	}
	for _, granted := range c.Access.Granted {
		if err := t.applyGranted(ctx, granted); err != nil {
			return err
		}
	}
	for _, change := range c.Access.Members {
		err := changed(t.ent.Membership.Update().Where(entmembership.TenantID(t.tenant), entmembership.ID(change.After.ID), entmembership.Version(change.Before.Version)).
			SetNillableRevokedAt(change.After.RevokedAt).Save(ctx))
		if err != nil {
			return fmt.Errorf("revoke %s: %w", change.After.ID, err)
		}
	}
	return nil
}

func (t *tx) applyIssued(ctx context.Context, k booking.IssuedKey) error {
	if err := t.applyPrincipal(ctx, k.PrincipalID, k.Role, k.Name, k.CustomerID, k.CreatedAt); err != nil {
		return err
	}
	scopes := make([]string, len(k.Scopes))
	for i, scope := range k.Scopes {
		scopes[i] = string(scope)
	}
	err := t.ent.ApiKey.Create().SetID(k.ID).SetTenantID(t.tenant).SetPrincipalID(k.PrincipalID).SetName(k.Name).SetSecretDigest(k.Digest[:]).
		SetScopes(strings.Join(scopes, " ")).SetNillableExpiresAt(k.ExpiresAt).SetCreatedAt(k.CreatedAt).Exec(ctx)
	if err != nil {
		return err
	}
	return t.ent.ApiKeyVenue.MapCreateBulk(k.VenueIDs, func(create *db.ApiKeyVenueCreate, i int) {
		create.SetTenantID(t.tenant).SetAPIKeyID(k.ID).SetVenueID(k.VenueIDs[i])
	}).Exec(ctx)
}

// rotateKey makes the secret that the key has the previous one, when it is to be good for a while.
const rotateKey = `
UPDATE api_keys SET previous_digest = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE secret_digest END, previous_until = $4::timestamptz,
       secret_digest = $5, version = version + 1
WHERE tenant_id = $1 AND id = $2 AND version = $3`

func (t *tx) applyRotation(ctx context.Context, r booking.Rotation) error {
	result, err := t.sql.ExecContext(ctx, rotateKey, t.tenant, r.Key.ID, r.Key.Version, r.Until, r.Digest[:])
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	return changed(int(n), err)
}

func (t *tx) applyGranted(ctx context.Context, m credential.Membership) error {
	if err := t.applyPrincipal(ctx, m.PrincipalID, m.Role, m.DisplayName, m.CustomerID, m.CreatedAt); err != nil {
		return err
	}
	err := t.ent.Membership.Create().SetID(m.ID).SetTenantID(t.tenant).SetPrincipalID(m.PrincipalID).SetIssuer(m.Issuer).
		SetNillableSubject(m.Subject).SetNillableEmail(m.Email).SetCreatedAt(m.CreatedAt).Exec(ctx)
	if err != nil {
		return err
	}
	return t.ent.MembershipVenue.MapCreateBulk(m.VenueIDs, func(create *db.MembershipVenueCreate, i int) {
		create.SetTenantID(t.tenant).SetMembershipID(m.ID).SetVenueID(m.VenueIDs[i])
	}).Exec(ctx)
}

// applyPrincipal writes for whom a credential speaks.
func (t *tx) applyPrincipal(ctx context.Context, id uuid.UUID, role actor.Role, name string, customer *uuid.UUID, at time.Time) error {
	return t.ent.Principal.Create().SetID(id).SetTenantID(t.tenant).SetRole(role).SetDisplayName(name).SetNillableCustomerID(customer).SetCreatedAt(at).Exec(ctx)
}

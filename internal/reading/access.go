package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/credential"
)

// Reach is how far an actor sees among credentials: only those that allow nothing beyond what it is allowed itself. Venues
// stand in Want: a credential must be limited, and to wanted ones only.
type Reach struct {
	Roles        []actor.Role       // those that it covers as a whole
	Capabilities []actor.Capability // of which those of others are a part
}

// reachOf is none for whoever doesn't manage access.
func reachOf(a actor.Actor) (reach Reach) {
	if !a.Can(actor.AccessManage) {
		return reach
	}
	for _, role := range actor.RoleValues() {
		if a.Covers(actor.Grant{Role: role, VenueIDs: a.VenueIDs}) {
			reach.Roles = append(reach.Roles, role)
		}
	}
	reach.Capabilities = a.Capabilities()
	return reach
}

// AccessRows are the rows of API keys and memberships, oldest first.
type AccessRows interface {
	APIKeys(ctx context.Context, want Want, reach Reach) ([]credential.APIKey, error)
	Memberships(ctx context.Context, want Want, reach Reach) ([]credential.Membership, error)
}

const (
	apiKeyList     listKind = 60
	membershipList listKind = 61
)

// APIKeys lists the tenant's keys, newest last, ended ones too. Whoever is limited to venues or capabilities sees the keys
// that are as limited, and whoever doesn't manage access none.
func (r *Reader) APIKeys(ctx context.Context, a actor.Actor, page Page) (Connection[credential.APIKey], error) {
	return accessPage(ctx, r, a, apiKeyList, "API keys", page, Rows.APIKeys, func(k credential.APIKey) Key { return Key{Sort: k.CreatedAt.UnixMicro(), ID: k.ID} })
}

// Memberships lists the tenant's memberships as APIKeys does its keys.
func (r *Reader) Memberships(ctx context.Context, a actor.Actor, page Page) (Connection[credential.Membership], error) {
	return accessPage(ctx, r, a, membershipList, "memberships", page, Rows.Memberships, func(m credential.Membership) Key { return Key{Sort: m.CreatedAt.UnixMicro(), ID: m.ID} })
}

// APIKeysByID finds keys that the actor may see.
func (r *Reader) APIKeysByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]credential.APIKey, error) {
	return batch(ctx, r, a, "API keys", ids, func(k credential.APIKey) uuid.UUID { return k.ID }, within(a, Rows.APIKeys))
}

// MembershipsByID finds memberships that the actor may see.
func (r *Reader) MembershipsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]credential.Membership, error) {
	return batch(ctx, r, a, "memberships", ids, func(m credential.Membership) uuid.UUID { return m.ID }, within(a, Rows.Memberships))
}

// within reads as far as the actor sees.
func within[T any](a actor.Actor, read func(Rows, context.Context, Want, Reach) ([]T, error)) func(Rows, context.Context, Want) ([]T, error) {
	return func(rows Rows, ctx context.Context, want Want) ([]T, error) { return read(rows, ctx, want, reachOf(a)) }
}

func accessPage[T any](ctx context.Context, r *Reader, a actor.Actor, kind listKind, what string, page Page, read func(Rows, context.Context, Want, Reach) ([]T, error), key func(T) Key) (c Connection[T], err error) {
	l := list{kind: kind, tenant: a.TenantID}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.source.Read(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		found, err := read(rows, ctx, seenBy(a).part(after, page.First), reachOf(a))
		c = connect(l, page, found, key)
		return err
	})
	if err != nil {
		return Connection[T]{}, fmt.Errorf("list %s: %w", what, err)
	}
	return c, nil
}

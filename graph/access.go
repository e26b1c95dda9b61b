package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/reading"
)

// Accesses are the commands of API keys and memberships.
type Accesses interface {
	IssueAPIKey(ctx context.Context, by actor.Actor, in booking.IssueAPIKey, correlationID string) (booking.IssuedAPIKey, error)
	RotateAPIKey(ctx context.Context, by actor.Actor, in booking.RotateAPIKey, correlationID string) (booking.IssuedAPIKey, error)
	RevokeAPIKey(ctx context.Context, by actor.Actor, in booking.RevokeAPIKey, correlationID string) (command.Result, error)
	GrantMembership(ctx context.Context, by actor.Actor, in booking.GrantMembership, correlationID string) (command.Result, error)
	RevokeMembership(ctx context.Context, by actor.Actor, in booking.RevokeMembership, correlationID string) (command.Result, error)
}

// AccessReader is what is read of API keys and memberships.
type AccessReader interface {
	APIKeys(ctx context.Context, a actor.Actor, page reading.Page) (reading.Connection[credential.APIKey], error)
	APIKeysByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]credential.APIKey, error)
	Memberships(ctx context.Context, a actor.Actor, page reading.Page) (reading.Connection[credential.Membership], error)
	MembershipsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]credential.Membership, error)
}

// accessLoaders are the batches of credentials.
type accessLoaders struct {
	keys    *batch[credential.APIKey]
	members *batch[credential.Membership]
}

func newAccessLoaders(a *asker) accessLoaders {
	return accessLoaders{keys: newBatch(a, Reader.APIKeysByID), members: newBatch(a, Reader.MembershipsByID)}
}

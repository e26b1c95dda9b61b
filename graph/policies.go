package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// Policies are the commands of policy versions and of what moves people in the queue.
type Policies interface {
	DraftPolicy(ctx context.Context, by actor.Actor, in booking.DraftPolicy, correlationID string) (command.Result, error)
	ActivatePolicy(ctx context.Context, by actor.Actor, in booking.ActivatePolicy, correlationID string) (command.Result, error)
	GrantAdjustment(ctx context.Context, by actor.Actor, in booking.GrantAdjustment, correlationID string) (command.Result, error)
	RevokeAdjustment(ctx context.Context, by actor.Actor, in booking.RevokeAdjustment, correlationID string) (command.Result, error)
	PrioritizeEntry(ctx context.Context, by actor.Actor, in booking.PrioritizeEntry, correlationID string) (command.Result, error)
}

// PolicyReader is what is read of policies, adjustments and the audit.
type PolicyReader interface {
	PolicyPreview(ctx context.Context, a actor.Actor, version, slot uuid.UUID) (waitlist.Selection, error)
	Adjustments(ctx context.Context, a actor.Actor, venue uuid.UUID, customer *uuid.UUID, page reading.Page) (reading.Connection[waitlist.Adjustment], error)
	AdjustmentsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]waitlist.Adjustment, error)
	AuditLog(ctx context.Context, a actor.Actor, venue uuid.UUID, filter reading.AuditFilter, page reading.Page) (reading.Connection[reading.AuditEntry], error)
	History(ctx context.Context, a actor.Actor, of ref.Ref, page reading.Page) (reading.Connection[reading.AuditEntry], error)
	AuditEntriesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]reading.AuditEntry, error)
}

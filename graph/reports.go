package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/reading"
)

// ReportReader is what is counted and checked.
type ReportReader interface {
	Report(ctx context.Context, a actor.Actor, venue uuid.UUID, from, to calendar.Date) (reading.Report, error)
	Invariants(ctx context.Context, a actor.Actor) (reading.InvariantReport, error)
}

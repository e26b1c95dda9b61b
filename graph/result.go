package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
)

// byID reads one thing by its public id; nil for an unusable id and for what the actor may not see, which are the same to
// a client.
func byID[T any](ctx context.Context, in *batch[T], kind ref.Kind, text string) (*T, error) {
	id, ok := ref.Decode(kind, text)
	if !ok {
		return nil, nil
	}
	return find(ctx, in, id)
}

// ofResult is the entity of a kind that a command's answer names: as the command has just committed it, else read as it now
// stands; nil when it names none.
func ofResult[T any](ctx context.Context, in *batch[T], kind ref.Kind, result command.Result) (*T, error) {
	named, ok := result.Find(kind)
	if !ok {
		return nil, nil
	}
	if row, whole := result.Rows[named].(T); whole {
		return &row, nil
	}
	return find(ctx, in, named.ID)
}

// outcomeOf reads what a command that carried something out made, changed, or found in its way: the first reservation,
// waitlist entry or offer that its answer names, as it now stands. An approval and an intent only lead there.
func (r *Resolver) outcomeOf(ctx context.Context, result command.Result) func() (model.Node, error) {
	for _, named := range result.Refs {
		switch named.Kind {
		case ref.Reservation, ref.Entry, ref.Offer:
			return r.node(ctx, named)
		}
	}
	return noNode
}

// slotsOfResult reads the slots that a command's answer names, as they now stand; nil when it names none.
func slotsOfResult(ctx context.Context, result command.Result) ([]reading.Slot, error) {
	var ids []uuid.UUID
	for _, named := range result.All(ref.Slot) {
		ids = append(ids, named.ID)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return slotsByID(ctx, ids)
}

package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/ref"
)

// defaultFirst is the size of a page when a client sends null for it.
const defaultFirst = 50

// page reads the arguments of a list; bounds and cursors are checked by whoever knows the list.
func page(first *int, after *string) (reading.Page, error) {
	p := reading.Page{First: defaultFirst}
	if first != nil {
		p.First = *first
	}
	if after != nil {
		if p.After = *after; p.After == "" {
			return p, problem.NewInvalid("after", "is not a cursor of this list")
		}
	}
	return p, nil
}

// pageOf answers a list.
func pageOf[T any](ctx context.Context, first *int, after *string, list func(actor.Actor, reading.Page) (reading.Connection[T], error)) (*model.Connection[T], error) {
	p, err := page(first, after)
	if err != nil {
		return nil, err
	}
	found, err := list(actorOf(ctx), p)
	if err != nil {
		return nil, err
	}
	return &model.Connection[T]{Connection: found}, nil
}

// pageOfVenue answers a list of a venue; problem.ErrNotFound for what can't be a venue's id.
func pageOfVenue[T any](ctx context.Context, venueID string, first *int, after *string, list func(actor.Actor, uuid.UUID, reading.Page) (reading.Connection[T], error)) (*model.Connection[T], error) {
	return pageOf(ctx, first, after, func(a actor.Actor, p reading.Page) (reading.Connection[T], error) {
		venue, ok := ref.Decode(ref.Venue, venueID)
		if !ok {
			return reading.Connection[T]{}, problem.ErrNotFound
		}
		return list(a, venue, p)
	})
}

package graph

import (
	"context"
	"errors"

	"github.com/99designs/gqlgen/graphql"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/problem"
)

// errUnauthenticated means that a call came without a credential, or with one that is not good.
var errUnauthenticated = errors.New("nobody is authenticated")

// capability is the gate before every root field. It is the outer one: rows are narrowed to the actor by whoever reads them.
func capability(ctx context.Context, _ any, next graphql.Resolver, name string) (any, error) {
	a, ok := auth.From(ctx)
	if !ok {
		return nil, errUnauthenticated
	}
	if !a.Can(actor.Capability(name)) {
		return nil, problem.ErrForbidden
	}
	return next(ctx)
}

// capabilityNames spells capabilities as clients know them.
func capabilityNames(all []actor.Capability) []string {
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = string(c)
	}
	return names
}

// actorOf is who asks. Behind the gate there always is somebody; the zero actor may do nothing.
func actorOf(ctx context.Context) actor.Actor {
	a, _ := auth.From(ctx)
	return a
}

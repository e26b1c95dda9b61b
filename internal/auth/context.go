package auth

import (
	"context"

	"github.com/slotq/slotq/internal/actor"
)

type actorKey struct{}

// With makes the actor the one for whom everything below ctx is done.
func With(ctx context.Context, a actor.Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// From is the actor of ctx; ok is false when nobody has been authenticated.
func From(ctx context.Context) (a actor.Actor, ok bool) {
	a, ok = ctx.Value(actorKey{}).(actor.Actor)
	return a, ok
}

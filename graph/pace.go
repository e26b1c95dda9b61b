package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/slotq/slotq/graph/transport"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/throttle"
)

// pace turns operations away that come too fast, before they run. Who is nobody is turned away by the gate of each field.
type pace struct {
	presenter
	admit func(a actor.Actor, class throttle.Class, cost int) error
}

var (
	_ graphql.HandlerExtension        = pace{}
	_ graphql.OperationContextMutator = pace{}
)

// ExtensionName names the extension to gqlgen.
func (pace) ExtensionName() string { return "Pace" }

// Validate has nothing to find.
func (pace) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext changes nothing; it is gqlgen's place to refuse an operation.
func (p pace) MutateOperationContext(ctx context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	a, known := auth.From(ctx)
	if !known {
		return nil
	}
	if err := p.admit(a, classOf(operation.Operation.Operation), transport.CostOf(ctx)); err != nil {
		return p.present(ctx, err)
	}
	return nil
}

func classOf(kind ast.Operation) throttle.Class {
	switch kind {
	case ast.Mutation:
		return throttle.Commands
	case ast.Subscription:
		return throttle.Streams
	default:
		return throttle.Queries
	}
}

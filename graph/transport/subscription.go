package transport

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Subscriptions refuses a subscription that would be several streams, or none, with GRAPHQL_VALIDATION_FAILED; add it to a
// server with Use. The parser's own rule takes one field under two names for one, and does not look at conditions: a
// subscription whose only field may be skipped has nothing to tell.
type Subscriptions struct{}

var (
	_ graphql.HandlerExtension        = Subscriptions{}
	_ graphql.OperationContextMutator = Subscriptions{}
)

// ExtensionName names the extension to gqlgen.
func (Subscriptions) ExtensionName() string { return "Subscriptions" }

// Validate has nothing to find.
func (Subscriptions) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext changes nothing; it is gqlgen's place to refuse an operation.
func (Subscriptions) MutateOperationContext(_ context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	if operation.Operation.Operation != ast.Subscription {
		return nil
	}
	r := roots{names: map[string]bool{}, spread: map[string]bool{}}
	r.gather(operation.Operation.SelectionSet)
	switch {
	case r.conditional:
		return coded(errcode.ValidationFailed, "the root field of a subscription must not depend on @skip or @include")
	case len(r.names) != 1:
		return coded(errcode.ValidationFailed, "a subscription must select one root field, under one name")
	default:
		return nil
	}
}

// roots is what an operation selects at its root, by the names in the answer.
type roots struct {
	names       map[string]bool
	spread      map[string]bool // fragments that were entered
	conditional bool
}

func (r *roots) gather(set ast.SelectionSet) {
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			r.names[orElse(s.Alias, s.Name)] = true
			r.look(s.Directives)
		case *ast.InlineFragment:
			r.look(s.Directives)
			r.gather(s.SelectionSet)
		case *ast.FragmentSpread:
			r.look(s.Directives)
			if !r.spread[s.Name] {
				r.spread[s.Name] = true
				r.gather(s.Definition.SelectionSet)
			}
		}
	}
}

func (r *roots) look(directives ast.DirectiveList) {
	r.conditional = r.conditional || directives.ForName("skip") != nil || directives.ForName("include") != nil
}

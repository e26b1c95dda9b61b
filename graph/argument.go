package graph

import (
	"context"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// argument names the argument at which a field failed, as "slotIds[1]" or "customer.email", when its path leads on into
// one; empty when it was not an argument that failed.
func argument(ctx context.Context, path ast.Path) string {
	fc := graphql.GetFieldContext(ctx)
	if fc == nil || len(path) <= len(fc.Path()) {
		return ""
	}
	return within(path[len(fc.Path()):])
}

// misvalued tells wrong values from wrong documents. A document is checked together with the values in it, and variables
// are checked by the same code; to a client a value is the same thing wherever it stood.
func misvalued(shown *gqlerror.Error) public {
	root := ast.PathName("variable")
	switch {
	case strings.HasPrefix(shown.Rule, "ValuesOfCorrectType"):
		if strings.Contains(shown.Message, `"IdempotencyKey!"`) {
			return public{code: codeInvalidKey, message: shown.Message}
		}
		return public{code: codePayloadInvalid, message: shown.Message}
	case len(shown.Path) > 1 && shown.Path[0] == root:
		field := within(shown.Path[1:])
		if shown.Path[len(shown.Path)-1] == ast.PathName("idempotencyKey") {
			return public{code: codeInvalidKey, message: field + ": " + shown.Message}
		}
		return invalidField(field, shown.Message)
	default:
		return public{code: codeValidationFailed, message: shown.Message}
	}
}

// within spells a path to a value. The one input of a mutation goes without saying.
func within(path ast.Path) string {
	if len(path) > 1 && path[0] == ast.PathName("input") {
		path = path[1:]
	}
	return path.String()
}

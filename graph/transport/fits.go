package transport

import (
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
)

// fits refuses an operation that is sound but cannot be carried by one request and one JSON answer.
func fits(method string, operation *graphql.OperationContext) *refused {
	switch kind := operation.Operation.Operation; {
	case kind == ast.Subscription:
		return badRequest(coded(errcode.ValidationFailed,
			"a subscription needs a stream: connect a WebSocket with the %s subprotocol", Subprotocol))
	case method == http.MethodGet && kind != ast.Query:
		return &refused{status: http.StatusMethodNotAllowed, allow: http.MethodPost,
			err: coded(errcode.ValidationFailed, "GET carries queries only, send a mutation by POST")}
	case defers(operation.Doc):
		return badRequest(coded(errcode.ValidationFailed, "@defer needs an answer in parts, this one is whole"))
	default:
		return nil
	}
}

// defers tells whether any part of the document carries @defer. One JSON answer would hold only the
// first part and lose the rest, so even an unused fragment is refused rather than looked into.
func defers(doc *ast.QueryDocument) bool {
	for _, operation := range doc.Operations {
		if deferredIn(operation.SelectionSet) {
			return true
		}
	}
	for _, fragment := range doc.Fragments {
		if deferredIn(fragment.SelectionSet) {
			return true
		}
	}
	return false
}

func deferredIn(set ast.SelectionSet) bool {
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			if deferredIn(s.SelectionSet) {
				return true
			}
		case *ast.InlineFragment:
			if s.Directives.ForName("defer") != nil || deferredIn(s.SelectionSet) {
				return true
			}
		case *ast.FragmentSpread:
			if s.Directives.ForName("defer") != nil {
				return true
			}
		}
	}
	return false
}

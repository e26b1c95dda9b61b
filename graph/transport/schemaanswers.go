package transport

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// maxSchemaAnswers and maxSchemaBytes bound what is remembered of answers about the schema.
const (
	maxSchemaAnswers = 100
	maxSchemaBytes   = 16 << 20
)

// SchemaAnswers remembers what was answered to operations that read nothing but the schema, which never changes: making the
// answer that tools ask for takes many times as long as sending it. Those with variables are answered anew. Add it to a
// server with Use. Make it with NewSchemaAnswers.
type SchemaAnswers struct{ recent *recent[[]byte] }

var (
	_ graphql.HandlerExtension     = SchemaAnswers{}
	_ graphql.OperationInterceptor = SchemaAnswers{}
)

// NewSchemaAnswers remembers nothing yet.
func NewSchemaAnswers() SchemaAnswers {
	return SchemaAnswers{newRecent[[]byte](maxSchemaAnswers, maxSchemaBytes)}
}

// ExtensionName names the extension to gqlgen.
func (SchemaAnswers) ExtensionName() string { return "SchemaAnswers" }

// Validate has nothing to find.
func (SchemaAnswers) Validate(graphql.ExecutableSchema) error { return nil }

// InterceptOperation answers from memory where it can. Errors are not remembered.
func (s SchemaAnswers) InterceptOperation(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	if len(operation.Operation.VariableDefinitions) > 0 || !readsSchemaOnly(operation.Operation.SelectionSet) {
		return next(ctx)
	}
	key := operation.Operation.Name + "\n" + operation.RawQuery
	if data, known := s.recent.get(key); known {
		return graphql.OneShot(&graphql.Response{Data: data})
	}
	responses := next(ctx)
	return func(ctx context.Context) *graphql.Response {
		response := responses(ctx)
		if response != nil && len(response.Errors) == 0 {
			s.recent.add(key, response.Data, len(key)+len(response.Data))
		}
		return response
	}
}

// readsSchemaOnly tells whether every root is one of introspection.
func readsSchemaOnly(set ast.SelectionSet) bool {
	for _, selection := range set {
		only := false
		switch s := selection.(type) {
		case *ast.Field:
			only = isIntrospection(s)
		case *ast.InlineFragment:
			only = readsSchemaOnly(s.SelectionSet)
		case *ast.FragmentSpread:
			only = readsSchemaOnly(s.Definition.SelectionSet)
		}
		if !only {
			return false
		}
	}
	return true
}

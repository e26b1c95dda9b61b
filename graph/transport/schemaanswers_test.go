package transport

import (
	"context"
	"errors"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
)

func TestSchemaAnswers(t *testing.T) {
	const query = `query A { ...S ... { __type(name: "Tree") { name } } } query B { __schema { types { name } } } fragment S on Query { __schema { types { name } } }`
	for _, c := range []struct {
		name, query, operation string
		fails                  bool
		ran                    int
	}{
		{"is made once", query, "A", false, 1},
		{"with an error is made anew", query, "A", true, 2},
		{"about data is made anew", `{ __schema { types { name } } hello }`, "", false, 2},
		{"about data in a fragment is made anew", `{ ... { __schema { types { name } } hello } }`, "", false, 2},
		{"with variables is made anew", `query($n: String!) { __type(name: $n) { name } }`, "", false, 2},
	} {
		t.Run("an answer "+c.name, func(t *testing.T) {
			ran := 0
			e := executor.New(&graphql.ExecutableSchemaMock{
				SchemaFunc: func() *ast.Schema { return testSchema },
				ExecFunc: func(ctx context.Context) graphql.ResponseHandler {
					return graphql.OneShot(func() *graphql.Response {
						ran++
						if c.fails {
							graphql.AddError(ctx, errors.New("not now"))
						}
						return &graphql.Response{Data: []byte(`{"of":"` + graphql.GetOperationContext(ctx).OperationName + `"}`)}
					}())
				},
			})
			e.Use(NewSchemaAnswers())
			ask := func(operation string) string {
				ctx := graphql.StartOperationTrace(t.Context())
				asked, errs := e.CreateOperationContext(ctx, &graphql.RawParams{Query: c.query, OperationName: operation, Variables: map[string]any{"n": "Tree"}})
				require.Empty(t, errs)
				responses, ctx := e.DispatchOperation(ctx, asked)
				response := responses(ctx)
				require.Nil(t, responses(ctx))
				return string(response.Data)
			}
			first := ask(c.operation)
			require.Equal(t, first, ask(c.operation))
			require.Equal(t, c.ran, ran)
			if c.ran == 1 {
				require.Equal(t, `{"of":"B"}`, ask("B"), "each operation of a document has its own")
			}
		})
	}
}

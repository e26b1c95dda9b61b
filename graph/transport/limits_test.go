package transport

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// judge parses and validates a document and asks the limits, as a server does before it runs one.
func judge(limits Limits, query string) gqlerror.List {
	e := executor.New(&graphql.ExecutableSchemaMock{SchemaFunc: func() *ast.Schema { return testSchema }})
	e.Use(limits)
	ctx := graphql.StartOperationTrace(context.Background())
	_, errs := e.CreateOperationContext(ctx, &graphql.RawParams{Query: query})
	return errs
}

// nested is a query whose fields nest depth deep.
func nested(depth int) string {
	return "{ tree " + strings.Repeat("{ left ", depth-2) + "{ name }" + strings.Repeat(" }", depth-1)
}

func aliases(field string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " a%d: %s", i, field)
	}
	return b.String()
}

// bomb doubles a field n times by fragments that spread the next one twice.
func bomb(n int) string {
	var b strings.Builder
	b.WriteString("{ tree { ...F0 } }")
	for i := range n {
		fmt.Fprintf(&b, " fragment F%d on Tree { a: left { ...F%d } b: left { ...F%d } }", i, i+1, i+1)
	}
	fmt.Fprintf(&b, " fragment F%d on Tree { name }", n)
	return b.String()
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name    string
		limits  Limits
		query   string
		refused string // part of the message; empty: allowed
	}{
		{"a plain query", Limits{}, "{ hello }", ""},
		{"as deep as allowed", Limits{}, nested(15), ""},
		{"one level deeper", Limits{}, nested(16), "at most 15 deep, here they nest 16 deep"},
		{"depth hidden in fragments", Limits{Depth: 3}, "{ ...A } fragment A on Query { tree { ... on Tree { left { ...B } } } } fragment B on Tree { left { name } }", "at most 3 deep, here they nest 4 deep"},
		{"fragments are no level of their own", Limits{Depth: 2}, "{ ...A } fragment A on Query { tree { ... on Tree { ... { name } } } }", ""},
		{"as many root fields as allowed", Limits{}, "{" + aliases("hello", 20) + " }", ""},
		{"one root field more", Limits{}, "{" + aliases("hello", 21) + " }", "at most 20 root fields"},
		{"root fields hidden in fragments", Limits{RootFields: 3}, "{ ...A ... { b: hello ...A } } fragment A on Query { a: hello c: hello }", "at most 3 root fields"},
		{"one mutation", Limits{}, "mutation { bump }", ""},
		{"two mutations", Limits{}, "mutation { a: bump b: bump }", "at most 1 root fields"},
		{"two mutations in one fragment", Limits{}, "mutation { ...M } fragment M on Mutation { a: bump b: bump }", "at most 1 root fields"},
		{"two mutations where two are allowed", Limits{RootMutations: 2}, "mutation { a: bump b: bump }", ""},
		{"as many fields as allowed", Limits{Fields: 100}, "{ tree {" + aliases("name", 99) + " } }", ""},
		{"one field more", Limits{Fields: 100}, "{ tree {" + aliases("name", 100) + " } }", "at most 100 fields"},
		{"fields that @skip leaves out", Limits{Fields: 10}, "{ tree {" + aliases("name @skip(if: true)", 10) + " } }", "at most 10 fields"},
		{"fields that a fragment multiplies", Limits{Fields: 10}, "{ tree { left { ...F } right { ...F } } } fragment F on Tree {" + aliases("name", 5) + " }", "at most 10 fields"},
		{"introspection as tools send it", Limits{Depth: 3}, introspection, ""},
		{"introspection nested without end", Limits{}, "{ __type(name: \"Tree\") { " + strings.Repeat("ofType { ", 25) + "name" + strings.Repeat(" }", 26) + " }", "introspection may nest at most 20 deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			errs := judge(c.limits, c.query)
			if c.refused == "" {
				require.Empty(t, errs)
				return
			}
			require.Len(t, errs, 1)
			require.Contains(t, errs[0].Message, c.refused)
			require.Equal(t, "QUERY_TOO_COMPLEX", errs[0].Extensions["code"])
		})
	}

	t.Run("a bomb of fragments is refused in no time, however it multiplies", func(t *testing.T) {
		doc := bomb(80) // 2^80 fields
		start := time.Now()
		errs := judge(Limits{Depth: 1000}, doc)
		require.Len(t, errs, 1)
		require.Contains(t, errs[0].Message, "at most 2000 fields")
		require.Less(t, time.Since(start), patience/2)
	})

	t.Run("a cycle that validation let through ends", func(t *testing.T) {
		cycle := &ast.FragmentDefinition{Name: "F"}
		cycle.SelectionSet = ast.SelectionSet{
			&ast.Field{Name: "left", SelectionSet: ast.SelectionSet{&ast.FragmentSpread{Name: "F", Definition: cycle}}},
		}
		require.Equal(t, 2, measurer{}.set(ast.SelectionSet{
			&ast.Field{Name: "tree", SelectionSet: ast.SelectionSet{&ast.FragmentSpread{Name: "F", Definition: cycle}}},
		}).depth)
	})

	t.Run("negative limits are refused when the server is built", func(t *testing.T) {
		served := &graphql.ExecutableSchemaMock{SchemaFunc: func() *ast.Schema { return testSchema }}
		require.Error(t, Limits{Fields: -1}.Validate(served))
		require.Error(t, Limits{Cost: -1}.Validate(served))
		require.NoError(t, Limits{}.Validate(served))
	})
}

// introspection is the query of graphql-js 16, which GraphiQL sends.
const introspection = `
query IntrospectionQuery {
  __schema {
    description
    queryType { name kind } mutationType { name kind } subscriptionType { name kind }
    types { ...FullType }
    directives { name description isRepeatable locations args(includeDeprecated: true) { ...InputValue } }
  }
}
fragment FullType on __Type {
  kind name description specifiedByURL
  fields(includeDeprecated: true) {
    name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason
  }
  inputFields(includeDeprecated: true) { ...InputValue }
  interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
  possibleTypes { ...TypeRef }
}
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason }
fragment TypeRef on __Type {
  kind name
  ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
    ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }
}`

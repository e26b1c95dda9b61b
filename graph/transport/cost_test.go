package transport

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

const costDirective = `directive @cost(weight: Int! = 0, multiplier: String! = "first", length: Int! = 10) on FIELD_DEFINITION
`

var pricedSchema = gqlparser.MustLoadSchema(&ast.Source{Input: costDirective + `
	type Query {
		now: String
		dear: String @cost(weight: 30)
		thing: Thing
		things(first: Int = 50): Things
		plain(first: Int! = 5): [Thing]
		nodes(ids: [ID!]!): [Thing] @cost(multiplier: "ids")
		preview(days: Int): Thing @cost(weight: 20)
	}
	type Mutation { change: Thing }
	type Things { nodes: [Thing]  edges: [Edge]  pageInfo: PageInfo  total: Int }
	type Edge { node: Thing }
	type PageInfo { more: Boolean }
	type Thing { name: String  tags: [String]  part: Thing  parts: [Thing]  few: [Thing] @cost(length: 2)  things(first: Int = 50): Things }
`})

// price counts what a document costs; the limits refuse nothing but that.
func price(t *testing.T, schema *ast.Schema, limit int, query string, variables map[string]any) (int, gqlerror.List) {
	t.Helper()
	e := executor.New(&graphql.ExecutableSchemaMock{SchemaFunc: func() *ast.Schema { return schema }})
	e.Use(Limits{Cost: limit, Fields: math.MaxInt32, Depth: 1000, RootFields: 1000})
	ctx := graphql.StartOperationTrace(context.Background())
	operation, errs := e.CreateOperationContext(ctx, &graphql.RawParams{Query: query, Variables: variables})
	return CostOf(graphql.WithOperationContext(ctx, operation)), errs
}

func TestCost(t *testing.T) {
	number := func(n any) map[string]any { return map[string]any{"n": n} }
	for _, c := range []struct {
		name, query string
		variables   map[string]any
		cost        int
	}{
		{"a value is free", `{ now __typename }`, nil, 0},
		{"unless it has a weight", `{ dear }`, nil, 30},
		{"an object is one", `{ thing { name tags part { name } } }`, nil, 2},
		{"a weight comes on top", `{ preview { name } }`, nil, 21},
		{"an argument that is no page multiplies nothing", `{ preview(days: 60) { part { name } } }`, nil, 22},
		{"a list is ten, unless it says otherwise", `{ thing { parts { part { name } } few { part { name } } } }`, nil, 1 + 10*2 + 2*2},
		{"a page is as long as its first", `{ things(first: 20) { nodes { part { name } } } }`, nil, 1 + 20*2},
		{"its edges as well, and the rest of it is once", `{ things(first: 20) { total edges { node { name } } pageInfo { more } } }`, nil, 1 + 20*2 + 1},
		{"a page without first is the default's", `{ things { nodes { name } } }`, nil, 1 + 50},
		{"first may stand at the list itself", `{ plain(first: 3) { name } plain2: plain { name } }`, nil, 3 + 5},
		{"pages within pages multiply", `{ things(first: 10) { nodes { things(first: 20) { nodes { name } } } } }`, nil, 1 + 10*(1+1+20)},
		{"a variable is what it is", `query($n: Int) { things(first: $n) { nodes { name } } }`, number(7), 1 + 7},
		{"a variable that is not sent leaves the default", `query($n: Int) { things(first: $n) { nodes { name } } }`, nil, 1 + 50},
		{"a variable's own default", `query($n: Int = 4) { things(first: $n) { nodes { name } } }`, nil, 1 + 4},
		{"null is the default", `query($n: Int) { things(first: $n) { nodes { name } } }`, number(nil), 1 + 50},
		{"a literal null too", `{ things(first: null) { nodes { name } } }`, nil, 1 + 50},
		{"less than a page is one", `query($n: Int) { things(first: $n) { nodes { name } } a: things(first: -9) { nodes { name } } }`, number(math.MinInt64), 2 + 2},
		{"more than a page is a hundred", `query($n: Int) { things(first: $n) { nodes { name } } a: things(first: 2000000000) { nodes { name } } }`, number(math.MaxInt64), 2 + 200},
		{"a list in an argument multiplies by its length", `query($n: [ID!]!) { nodes(ids: ["a", "b"]) { name } a: nodes(ids: $n) { name } }`, number([]any{"x", "y", "z"}), 2 + 3},
		{"also one value that stands for a list", `query($n: [ID!]!) { nodes(ids: $n) { name } }`, number("x"), 1},
		{"a fragment counts each time it is spread", `{ a: thing { ...F } b: thing { ...F } } fragment F on Thing { part { name } }`, nil, 4},
		{"a fragment on a page goes by the page", `{ a: things(first: 2) { ...F } b: things(first: 30) { ... { ...F } } } fragment F on Things { nodes { name } }`, nil, 1 + 2 + 1 + 30},
		{"skipping makes no difference", `{ thing @skip(if: true) { name } }`, nil, 1},
		{"a command is ten", `mutation { change { name } }`, nil, 11},
	} {
		t.Run(c.name, func(t *testing.T) {
			cost, errs := price(t, pricedSchema, math.MaxInt32, c.query, c.variables)
			require.Empty(t, errs)
			require.Equal(t, c.cost, cost)
		})
	}

	t.Run("what costs too much is refused, with both figures", func(t *testing.T) {
		cost, errs := price(t, pricedSchema, 51, `{ things { nodes { name } } }`, nil)
		require.Empty(t, errs)
		require.Equal(t, 51, cost)
		cost, errs = price(t, pricedSchema, 50, `{ things { nodes { name } } }`, nil)
		require.Len(t, errs, 1)
		require.Equal(t, "QUERY_TOO_COMPLEX", errs[0].Extensions["code"])
		require.Contains(t, errs[0].Message, "at most 50, this one costs 51")
		require.Zero(t, cost)
	})

	t.Run("the sum ends at its end, however it multiplies", func(t *testing.T) {
		query := `{ thing { ` + strings.Repeat("things(first: 100) { nodes { ", 40) + "name" + strings.Repeat(" }", 82)
		cost, errs := price(t, pricedSchema, math.MaxInt32, query, nil)
		require.Empty(t, errs)
		require.Equal(t, math.MaxInt32, cost)
	})

	t.Run("introspection as tools send it costs less than is allowed, twice as much does not", func(t *testing.T) {
		cost, errs := price(t, pricedSchema, 0, introspection, nil)
		require.Empty(t, errs)
		require.InDelta(t, 7000, cost, 1000)
		_, errs = price(t, pricedSchema, 0, strings.Replace(introspection, "types {", "types { ...FullType } again: types {", 1), nil)
		require.Len(t, errs, 1)
		require.Equal(t, "QUERY_TOO_COMPLEX", errs[0].Extensions["code"])
	})

	t.Run("outside of an operation nothing costs", func(t *testing.T) {
		require.Zero(t, CostOf(context.Background()))
		require.Zero(t, CostOf(graphql.WithOperationContext(context.Background(), &graphql.OperationContext{})))
	})

	t.Run("a schema whose prices make no sense is not served", func(t *testing.T) {
		for field, says := range map[string]string{
			`a: Int @cost(weight: -1)`:                       "Query.a: a weight is 0 or more",
			`a: [Query] @cost(length: 0)`:                    "a length 1 or more",
			`a(ids: [ID!]): [Query] @cost(multiplier: "id")`: "there is no argument id",
		} {
			s := gqlparser.MustLoadSchema(&ast.Source{Input: costDirective + "type Query { " + field + " }"})
			err := Limits{}.Validate(&graphql.ExecutableSchemaMock{SchemaFunc: func() *ast.Schema { return s }})
			require.ErrorContains(t, err, says)
		}
	})
}

package transport

import (
	"context"
	"errors"
	"math"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// introspectionDepth bounds what is below __schema and __type apart from Depth: the query that
// tools send nests a type's wrappers deeper than any data here goes, and it costs no database.
const introspectionDepth = 20

// Limits bounds what one operation may ask, before it runs; add it to a server with Use. An
// operation over a limit is refused with QUERY_TOO_COMPLEX and a message that names the limit.
//
// Fragments count each time they are spread but are walked once, so the walk is linear in the
// document, however they are nested; @skip and @include make no difference. The zero value of each
// field means what is said beside it.
type Limits struct {
	Depth         int // levels of fields, introspection aside; 15
	Fields        int // in total, aliases counted one by one; 2000
	RootFields    int // of a query; 20
	RootMutations int // of a mutation; 1, since each one is a command of its own
	Cost          int // about how many objects it may answer, see CostOf; 10000
}

var (
	_ graphql.HandlerExtension        = Limits{}
	_ graphql.OperationContextMutator = Limits{}
	_ graphql.ResponseInterceptor     = Limits{}
)

// ExtensionName names the extension to gqlgen.
func (Limits) ExtensionName() string { return "Limits" }

// Validate refuses negative limits, and a schema whose prices make no sense.
func (l Limits) Validate(schema graphql.ExecutableSchema) error {
	if min(l.Depth, l.Fields, l.RootFields, l.RootMutations, l.Cost) < 0 {
		return errors.New("limits must not be negative")
	}
	return checkPrices(schema.Schema())
}

// MutateOperationContext notes the operation's cost; it is gqlgen's place to refuse an operation.
func (l Limits) MutateOperationContext(_ context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	s := measurer{}.set(operation.Operation.SelectionSet)
	if limit := orElse(l.RootMutations, 1); operation.Operation.Operation == ast.Mutation && s.width > limit {
		return tooComplex("a mutation may have at most %d root fields", limit)
	}
	if limit := orElse(l.RootFields, 20); s.width > limit {
		return tooComplex("an operation may have at most %d root fields", limit)
	}
	if limit := orElse(l.Fields, 2000); s.fields > limit {
		return tooComplex("an operation may select at most %d fields, aliases and fragments counted each time", limit)
	}
	if limit := orElse(l.Depth, 15); s.depth > limit {
		return tooComplex("fields may nest at most %d deep, here they nest %d deep", limit, s.depth)
	}
	if s.introspection > introspectionDepth {
		return tooComplex("introspection may nest at most %d deep", introspectionDepth)
	}
	cost := priceOf(operation.Operation, operation.Variables)
	if limit := orElse(l.Cost, 10_000); cost > limit {
		return tooComplex("an operation may cost at most %d, this one costs %d: ask for fewer objects, or smaller pages", limit, cost)
	}
	operation.Stats.SetExtension(costKey, cost)
	return nil
}

func tooComplex(format string, args ...any) *gqlerror.Error {
	return coded(codeTooComplex, format, args...)
}

// size is what a selection set amounts to with its fragments spread out. The counts stop at
// math.MaxInt32, since nested fragments double them a level.
type size struct {
	width, fields        int
	depth, introspection int
}

func (s size) beside(t size) size {
	return size{
		width:         min(s.width+t.width, math.MaxInt32),
		fields:        min(s.fields+t.fields, math.MaxInt32),
		depth:         max(s.depth, t.depth),
		introspection: max(s.introspection, t.introspection),
	}
}

// measurer remembers the size of each fragment it has walked.
type measurer map[*ast.FragmentDefinition]size

func (m measurer) set(set ast.SelectionSet) size {
	var total size
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			total = total.beside(m.field(s))
		case *ast.InlineFragment:
			total = total.beside(m.set(s.SelectionSet))
		case *ast.FragmentSpread:
			total = total.beside(m.fragment(s.Definition))
		}
	}
	return total
}

func (m measurer) field(f *ast.Field) size {
	below := m.set(f.SelectionSet)
	s := size{
		width:         1,
		fields:        min(below.fields+1, math.MaxInt32),
		depth:         below.depth + 1,
		introspection: below.introspection,
	}
	if isIntrospection(f) {
		s.depth, s.introspection = 1, below.depth+1
	}
	return s
}

func (m measurer) fragment(definition *ast.FragmentDefinition) size {
	s, known := m[definition]
	if known {
		return s
	}
	m[definition] = size{} // validation refuses cycles; should one come through, it ends here
	s = m.set(definition.SelectionSet)
	m[definition] = s
	return s
}

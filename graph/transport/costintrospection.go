package transport

import (
	"math"

	"github.com/vektah/gqlparser/v2/ast"
)

// introspectionShare is how many answered fields of the schema's description cost one: they come from memory. The query
// that tools send costs about 7,000 that way.
const introspectionShare = 3

// introspectionLengths is how many there are, about, in a schema of some hundred types. Most types have either fields or
// values or inputs, and most are wrapped in nothing, so that many are less than one.
var introspectionLengths = map[string]float64{
	"types": 200, "fields": 4, "inputFields": 2, "args": 0.5, "enumValues": 1, "interfaces": 0.5, "possibleTypes": 0.5,
	"ofType": 0.5, "directives": 10,
}

func isIntrospection(f *ast.Field) bool { return f.Name == "__schema" || f.Name == "__type" }

// introspectionCost prices a root of introspection by the fields that it may answer.
func introspectionCost(f *ast.Field) int {
	answered := introspected{}.set(f.SelectionSet)
	return 1 + int(min(answered/introspectionShare, math.MaxInt32-1))
}

// introspected remembers what it has counted.
type introspected map[*ast.FragmentDefinition]float64

func (i introspected) set(set ast.SelectionSet) (answered float64) {
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			answered += orElse(introspectionLengths[s.Name], 1) * (1 + i.set(s.SelectionSet))
		case *ast.InlineFragment:
			answered += i.set(s.SelectionSet)
		case *ast.FragmentSpread:
			answered += i.fragment(s.Definition)
		}
	}
	return answered
}

func (i introspected) fragment(definition *ast.FragmentDefinition) float64 {
	answered, known := i[definition]
	if !known {
		i[definition] = 0 // validation refuses cycles; should one come through, it ends here
		answered = i.set(definition.SelectionSet)
		i[definition] = answered
	}
	return answered
}

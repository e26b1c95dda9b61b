package graph

import (
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// ofStanding are the fields of a slot that say how it stands among others: what they need costs several statements more than
// the slot itself.
var ofStanding = []string{"bookable", "blockers", "remaining"}

// asksHowSlotsStand reports whether an operation may ask that of any slot: it has a field of that name somewhere, whatever
// skips it. An event that many hear is answered in a fraction of the time where nobody asks.
func asksHowSlotsStand(op *graphql.OperationContext) bool {
	return op == nil || op.Doc == nil ||
		slices.ContainsFunc(op.Doc.Operations, func(o *ast.OperationDefinition) bool { return namesStanding(o.SelectionSet) }) ||
		slices.ContainsFunc(op.Doc.Fragments, func(f *ast.FragmentDefinition) bool { return namesStanding(f.SelectionSet) })
}

func namesStanding(selected ast.SelectionSet) bool {
	return slices.ContainsFunc(selected, func(s ast.Selection) bool {
		switch s := s.(type) {
		case *ast.Field:
			return slices.Contains(ofStanding, s.Name) || namesStanding(s.SelectionSet)
		case *ast.InlineFragment:
			return namesStanding(s.SelectionSet)
		}
		return false // a spread's fragment is looked at by itself
	})
}

package transport

import (
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// maxWork bounds what checking one document may take, in comparisons and visits of its parts. Each is about a microsecond;
// the longest honest documents take a tenth of it.
const maxWork = 30_000

const (
	// spreadWork is what the visit of a fragment takes: its type is compared with all that may stand there.
	spreadWork = 4
	// conflictWork is what the comparison of two fields takes that are not the same: each pair is an error of its own.
	conflictWork = 10
	// argumentShare is how many comparisons of two arguments' names take as long as one of two fields.
	argumentShare = 8
)

// checkable refuses a document that would take too long to check against the schema. The checks compare every two fields
// that come out under one name, and walk each fragment again from every other, so that a short text can take minutes; here
// the same steps are only counted, and the count ends at its limit.
//
// A fragment that leads back to itself is refused as well, for counting it would not end.
func checkable(doc *ast.QueryDocument) *gqlerror.Error {
	w := &work{left: maxWork, fragments: map[string]*ast.FragmentDefinition{}}
	for _, f := range doc.Fragments {
		if w.fragments[f.Name] == nil {
			w.fragments[f.Name] = f
		}
	}
	for _, operation := range doc.Operations {
		w.begin("")
		w.spend(len(operation.VariableDefinitions))
		w.directives(operation.Directives)
		w.visit(operation.SelectionSet)
		w.compare(operation.SelectionSet)
	}
	for _, f := range doc.Fragments {
		w.begin(f.Name)
		w.directives(f.Directives)
		w.visit(f.SelectionSet)
		w.compare(f.SelectionSet)
	}
	switch {
	case w.circle != nil:
		return w.circle
	case w.left < 0:
		return tooComplex("the document takes too long to check: it repeats fields or nests fragments too often")
	}
	return nil
}

// work counts the steps of a check. Once nothing is left it only unwinds.
type work struct {
	left      int
	fragments map[string]*ast.FragmentDefinition
	entered   map[string]walked // since the definition that is walked began
	circle    *gqlerror.Error
}

// walked is how far the walk through a fragment is.
type walked int

const (
	inside walked = iota + 1
	through
)

func (w *work) begin(fragment string) {
	w.entered = map[string]walked{fragment: inside}
}

func (w *work) over() bool { return w.left < 0 || w.circle != nil }

func (w *work) spend(n int) { w.left -= n }

// visit walks as the rules do: each fragment once for every definition that leads to it.
func (w *work) visit(set ast.SelectionSet) {
	for _, selection := range set {
		if w.over() {
			return
		}
		switch s := selection.(type) {
		case *ast.Field:
			w.spend(1 + valuesOf(s.Arguments))
			w.directives(s.Directives)
			w.visit(s.SelectionSet)
			w.compare(s.SelectionSet)
		case *ast.InlineFragment:
			w.spend(spreadWork)
			w.directives(s.Directives)
			w.visit(s.SelectionSet)
			w.compare(s.SelectionSet)
		case *ast.FragmentSpread:
			w.spend(spreadWork)
			w.directives(s.Directives)
			w.enter(s)
		}
	}
}

func (w *work) enter(s *ast.FragmentSpread) {
	f := w.fragments[s.Name]
	switch {
	case f == nil: // validation names it
	case w.entered[s.Name] == inside:
		w.circle = gqlerror.ErrorPosf(s.Position, "Cannot spread fragment %q within itself.", clip(s.Name, 64))
		errcode.Set(w.circle, errcode.ValidationFailed)
	case w.entered[s.Name] == 0:
		w.entered[s.Name] = inside
		w.directives(f.Directives)
		w.visit(f.SelectionSet)
		w.entered[s.Name] = through
	}
}

// compare counts the pairs of fields that have one name in the answer, among all that the sets come to together, and what
// is below them.
func (w *work) compare(sets ...ast.SelectionSet) {
	if w.over() {
		return
	}
	g := group{work: w, fields: map[string][]*ast.Field{}, spread: map[string]bool{}}
	for _, set := range sets {
		g.gather(set)
	}
	for _, same := range g.fields {
		if len(same) > 1 {
			w.spend(pairWork(same))
			w.compare(below(same)...)
		}
	}
}

// group is what some selection sets come to together, by the name in the answer.
type group struct {
	*work
	fields map[string][]*ast.Field
	spread map[string]bool
}

func (g *group) gather(set ast.SelectionSet) {
	for _, selection := range set {
		if g.over() {
			return
		}
		g.spend(1)
		switch s := selection.(type) {
		case *ast.Field:
			name := orElse(s.Alias, s.Name)
			g.fields[name] = append(g.fields[name], s)
		case *ast.InlineFragment:
			g.gather(s.SelectionSet)
		case *ast.FragmentSpread:
			if f := g.fragments[s.Name]; f != nil && !g.spread[s.Name] {
				g.spread[s.Name] = true
				g.gather(f.SelectionSet)
			}
		}
	}
}

// pairWork is what it takes to compare every two of the fields: arguments are looked for in each other's list, and their
// values compared.
func pairWork(same []*ast.Field) int {
	each, arguments := 1, 0
	for _, f := range same {
		if f.Name != same[0].Name {
			each = conflictWork
		}
		n := len(f.Arguments)
		arguments = max(arguments, n*n/argumentShare+valuesOf(f.Arguments))
	}
	return len(same) * (len(same) - 1) / 2 * (each + arguments)
}

func below(fields []*ast.Field) []ast.SelectionSet {
	sets := make([]ast.SelectionSet, len(fields))
	for i, f := range fields {
		sets[i] = f.SelectionSet
	}
	return sets
}

func (w *work) directives(list ast.DirectiveList) {
	w.spend(len(list))
	for _, directive := range list {
		w.spend(valuesOf(directive.Arguments))
	}
}

func valuesOf(list ast.ArgumentList) int {
	count := 0
	for _, argument := range list {
		count += valueParts(argument.Value)
	}
	return count
}

func valueParts(v *ast.Value) int {
	count := 1
	for _, child := range v.Children {
		count += valueParts(child.Value)
	}
	return count
}

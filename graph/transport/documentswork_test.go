package transport

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
)

// check is why a document is refused before it is validated.
func check(t *testing.T, query string) error {
	t.Helper()
	doc, err := parser.ParseQuery(&ast.Source{Input: query})
	require.NoError(t, err)
	if refusal := checkable(doc); refusal != nil {
		return refusal
	}
	return nil
}

// backwards are n arguments in the order of their numbers, or against it.
func backwards(n, step int) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, " a%d: 1", (n+i*step)%n)
	}
	return all.String()
}

func TestCheckable(t *testing.T) {
	again := strings.Repeat
	for name, query := range map[string]string{
		"what tools send":                         introspection,
		"a field of one name in many places":      "{ a { id } b { id } c { id } }",
		"some fragments with a field of one name": "{ tree {" + again(" ...on Tree { name left { name } }", 60) + "} }",
		"a long page of aliases":                  "{" + aliases("hello", 700) + "}",
		"as many duplicates as are allowed":       "{" + again(" hello", 240) + "}",
		"an unknown fragment":                     "{ ...Nobody }",
	} {
		t.Run("let through: "+name, func(t *testing.T) {
			require.NoError(t, check(t, query))
		})
	}

	for name, query := range map[string]string{
		"duplicates":                        "{" + again(" hello", 250) + "}",
		"duplicates below duplicates":       "{" + again(" tree { left { name } right { name } }", 150) + "}",
		"duplicates by fragments":           "{ ...F" + again(" hello", 150) + "} fragment F on Query {" + again(" hello", 150) + "}",
		"duplicates in nested fragments":    again("{ ...", 100) + "{" + again(" hello", 100) + again("}", 101),
		"fragments entered again and again": "{ hello }" + again(" fragment F on Query { ...A }", 200) + " fragment A on Query {" + aliases("hello", 200) + "}",
		"arguments against each other":      again("{ ...", 30) + "{ x(" + backwards(120, -1) + ") x(" + backwards(120, 1) + ") }" + again("}", 30),
		"fields that don't fit":             "{" + again(" a: hello a: boom", 50) + "}",
	} {
		t.Run("refused: "+name, func(t *testing.T) {
			require.ErrorContains(t, check(t, query), "too long to check")
		})
	}

	t.Run("a circle is named, wherever it begins and however it multiplies", func(t *testing.T) {
		for _, query := range []string{
			"{ hello } fragment F on Query { ...F }",
			"{ ...A } fragment A on Query { ...B } fragment B on Query { tree { left { ...A } left { ...A } } }",
			"{ hello } fragment A on Query { ...B } fragment B on Query { ...C } fragment C on Query { ...B }",
		} {
			require.ErrorContains(t, check(t, query), "within itself", query)
		}
	})

	t.Run("the count itself ends soon after its limit", func(t *testing.T) {
		doc, err := parser.ParseQuery(&ast.Source{Input: bomb(300)})
		require.NoError(t, err)
		w := &work{left: maxWork, fragments: map[string]*ast.FragmentDefinition{}}
		for _, f := range doc.Fragments {
			w.fragments[f.Name] = f
		}
		w.begin("")
		w.compare(doc.Operations[0].SelectionSet, doc.Operations[0].SelectionSet)
		require.Greater(t, w.left, -maxWork)
	})
}

// Package schema owns the public GraphQL contract: the hand-written SDL, one file a topic, and its printed form.
// It holds words only. Resolvers and generated code live in graph, the meaning of each field in the rooms behind it.
package schema

import (
	"embed"
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
)

//go:embed *.graphqls
var files embed.FS

// Sources answers the SDL files in order of their names, as gqlparser reads them. The slice and what it points to are
// the caller's own. Each source is named by its path in the project, so that a parse error leads to the file.
func Sources() []*ast.Source {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(fmt.Errorf("list embedded schema: %w", err)) // the folder is part of the binary: it cannot be missing
	}
	sources := make([]*ast.Source, 0, len(entries))
	for _, entry := range entries {
		text, err := files.ReadFile(entry.Name())
		if err != nil {
			panic(fmt.Errorf("read embedded schema %s: %w", entry.Name(), err))
		}
		sources = append(sources, &ast.Source{Name: "schema/" + entry.Name(), Input: string(text)})
	}
	return sources
}

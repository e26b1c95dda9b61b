// Package graphiql serves GraphiQL, bundled into the program, at /graphiql.
//
// It owns the page, its assets and the headers that fence them in: no request leaves the origin,
// no inline script runs, no other site may frame it. It knows nothing of the schema or of who is
// signed in; the page talks to /graphql as any other client does.
package graphiql

import (
	"embed"
	"io/fs"
)

// Path is where the page lives. The bundle refers to its assets below this path, so the handler
// must be mounted here and nowhere else.
const Path = "/graphiql"

// The bundle is not kept in the repository; placeholder.txt keeps the folder there, so that the
// program compiles before the bundle is built.
//
//go:embed all:dist
var embedded embed.FS

func dist() fs.FS {
	sub, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path, known at compile time
	}
	return sub
}

// Package dashboard serves the dashboard, bundled into the program, at the root of the site: the screens of guests, staff and
// administrators.
//
// It owns the page, its assets and the headers that fence them in. It knows nothing of who is signed in; the page talks to
// /graphql as any other client does, and a session's cookie speaks for it. src/ holds the page's source, README.md how it is
// built.
package dashboard

import (
	"embed"
	"io/fs"
)

// The bundle is not kept in the repository; placeholder.txt keeps the folder there, so that the program compiles before the
// bundle is built.
//
//go:embed all:dist
var embedded embed.FS

//go:embed src/gql/persisted-documents.json
var documents []byte

// Documents are what the dashboard asks and tells the API, as a list of hashes and texts: a server that knows them needs only
// be told the hash. They are those of the page that is built from the same source.
func Documents() []byte { return documents }

func dist() fs.FS {
	sub, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path, known at compile time
	}
	return sub
}

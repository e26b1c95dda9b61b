package graphiql

import (
	"io/fs"
	"net/http"
	"strings"

	"github.com/slotq/slotq/web/bundle"
)

// Handler serves the page at Path and its assets below; mount it for both Path and Path + "/".
// GET and HEAD only, else 405; an unknown path is 404. When the bundle was not there at compile
// time, every path answers 503 and says what to run.
func Handler() http.Handler { return newHandler(dist()) }

func newHandler(files fs.FS) http.Handler {
	return bundle.Page{
		Name: "GraphiQL", Files: files, Under: Path, Policy: policy, Referrer: "no-referrer",
		// The page carries a nonce that is good once.
		Cache: "no-store",
	}.Handler()
}

// policy lets the page load and call nothing but its own origin. Styles may also come from an
// element with the nonce, because dialogs add one while they are open; fonts and small images are
// inside the style sheet as data URLs.
func policy(nonce string) string {
	return strings.Join([]string{
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self' 'nonce-" + nonce + "'",
		"img-src 'self' data:",
		"font-src 'self' data:",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	}, "; ")
}

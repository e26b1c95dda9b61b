package dashboard

import (
	"io/fs"
	"net/http"
	"strings"

	"github.com/slotq/slotq/web/bundle"
)

// Handler serves the page at every path for whoever asks for a page, since the page itself knows its addresses, and the assets
// below /assets/. GET and HEAD only, else 405; a missing asset is 404, and so is any other path for a program that asks for
// something else. When the bundle was not there at compile time, every path answers 503 and says what to run.
func Handler() http.Handler { return newHandler(dist()) }

func newHandler(files fs.FS) http.Handler {
	return bundle.Page{
		Name: "The dashboard", Files: files, Everywhere: true, Policy: policy,
		// With none, browsers hide the origin of our own forms.
		Referrer: "same-origin",
		Cache:    "no-cache",
	}.Handler()
}

// policy lets the page load and call nothing but its own origin, its socket included. Styles may also come from an element with
// the nonce: the component library writes its variables so.
func policy(nonce string) string {
	return strings.Join([]string{
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self' 'nonce-" + nonce + "'",
		"img-src 'self' data:",
		"font-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

package graphiql

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

const notBuilt = "GraphiQL is not built into this program: run make web, then build the program again.\n" +
	"The API itself answers at /graphql."

// contentTypes is closed: a file of any other kind has no business in the bundle and is not served.
// The machine's own table of types is not asked, because it differs between machines.
var contentTypes = map[string]string{
	".js":  "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
}

// Handler serves the page at Path and its assets below; mount it for both Path and Path + "/".
// GET and HEAD only, else 405; an unknown path is 404. When the bundle was not there at compile
// time, every path answers 503 and says what to run.
func Handler() http.Handler { return newHandler(dist()) }

func newHandler(bundle fs.FS) http.Handler {
	page, err := fs.ReadFile(bundle, "index.html")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return readOnly(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, notBuilt, http.StatusServiceUnavailable)
		}))
	case err != nil:
		panic(fmt.Sprintf("graphiql: read the embedded page: %v", err))
	}
	return readOnly(&site{page: string(page), bundle: bundle})
}

func readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "GraphiQL is read with GET", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}

type site struct {
	page   string
	bundle fs.FS
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch name, _ := strings.CutPrefix(r.URL.Path, Path); {
	case name == "" || name == "/":
		s.servePage(w)
	case strings.HasPrefix(name, "/assets/"):
		s.serveAsset(w, r, name[1:])
	default:
		http.NotFound(w, r)
	}
}

func (s *site) servePage(w http.ResponseWriter) {
	nonce := rand.Text()
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy(nonce))
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	// The page names the current assets and carries a nonce that is good once.
	h.Set("Cache-Control", "no-store")
	// A reader who has gone away is nobody's error.
	_, _ = w.Write([]byte(strings.ReplaceAll(s.page, "{{nonce}}", nonce)))
}

func (s *site) serveAsset(w http.ResponseWriter, r *http.Request, name string) {
	contentType, known := contentTypes[path.Ext(name)]
	info, err := fs.Stat(s.bundle, name)
	if !known || err != nil || info.IsDir() {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", contentType)
	// The name carries a hash of the content: another content is another name.
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeFileFS(w, r, s.bundle, name)
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

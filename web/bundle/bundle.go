// Package bundle serves pages that were built beforehand and put into the program: a page, and the assets that it names.
//
// It owns how they leave the house: read only, fenced in by their headers so that no request leaves the origin and no inline
// script runs, the page never kept by a cache, the assets kept for ever because their names carry a hash of their content, and
// compressed once. What is on a page, and where it is mounted, is its own package's to say.
package bundle

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// Page is a built page with its assets.
type Page struct {
	// Name is what the page is called where it is missing.
	Name string
	// Files holds index.html and the folder assets. Where index.html is missing, every path answers 503 and says what to run.
	Files fs.FS
	// Under is the path below which page and assets are, without a slash at its end: empty for the root.
	Under string
	// Everywhere answers with the page also below any unknown path, for those who ask for a page: the page itself knows its
	// addresses. Programs, which ask for something else, hear 404.
	Everywhere bool
	// Policy is the page's Content-Security-Policy; the nonce is good for one answer, and stands in the page for {{nonce}}.
	Policy func(nonce string) string
	// Referrer is the page's Referrer-Policy.
	Referrer string
	// Cache is the page's Cache-Control. The page names the current assets, so nobody may keep it unasked.
	Cache string
}

// Handler serves the page. GET and HEAD only, else 405; an asset that is not there is 404, never the page.
func (p Page) Handler() http.Handler {
	page, err := fs.ReadFile(p.Files, "index.html")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p.readOnly(http.HandlerFunc(p.notBuilt))
	case err != nil:
		panic(fmt.Sprintf("%s: read the embedded page: %v", p.Name, err))
	}
	return p.readOnly(&site{Page: p, page: string(page), assets: newAssets(p.Files)})
}

func (p Page) notBuilt(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, p.Name+" is not built into this program: run make web, then build the program again.\n"+
		"The API itself answers at /graphql.", http.StatusServiceUnavailable)
}

func (p Page) readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, p.Name+" is read with GET", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}

type site struct {
	Page
	page   string
	assets *assets
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch name, _ := strings.CutPrefix(r.URL.Path, s.Under); {
	case name == "" || name == "/":
		s.servePage(w)
	case strings.HasPrefix(name, "/assets/"):
		s.assets.serve(w, r, name[1:])
	case s.Everywhere && path.Ext(name) == "" && strings.Contains(r.Header.Get("Accept"), "text/html"):
		s.servePage(w)
	default:
		http.NotFound(w, r)
	}
}

func (s *site) servePage(w http.ResponseWriter) {
	nonce := rand.Text()
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", s.Policy(nonce))
	h.Set("Referrer-Policy", s.Referrer)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", s.Cache)
	// A reader who has gone away is nobody's error.
	_, _ = w.Write([]byte(strings.ReplaceAll(s.page, "{{nonce}}", nonce)))
}

package transport

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// originCheck allows the listed origins, pages of the very host that is asked, and clients that
// send no Origin, which no browser does. Everything else could be a page that uses a visitor's
// network position, if not the credential: "null" and look-alike hosts included.
func originCheck(allowed []string) func(*http.Request) bool {
	allowed = slices.Clone(allowed)
	return func(r *http.Request) bool {
		given := r.Header.Values("Origin")
		if len(given) == 0 {
			return true
		}
		if len(given) > 1 {
			return false
		}
		if slices.Contains(allowed, given[0]) {
			return true
		}
		origin, err := url.Parse(given[0])
		return err == nil && origin.Host != "" && strings.EqualFold(origin.Host, r.Host)
	}
}

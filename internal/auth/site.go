package auth

import (
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// ClientHeader must be on every request but a GET that a cookie is to speak for; any value will do. A page of another origin
// can't set it without asking first, which nobody answers.
const ClientHeader = "X-SlotQ-Client"

// Site is this server as browsers know it. The zero Site is known by no address and takes no cookies.
type Site struct {
	origin string
	secure bool
}

// NewSite takes a public address: a scheme, a host and perhaps a port, nothing behind.
func NewSite(publicURL string) (Site, error) {
	at, err := url.Parse(publicURL)
	if err != nil || at.Host == "" || at.User != nil || at.Scheme != "https" && at.Scheme != "http" || at.Scheme+"://"+at.Host != publicURL {
		return Site{}, fmt.Errorf("a public address reads https://host or https://host:port, not %q", publicURL)
	}
	host := strings.ToLower(at.Host)
	if at.Scheme == "https" {
		host = strings.TrimSuffix(host, ":443")
	} else {
		host = strings.TrimSuffix(host, ":80")
	}
	return Site{origin: at.Scheme + "://" + host, secure: at.Scheme == "https"}, nil
}

// Origin is the site as browsers name it in the header of that name; empty for the zero Site.
func (s Site) Origin() string { return s.origin }

// Known reports whether the site has an address.
func (s Site) Known() bool { return s.origin != "" }

// Trusts reports whether a request is sure to come from a page of this very site, so that a cookie may speak for it. What
// browsers say themselves decides: the exact Origin, or, where a GET has none, that it was fetched from the same origin. All
// but GET and HEAD must carry JSON and the ClientHeader as well, which no form and no simple request of another site can.
func (s Site) Trusts(r *http.Request) bool {
	if websocket.IsWebSocketUpgrade(r) {
		return s.Known() && r.Header.Get("Origin") == s.origin && len(r.Header.Values("Origin")) == 1
	}
	if !s.Same(r) {
		return false
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && media == "application/json" && r.Header.Get(ClientHeader) != ""
}

// Same reports whether the browser says that a request comes from a page of this site.
func (s Site) Same(r *http.Request) bool {
	if origins := r.Header.Values("Origin"); len(origins) > 0 {
		return s.Known() && len(origins) == 1 && origins[0] == s.origin
	}
	return s.Known() && r.Header.Get("Sec-Fetch-Site") == "same-origin"
}

// Names of cookies. A browser takes one whose name begins with __Host- only from this very host, by https and for all paths.
const (
	sessionCookie = "slotq"
	signInCookie  = "slotq-sign-in"
	hostPrefix    = "__Host-"
)

func (s Site) cookieName(name string) string {
	if s.secure {
		return hostPrefix + name
	}
	return name
}

// Session is the session's token in a request's cookie; empty when there is none, or more than one.
func (s Site) Session(r *http.Request) string { return s.read(r, sessionCookie) }

// SignIn is the state of the sign-in under way in a request's cookie; empty when there is none, or more than one.
func (s Site) SignIn(r *http.Request) string { return s.read(r, signInCookie) }

func (s Site) read(r *http.Request, name string) string {
	if !s.Known() {
		return ""
	}
	cookies := r.CookiesNamed(s.cookieName(name))
	if len(cookies) != 1 {
		return ""
	}
	return cookies[0].Value
}

// KeepSession gives a session that has just begun to the browser, which shows it to this site alone, and keeps it for as long as it lives:
// by the browser's own clock, which may be right where this process's is wrong.
func (s Site) KeepSession(w http.ResponseWriter, session Session) {
	s.set(w, sessionCookie, session.Token, session.Life, http.SameSiteStrictMode)
}

// DropSession takes the session from the browser.
func (s Site) DropSession(w http.ResponseWriter) {
	s.set(w, sessionCookie, "", -1, http.SameSiteStrictMode)
}

// KeepSignIn binds a sign-in to the browser that began it. The provider sends it back from another site, so this one is lax.
func (s Site) KeepSignIn(w http.ResponseWriter, state string) {
	s.set(w, signInCookie, state, SignInLife, http.SameSiteLaxMode)
}

// DropSignIn takes the sign-in from the browser.
func (s Site) DropSignIn(w http.ResponseWriter) {
	s.set(w, signInCookie, "", -1, http.SameSiteLaxMode)
}

func (s Site) set(w http.ResponseWriter, name, value string, life time.Duration, sameSite http.SameSite) {
	age := int(life / time.Second)
	if life < 0 {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{Name: s.cookieName(name), Value: value, Path: "/", MaxAge: age, Secure: s.secure, HttpOnly: true, SameSite: sameSite}) //nolint:gosec // not secure only where the site itself isn't: on this machine
}

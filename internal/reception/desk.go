package reception

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/identity"
)

// Root is the path below which all routes are.
const Root = "/auth/"

// The routes.
const (
	SignInPath   = Root + "sign-in"
	CallbackPath = Root + "callback"
	SignOutPath  = Root + "sign-out"
	SessionPath  = Root + "session"
	DemoPath     = Root + "demo"
)

// Provider is the identity provider, as far as reception needs it.
type Provider interface {
	Begin(state, nonce, verifier string) (address string, err error)
	Finish(ctx context.Context, code, nonce, verifier string) (identity.Person, error)
	SignOutURL(back string) string
	Issuer() string
}

// SignIns are the sign-ins under way.
type SignIns interface {
	Begin(ctx context.Context, tenant uuid.UUID, returnTo string) (state string, begun auth.SignIn, err error)
	Take(ctx context.Context, state string) (auth.SignIn, error)
}

// Options are what reception stands on. Provider may be nil: then nobody signs in by one.
type Options struct {
	Provider    Provider
	SignIns     SignIns
	Credentials *auth.Credentials
	Guests      bool // whoever the provider vouches for may come in as a guest
	Log         *slog.Logger
}

// Desk answers the routes of signing in and out.
type Desk struct {
	Options
	site auth.Site
	pace pace
}

// New makes the door of a site; the credentials say which.
func New(o Options) *Desk { return &Desk{Options: o, site: o.Credentials.Site, pace: newPace()} }

// Open puts the routes on a mux.
func (d *Desk) Open(mux *http.ServeMux) {
	mux.Handle("GET "+SignInPath, quietly(d.signIn))
	mux.Handle("GET "+CallbackPath, quietly(d.callback))
	mux.Handle("POST "+SignOutPath, quietly(d.signOut))
	mux.Handle("GET "+SessionPath, d.Credentials.Middleware(quietly(d.session)))
}

// quietly keeps answers out of caches, and addresses with secrets out of what other sites are told.
func quietly(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "same-origin")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		next(w, r)
	})
}

// keep gives the browser a session and sends it on.
func keep(w http.ResponseWriter, r *http.Request, site auth.Site, session auth.Session, to string) {
	site.KeepSession(w, session)
	http.Redirect(w, r, to, http.StatusSeeOther)
}

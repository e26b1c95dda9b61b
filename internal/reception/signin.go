package reception

import (
	"crypto/subtle"
	"errors"
	"net/http"

	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/problem"
)

// signIn sends the browser to the provider: GET /auth/sign-in?tenant=CODE&return=/path.
func (d *Desk) signIn(w http.ResponseWriter, r *http.Request) {
	if d.Provider == nil {
		say(w, http.StatusNotFound, noProvider)
		return
	}
	if !d.pace.admits(r) {
		tooMany(w, "1")
		return
	}
	to, ok := returnPath(r.URL.Query().Get("return"))
	if !ok {
		say(w, http.StatusBadRequest, badReturn)
		return
	}
	tenant, err := d.Credentials.Tenants.Find(r.Context(), r.URL.Query().Get("tenant"))
	if errors.Is(err, auth.ErrNoTenant) {
		say(w, http.StatusNotFound, noSuchPlace)
		return
	}
	if err != nil {
		d.fail(w, r, err)
		return
	}
	// Nothing is noted while the provider is away.
	if _, err := d.Provider.Begin("", "", ""); err != nil {
		d.fail(w, r, err)
		return
	}
	state, begun, err := d.SignIns.Begin(r.Context(), tenant, to)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	address, err := d.Provider.Begin(state, begun.Nonce, begun.Verifier)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	d.site.KeepSignIn(w, state)
	http.Redirect(w, r, address, http.StatusSeeOther)
}

// callback is where the provider sends the browser back to. Only the browser that began a sign-in ends it, once.
func (d *Desk) callback(w http.ResponseWriter, r *http.Request) {
	if d.Provider == nil {
		say(w, http.StatusNotFound, noProvider)
		return
	}
	query := r.URL.Query()
	state, bound := query.Get("state"), d.site.SignIn(r)
	if state == "" || subtle.ConstantTimeCompare([]byte(state), []byte(bound)) != 1 {
		d.fail(w, r, auth.ErrNoSignIn)
		return
	}
	d.site.DropSignIn(w)
	begun, err := d.SignIns.Take(r.Context(), state)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	if issuer := query.Get("iss"); issuer != "" && issuer != d.Provider.Issuer() || query.Get("code") == "" {
		d.fail(w, r, identity.ErrRefused)
		return
	}
	person, err := d.Provider.Finish(r.Context(), query.Get("code"), begun.Nonce, begun.Verifier)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	recognise := d.Credentials.Members.Recognise
	if d.Guests {
		recognise = d.Credentials.Members.Welcome
	}
	membership, err := recognise(r.Context(), begun.Tenant, person)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	session, err := d.Credentials.Sessions.Begin(r.Context(), begun.Tenant, membership, person.Session)
	if err != nil {
		d.fail(w, r, err)
		return
	}
	keep(w, r, d.site, session, begun.ReturnTo)
}

// fail says what a person can do about it, and nothing of what is behind it.
func (d *Desk) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, auth.ErrNoSignIn):
		say(w, http.StatusBadRequest, notUnderWay)
	case errors.Is(err, auth.ErrNoMembership):
		say(w, http.StatusForbidden, noMember)
	case errors.Is(err, auth.ErrCrowded):
		d.Log.WarnContext(r.Context(), "a sign-in has to wait", "error", err)
		tooMany(w, "60")
	case errors.Is(err, identity.ErrRefused):
		d.Log.InfoContext(r.Context(), "a sign-in was refused", "error", err)
		say(w, http.StatusForbidden, refused)
	case errors.Is(err, identity.ErrAway), errors.Is(err, problem.ErrUnavailable):
		d.Log.WarnContext(r.Context(), "a sign-in has to wait", "error", err)
		w.Header().Set("Retry-After", "5")
		say(w, http.StatusServiceUnavailable, away)
	default:
		d.Log.ErrorContext(r.Context(), "a sign-in failed", "error", err)
		say(w, http.StatusInternalServerError, broken)
	}
}

func tooMany(w http.ResponseWriter, seconds string) {
	w.Header().Set("Retry-After", seconds)
	say(w, http.StatusTooManyRequests, crowded)
}

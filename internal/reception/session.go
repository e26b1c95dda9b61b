package reception

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// signOut ends the session: POST /auth/sign-out. The answer names where the browser ends its session at the provider, if it
// can; whoever is signed out already is told the same.
func (d *Desk) signOut(w http.ResponseWriter, r *http.Request) {
	if !d.site.Trusts(r) {
		answer(w, http.StatusForbidden, complaint{"signing out must be asked by a page of this site"})
		return
	}
	if err := d.Credentials.Sessions.End(r.Context(), d.site.Session(r)); err != nil {
		d.complain(w, r, err)
		return
	}
	d.site.DropSession(w)
	said := struct {
		ProviderSignOut *string `json:"providerSignOut"`
	}{}
	if d.Provider != nil {
		if at := d.Provider.SignOutURL(d.site.Origin() + "/"); at != "" {
			said.ProviderSignOut = &at
		}
	}
	answer(w, http.StatusOK, said)
}

// session says who is signed in: GET /auth/session.
func (d *Desk) session(w http.ResponseWriter, r *http.Request) {
	a, ok := auth.From(r.Context())
	if !ok {
		answer(w, http.StatusUnauthorized, complaint{"nobody is signed in"})
		return
	}
	code, name, err := d.Credentials.Tenants.Names(r.Context(), a.TenantID)
	if err != nil {
		d.complain(w, r, err)
		return
	}
	if a.ExpiresAt != nil {
		at := a.ExpiresAt.UTC()
		a.ExpiresAt = &at
	}
	type tenant struct {
		ID   string `json:"id"`
		Code string `json:"code"`
		Name string `json:"name"`
	}
	answer(w, http.StatusOK, struct {
		ID          string     `json:"id"`
		DisplayName string     `json:"displayName"`
		Role        actor.Role `json:"role"`
		Tenant      tenant     `json:"tenant"`
		ExpiresAt   *time.Time `json:"expiresAt"`
	}{ref.Encode(ref.Principal, a.PrincipalID), a.DisplayName, a.Role, tenant{ref.Encode(ref.Tenant, a.TenantID), code, name}, a.ExpiresAt})
}

type complaint struct {
	Error string `json:"error"`
}

func (d *Desk) complain(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, problem.ErrUnavailable) {
		w.Header().Set("Retry-After", "1")
		answer(w, http.StatusServiceUnavailable, complaint{problem.ErrUnavailable.Error()})
		return
	}
	d.Log.ErrorContext(r.Context(), "a call failed", "error", err)
	answer(w, http.StatusInternalServerError, complaint{"something went wrong on our side"})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a client that is gone hears nothing
}

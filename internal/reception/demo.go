package reception

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/web/signin"
)

// Local is somebody whom one may be without a password, in the demo and nowhere else.
type Local struct {
	Tenant     uuid.UUID
	TenantName string
	Membership uuid.UUID
	Name, Role string
}

// longestForm is in bytes; the list's forms have a hundred.
const longestForm = 4 << 10

// OpenDemo puts the demo's list of people on a mux. Nobody but the demo may do that: there is no password.
func (d *Desk) OpenDemo(mux *http.ServeMux, people []Local) {
	mux.Handle("GET "+DemoPath, d.Credentials.Middleware(quietly(func(w http.ResponseWriter, r *http.Request) { d.showPeople(w, r, people) })))
	mux.Handle("POST "+DemoPath, quietly(func(w http.ResponseWriter, r *http.Request) { d.become(w, r, people) }))
}

func (d *Desk) showPeople(w http.ResponseWriter, r *http.Request, people []Local) {
	if d.otherName(r) { // there the form would count as another site's
		own := d.site.Origin() + DemoPath
		if r.URL.RawQuery != "" {
			own += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, own, http.StatusFound)
		return
	}
	page := signin.People{Return: backTo(r.URL.Query().Get("return"))}
	if a, ok := auth.From(r.Context()); ok {
		page.Who = a.DisplayName + ", " + string(a.Role)
	}
	for _, p := range people {
		if n := len(page.Tenants); n == 0 || page.Tenants[n-1].Name != p.TenantName {
			page.Tenants = append(page.Tenants, signin.Tenant{Name: p.TenantName})
		}
		last := &page.Tenants[len(page.Tenants)-1]
		last.People = append(last.People, signin.Person{ID: p.Membership.String(), Name: p.Name, Role: p.Role})
	}
	signin.WritePeople(w, page)
}

// become signs somebody in as a person of the list, or out. A form can't bear a header of its own, so the origin decides.
func (d *Desk) become(w http.ResponseWriter, r *http.Request, people []Local) {
	if !d.site.Same(r) {
		say(w, http.StatusForbidden, signin.Notice{Title: "Not from here", Text: "The demo's sign-in must be used from its own page.", Korean: "데모 로그인은 그 페이지에서만 쓸 수 있습니다.", Link: DemoPath, Label: "Go there"})
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	chosen := r.PostFormValue("person")
	if err := d.Credentials.Sessions.End(r.Context(), d.site.Session(r)); err != nil {
		d.fail(w, r, err)
		return
	}
	if chosen == "" {
		d.site.DropSession(w)
		http.Redirect(w, r, DemoPath, http.StatusSeeOther)
		return
	}
	for _, p := range people {
		if p.Membership.String() != chosen {
			continue
		}
		session, err := d.Credentials.Sessions.Begin(r.Context(), p.Tenant, p.Membership, "")
		if err != nil {
			d.fail(w, r, err)
			return
		}
		keep(w, r, d.site, session, backTo(r.PostFormValue("return")))
		return
	}
	d.fail(w, r, auth.ErrNoMembership)
}

// backTo is where somebody goes on who has become somebody: the page they came from or, where that is none of ours, the dashboard.
func backTo(text string) string {
	if path, ok := returnPath(text); ok {
		return path
	}
	return "/"
}

// otherName reports whether this machine was called by another of its names than the site's.
func (d *Desk) otherName(r *http.Request) bool {
	own, err := url.Parse(d.site.Origin())
	if err != nil {
		return false
	}
	called := &url.URL{Host: r.Host}
	here := []string{"localhost", "127.0.0.1", "::1"}
	return called.Hostname() != own.Hostname() && called.Port() == own.Port() && slices.Contains(here, called.Hostname()) && slices.Contains(here, own.Hostname())
}

package app

import (
	"net"

	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/demo"
	"github.com/slotq/slotq/internal/identity"
	"github.com/slotq/slotq/internal/reception"
)

// asDemo lets people sign in without a password, from a list. Only Demo asks for it.
func asDemo(a *App) { a.demo = true }

// joinReception joins what knows who is there. The address must be bound: the demo's site is known by it.
func (a *App) joinReception() error {
	site, err := a.site()
	if err != nil {
		return err
	}
	limits := auth.SessionLimits{Life: a.serve.SessionLife, Idle: a.serve.SessionIdle}
	a.credentials = &auth.Credentials{Keys: a.Keys, Members: auth.NewMembers(a.DB), Tenants: auth.NewTenants(a.DB), Site: site}
	desk := reception.Options{SignIns: auth.NewSignIns(a.DB), Credentials: a.credentials, Guests: a.serve.OIDCGuests, Log: a.log}
	if a.serve.SignsIn() {
		a.identity = identity.New(identity.Options{
			Issuer: a.serve.OIDCIssuer, ClientID: a.serve.OIDCClientID, ClientSecret: a.serve.OIDCSecret, Audience: a.serve.OIDCAudience,
			Parties: a.serve.OIDCParties, Redirect: site.Origin() + reception.CallbackPath, Log: a.log,
		})
		a.credentials.Bearers, desk.Provider = a.identity, a.identity
		limits.Issuers = append(limits.Issuers, a.serve.OIDCIssuer)
	}
	if a.demo {
		limits.Issuers = append(limits.Issuers, demo.Issuer)
	}
	a.credentials.Sessions = auth.NewSessions(a.DB, limits)
	a.reception = reception.New(desk)
	return nil
}

// site is this server as browsers know it: by its public address, and in the demo else by the one that it listens on.
func (a *App) site() (auth.Site, error) {
	switch {
	case a.serve.PublicURL != "":
		return auth.NewSite(a.serve.PublicURL)
	case !a.demo:
		return auth.Site{}, nil
	}
	host, port, err := net.SplitHostPort(a.listener.Addr().String())
	if err != nil {
		return auth.Site{}, err
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return auth.NewSite("http://" + net.JoinHostPort(host, port))
}

// origins are the pages that may open sockets: ours, also where a proxy calls us by another name, and those of the settings.
func (a *App) origins() []string {
	if !a.credentials.Site.Known() {
		return a.serve.AllowedOrigins
	}
	return append([]string{a.credentials.Site.Origin()}, a.serve.AllowedOrigins...)
}

// openDemo puts the demo's people on their page, if this node shows pages.
func (a *App) openDemo(seeded *demo.Seeded) {
	if a.signIns == nil {
		return
	}
	var people []reception.Local
	for _, t := range seeded.Tenants {
		for _, m := range t.Members {
			people = append(people, reception.Local{Tenant: t.ID, TenantName: t.Name, Membership: m.ID, Name: m.Name, Role: string(m.Role)})
		}
	}
	a.reception.OpenDemo(a.signIns, people)
}

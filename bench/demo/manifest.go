package demo

import "github.com/slotq/slotq/internal/loadtest"

// Manifest is what the demo tells of itself.
type Manifest struct {
	GraphQL  string   `json:"graphql"`
	WS       string   `json:"ws"`
	Tenants  []Tenant `json:"tenants"`
	Provider struct {
		Control string `json:"control"`
	} `json:"provider"`
}

// Tenant is one of the demo's.
type Tenant struct {
	Code   string `json:"code"`
	Venues []struct {
		ID string `json:"id"`
	} `json:"venues"`
	Tokens map[string]string `json:"tokens"`
}

// Token is what somebody of the nth tenant comes with.
func (h *House) Token(tenant int, who string) string { return h.At.Tenants[tenant].Tokens[who] }

// Client speaks for the nth tenant's administrator, as many calls at once as are given.
func (h *House) Client(tenant, most int) (*loadtest.Client, error) {
	return loadtest.NewClient(h.At.GraphQL, h.Token(tenant, "admin"), most)
}

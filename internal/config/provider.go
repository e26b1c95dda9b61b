package config

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/slotq/slotq/internal/inventory"
)

// Provider is about the outside booking systems that have a say in a venue.
type Provider struct {
	Add    ProviderAdd    `cmd:"" help:"Register a provider, or change its address or credential; it must answer. Verify it afterwards."`
	Verify ProviderVerify `cmd:"" help:"Try whether a provider keeps what it declares. One that doesn't is not used."`
	Tie    ProviderTie    `cmd:"" help:"Give a provider a say in a venue."`
	Untie  ProviderUntie  `cmd:"" help:"Take a provider's say in a venue away."`
	List   ProviderList   `cmd:"" help:"Show a tenant's providers, what they proved, and where they have a say."`
}

// OfTenant names the tenant that a command is about.
type OfTenant struct {
	Database
	Tenant string `name:"tenant" required:"" placeholder:"CODE" help:"Code of the tenant."`
}

// ProviderAdd registers a provider.
type ProviderAdd struct {
	OfTenant
	Name     string `arg:"" help:"Name of the provider: a-z, 0-9 and -."`
	URL      string `name:"url" required:"" help:"Address of the provider, such as https://seats.example.com/api."`
	TokenEnv string `name:"token-env" placeholder:"VAR" help:"Environment variable that holds our credential there, for every process that talks to it."`
}

// ProviderVerify tries a provider.
type ProviderVerify struct {
	OfTenant
	Name     string        `arg:"" help:"Name of the provider."`
	ValidFor time.Duration `name:"valid-for" default:"2160h" help:"How long it may serve before it has to be verified again."`
}

// shortestValidity is how long a verification has to hold, lest a provider drops out while it serves.
const shortestValidity = time.Minute

// Validate refuses a verification that would be over at once.
func (v ProviderVerify) Validate() error {
	errs := []error{v.Database.Validate()}
	if v.ValidFor < shortestValidity {
		errs = append(errs, fmt.Errorf("--valid-for must be %s or more, not %s", shortestValidity, v.ValidFor))
	}
	return errors.Join(errs...)
}

// ProviderTie gives a provider a say.
type ProviderTie struct {
	OfTenant
	Name  string `arg:"" help:"Name of the provider."`
	Venue string `name:"venue" required:"" placeholder:"CODE" help:"Code of the venue."`
	Rank  int    `name:"rank" default:"1" help:"Among the venue's providers, which is asked first: the lowest."`
	Only  string `name:"only" placeholder:"KIND" help:"Only over resources of this kind: EXCLUSIVE or POOLED. Without it, over all."`
}

// Validate refuses a rank or a kind that doesn't exist.
func (t ProviderTie) Validate() error {
	errs := []error{t.Database.Validate()}
	if t.Rank < 1 {
		errs = append(errs, fmt.Errorf("--rank must be 1 or more, not %d", t.Rank))
	}
	if kind := t.Over(); kind != nil && *kind != inventory.Exclusive && *kind != inventory.Pooled {
		errs = append(errs, fmt.Errorf("--only must be EXCLUSIVE or POOLED, not %q", t.Only))
	}
	return errors.Join(errs...)
}

// Over is the kind of resources that the provider has a say in; nil means all.
func (t ProviderTie) Over() *inventory.ResourceKind {
	if t.Only == "" {
		return nil
	}
	kind := inventory.ResourceKind(strings.ToUpper(t.Only))
	return &kind
}

// ProviderUntie takes a provider's say away.
type ProviderUntie struct {
	OfTenant
	Name  string `arg:"" help:"Name of the provider."`
	Venue string `name:"venue" required:"" placeholder:"CODE" help:"Code of the venue."`
}

// ProviderList shows a tenant's providers.
type ProviderList struct{ OfTenant }

package config

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/credential"
	"github.com/slotq/slotq/internal/naming"
)

// Tenant is about the businesses that share an installation.
type Tenant struct {
	Add  TenantAdd  `cmd:"" help:"Make a tenant."`
	List TenantList `cmd:"" help:"Show the tenants."`
}

// TenantAdd makes a tenant.
type TenantAdd struct {
	Database
	Code     string `arg:"" help:"Code of the tenant: a-z, 0-9 and -. It never changes."`
	Name     string `arg:"" help:"Name of the tenant, for people."`
	AdminKey bool   `name:"admin-key" help:"Also issue an API key that may do everything, and print it. It can't be shown again."`
}

var tenantCode = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$`)

// Validate refuses a code or a name that can't be used.
func (t TenantAdd) Validate() error {
	errs := []error{t.Database.Validate()}
	if !tenantCode.MatchString(t.Code) {
		errs = append(errs, fmt.Errorf("a tenant's code must be 1 to 60 of a-z, 0-9 and -, with no - at its ends, not %q", t.Code))
	}
	if _, ok := naming.Given(t.Name); !ok {
		errs = append(errs, fmt.Errorf("a tenant's name must have 1 to %d characters, none of them a control character", naming.Longest))
	}
	return errors.Join(errs...)
}

// TenantList shows the tenants.
type TenantList struct{ Database }

// Member is about the people who may sign in to a tenant.
type Member struct {
	Add  MemberAdd  `cmd:"" help:"Let a person sign in. Meant for the first one, who then looks after the others by the API."`
	List MemberList `cmd:"" help:"Show who may sign in to a tenant. What is very long is cut off; the API tells it whole."`
}

// MemberAdd lets a person sign in.
type MemberAdd struct {
	OfTenant
	Email  string     `name:"email" required:"" placeholder:"ADDRESS" help:"Address that the provider has verified; whoever first signs in with it is the member."`
	Role   actor.Role `name:"role" required:"" placeholder:"ROLE" help:"ADMIN or STAFF."`
	Name   string     `name:"name" placeholder:"NAME" help:"What the person is called; without it, what stands before the @."`
	Issuer string     `name:"oidc-issuer" env:"SLOTQ_OIDC_ISSUER" required:"" placeholder:"URL" help:"Provider that knows the person."`
}

// Validate refuses an address or a role that can't be.
func (m MemberAdd) Validate() error {
	errs := []error{m.Database.Validate()}
	if _, ok := credential.MemberEmail(m.Email); !ok {
		errs = append(errs, errors.New("--email must be an address such as ada@example.com, in ASCII letters"))
	}
	if m.Role != actor.Admin && m.Role != actor.Staff {
		errs = append(errs, fmt.Errorf("--role must be ADMIN or STAFF, not %q: customers and agents are let in by the API", m.Role))
	}
	if !webAddress(m.Issuer, false) {
		errs = append(errs, fmt.Errorf("SLOTQ_OIDC_ISSUER (--oidc-issuer) takes an address such as https://login.example.com, with http only for localhost, not %q", m.Issuer))
	}
	if _, ok := naming.Given(m.Name); !ok && m.Name != "" {
		errs = append(errs, fmt.Errorf("--name must have 1 to %d characters, none of them a control character", naming.Longest))
	}
	return errors.Join(errs...)
}

// MemberList shows who may sign in.
type MemberList struct{ OfTenant }

package config_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/config"
)

func TestIdentity(t *testing.T) {
	t.Run("all of it comes from the environment", func(t *testing.T) {
		l, _, err := parse(t, map[string]string{
			"SLOTQ_PUBLIC_URL": "https://book.example.com", "SLOTQ_OIDC_ISSUER": "https://login.example.com/realms/a", "SLOTQ_OIDC_CLIENT_ID": "slotq", "SLOTQ_OIDC_CLIENT_SECRET": "hunter2",
			"SLOTQ_OIDC_AUDIENCE": "api", "SLOTQ_OIDC_PARTIES": "phone,till", "SLOTQ_OIDC_GUESTS": "true", "SLOTQ_SESSION_LIFE": "8h", "SLOTQ_SESSION_IDLE": "30m",
		}, "serve")
		require.NoError(t, err)
		require.Equal(t, config.Identity{
			PublicURL: "https://book.example.com", OIDCIssuer: "https://login.example.com/realms/a", OIDCClientID: "slotq", OIDCSecret: "hunter2", OIDCAudience: "api",
			OIDCParties: []string{"phone", "till"}, OIDCGuests: true, SessionLife: 8 * time.Hour, SessionIdle: 30 * time.Minute,
		}, l.Serve.Identity)
		require.True(t, l.Serve.SignsIn())
	})
	whole := []string{"serve", "--public-url", "https://book.example.com", "--oidc-issuer", "https://login.example.com", "--oidc-client-id", "slotq"}
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"http is for this machine":            {append(whole[:1:1], "--public-url", "http://book.example.com"), "SLOTQ_PUBLIC_URL (--public-url)"},
		"a public address has no path":        {append(whole[:1:1], "--public-url", "https://book.example.com/x"), "SLOTQ_PUBLIC_URL (--public-url)"},
		"nor a name in it":                    {append(whole[:1:1], "--public-url", "https://me@book.example.com"), "SLOTQ_PUBLIC_URL (--public-url)"},
		"an issuer is a safe address":         {append(whole[:3:3], "--oidc-issuer", "http://login.example.com", "--oidc-client-id", "x"), "SLOTQ_OIDC_ISSUER (--oidc-issuer)"},
		"an issuer needs a client":            {whole[:5], "SLOTQ_OIDC_CLIENT_ID (--oidc-client-id) is needed"},
		"an issuer needs the way back":        {append([]string{"serve"}, whole[3:]...), "SLOTQ_PUBLIC_URL (--public-url) is needed"},
		"settings of nothing mean nothing":    {append(whole[:3:3], "--oidc-guests"), "SLOTQ_OIDC_ISSUER (--oidc-issuer) is needed"},
		"nobody stays for less than a minute": {append(whole[:1:1], "--session-life", "59s"), "--session-life"},
		"nor for ever":                        {append(whole[:1:1], "--session-life", "721h"), "--session-life"},
		"nor is sent out while it is noted":   {append(whole[:1:1], "--session-idle", "119s"), "--session-idle"},
		"the demo's settings are checked too": {[]string{"demo", "--session-idle", "1s"}, "--session-idle"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := parse(t, map[string]string{"SLOTQ_OIDC_CLIENT_SECRET": ""}, c.args...)
			require.ErrorContains(t, err, c.says)
		})
	}
	t.Run("a secret is not repeated", func(t *testing.T) {
		_, _, err := parse(t, map[string]string{"SLOTQ_OIDC_CLIENT_SECRET": "hunter2"}, "serve")
		require.ErrorContains(t, err, "SLOTQ_OIDC_ISSUER")
		require.NotContains(t, err.Error(), "hunter2")
	})
	t.Run("an issuer on this machine may be plain", func(t *testing.T) {
		_, _, err := parse(t, nil, "serve", "--public-url", "http://localhost:8080", "--oidc-issuer", "http://127.0.0.1:9000/oidc", "--oidc-client-id", "x")
		require.NoError(t, err)
	})
}

func TestTenantsAndMembers(t *testing.T) {
	t.Run("a tenant is made by its code and name", func(t *testing.T) {
		l, command, err := parse(t, nil, "tenant", "add", "acme", "Acme Bar", "--admin-key")
		require.NoError(t, err)
		require.Equal(t, "tenant add <code> <name>", command)
		require.Equal(t, "acme Acme Bar", l.Tenant.Add.Code+" "+l.Tenant.Add.Name)
		require.True(t, l.Tenant.Add.AdminKey)
	})
	t.Run("a member is let in by an address", func(t *testing.T) {
		l, command, err := parse(t, map[string]string{"SLOTQ_OIDC_ISSUER": "https://login.example.com"}, "member", "add", "--tenant", "acme", "--email", "Ada@example.com", "--role", "ADMIN")
		require.NoError(t, err)
		require.Equal(t, "member add", command)
		require.Equal(t, actor.Admin, l.Member.Add.Role)
		require.Equal(t, "https://login.example.com", l.Member.Add.Issuer)
	})
	member := []string{"member", "add", "--tenant", "acme", "--oidc-issuer", "https://login.example.com"}
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"a code is plain":          {[]string{"tenant", "add", "Acme Bar", "Acme"}, "a tenant's code must be"},
		"a code has an end":        {[]string{"tenant", "add", "acme-", "Acme"}, "a tenant's code must be"},
		"a name is something":      {[]string{"tenant", "add", "acme", "  "}, "a tenant's name must have"},
		"an address is one":        {append(member[:6:6], "--email", "Ada <ada@example.com>", "--role", "ADMIN"), "--email must be"},
		"a name moves no cursor":   {[]string{"tenant", "add", "acme", "Acme\x1b[2J"}, "a tenant's name must have"},
		"nor does a member's":      {append(member[:6:6], "--email", "a@example.com", "--role", "ADMIN", "--name", "A\u202e"), "--name must have"},
		"an address is plain":      {append(member[:6:6], "--email", "\u212aim@example.com", "--role", "ADMIN"), "--email must be"},
		"a role is one of two":     {append(member[:6:6], "--email", "a@example.com", "--role", "CUSTOMER"), "--role must be ADMIN or STAFF"},
		"a provider must be named": {append(member[:4:4], "--email", "a@example.com", "--role", "ADMIN"), "--oidc-issuer"},
		"the database is checked":  {[]string{"tenant", "list", "--pool", "0"}, "--pool"},
		"for members too":          {[]string{"member", "list", "--tenant", "acme", "--pool", "0"}, "--pool"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := parse(t, nil, c.args...)
			require.ErrorContains(t, err, c.says)
		})
	}
}

package app_test

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/app"
	"github.com/slotq/slotq/internal/auth"
	"github.com/slotq/slotq/internal/config"
)

func TestTenantCommands(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	add := func(code string, key bool) (string, error) {
		var out bytes.Buffer
		err := app.AddTenant(t.Context(), config.TenantAdd{Database: o.Database, Code: code, Name: "Acme Bar", AdminKey: key}, &out)
		return out.String(), err
	}
	t.Run("a tenant is made with a key that may do everything in it", func(t *testing.T) {
		out, err := add("acme", true)
		require.NoError(t, err)
		keys := auth.NewKeys(o.DB)
		defer keys.Close()
		a, err := keys.Authenticate(t.Context(), regexp.MustCompile(`sq\.\S+`).FindString(out))
		require.NoError(t, err)
		require.Equal(t, actor.Admin, a.Role)
		require.True(t, a.Can(actor.AccessManage))
		require.NotEqual(t, o.House.Tenant, a.TenantID)
	})
	t.Run("once", func(t *testing.T) {
		out, err := add("acme", true)
		require.ErrorContains(t, err, `there is a tenant of the code "acme" already`)
		require.Empty(t, out)
	})
	t.Run("without a key, if none is asked for", func(t *testing.T) {
		out, err := add("plain", false)
		require.NoError(t, err)
		require.Equal(t, "tenant plain is made\n", out)
	})
	t.Run("they are listed", func(t *testing.T) {
		var out bytes.Buffer
		require.NoError(t, app.ListTenants(t.Context(), config.TenantList{Database: o.Database}, &out))
		require.Regexp(t, `(?s)acme +20\S+ +Acme Bar.*plain`, out.String())
	})
}

func TestMemberCommands(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	add := func(email string) (string, error) {
		var out bytes.Buffer
		err := app.AddMember(t.Context(), config.MemberAdd{OfTenant: o.OfTenant, Email: email, Role: actor.Admin, Issuer: "https://login.example.com"}, &out)
		return out.String(), err
	}
	out, err := add("Lin@Example.com")
	require.NoError(t, err)
	require.Contains(t, out, "lin@example.com may sign in as ADMIN, at <public-url>/auth/sign-in?tenant="+o.OfTenant.Tenant)
	_, err = add("lin@example.com")
	require.ErrorContains(t, err, "member of the tenant already")
	require.Equal(t, 1, o.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'addMember' AND reason = 'ADMIN'`), "without the address")
	require.Equal(t, 1, o.Count(`SELECT count(*) FROM principals WHERE display_name = 'Lin'`), "what was refused left nothing")
	var list bytes.Buffer
	require.NoError(t, app.ListMembers(t.Context(), config.MemberList{OfTenant: o.OfTenant}, &list))
	require.Regexp(t, `Lin +ADMIN +lin@example\.com +https://login\.example\.com +has not signed in`, list.String())

	o.Exec(`INSERT INTO memberships (id, tenant_id, principal_id, issuer, subject, created_at) VALUES (gen_random_uuid(), $1, $2, 'https://login.example.com', E'\x1b[2J' || repeat('x', 250), clock_timestamp())`,
		o.House.Tenant, o.Staff.PrincipalID)
	list.Reset()
	require.NoError(t, app.ListMembers(t.Context(), config.MemberList{OfTenant: o.OfTenant}, &list))
	require.Regexp(t, `STAFF {2,}\[2Jx{56}… +https://login\.example\.com +has not`, list.String(), "no value pushes the others out of sight, or steers the terminal")
}

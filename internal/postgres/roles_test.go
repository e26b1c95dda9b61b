package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

// admin is a superuser's pool on a server of this test's own: roles are the whole server's, and other tests need theirs.
func admin(t *testing.T) (*postgres.DB, *url.URL) {
	t.Helper()
	c := start(t, options(dataDir(t)))
	at, err := url.Parse(c.AdminURL(""))
	require.NoError(t, err)
	return open(t, at.String()), at
}

// as is the connection string of another role to another database of the same server.
func as(at *url.URL, role, database string) string {
	u := *at
	u.User, u.Path = url.UserPassword(role, "pw"), "/"+database
	return u.String()
}

func login(t *testing.T, super *postgres.DB, role, capabilities string) {
	t.Helper()
	exec(t, super, fmt.Sprintf(`CREATE ROLE %s LOGIN PASSWORD 'pw' %s`, role, capabilities))
}

func database(t *testing.T, super *postgres.DB, name, owner string) {
	t.Helper()
	_, err := super.SQL().ExecContext(t.Context(), fmt.Sprintf(`CREATE DATABASE %s OWNER %s`, name, owner))
	require.NoError(t, err)
}

func TestEnsureRoles(t *testing.T) {
	super, at := admin(t)
	login(t, super, "deployer", "CREATEROLE")
	login(t, super, "plain", "")
	for i := range 3 {
		database(t, super, fmt.Sprintf("db%d", i), "deployer")
	}

	t.Run("a login role that may not create roles hears what an administrator has to do", func(t *testing.T) {
		err := postgres.EnsureRoles(t.Context(), open(t, as(at, "plain", "db0")).SQL())
		require.ErrorContains(t, err, "role slotq_app")
		require.ErrorContains(t, err, "CREATE ROLE slotq_app NOLOGIN; GRANT slotq_app TO plain")
	})

	t.Run("eight processes over three databases all succeed, every time", func(t *testing.T) {
		for round := range 10 {
			exec(t, super, `DROP ROLE IF EXISTS slotq_app, slotq_worker`)
			var all sync.WaitGroup
			errs := make([]error, 8)
			for i := range errs {
				pool := open(t, as(at, "deployer", fmt.Sprintf("db%d", i%3)))
				all.Go(func() { errs[i] = postgres.EnsureRoles(t.Context(), pool.SQL()) })
			}
			all.Wait()
			for _, err := range errs {
				require.NoError(t, err, "round %d", round)
			}
		}
	})

	t.Run("the roles own nothing, log in nowhere and pass no policy", func(t *testing.T) {
		require.Equal(t, "slotq_app fffff, slotq_worker fffff", text(t, super, `
			SELECT string_agg(format('%s %s%s%s%s%s', rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb), ', ' ORDER BY rolname)
			FROM pg_roles WHERE rolname IN ('slotq_app', 'slotq_worker')`))
	})

	t.Run("the login role may become them", func(t *testing.T) {
		for _, role := range []string{postgres.AppRole, postgres.WorkerRole} {
			require.NoError(t, open(t, as(at, "deployer", "db1")).InOwner(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, `SELECT set_config('role', $1, true)`, role)
				return err
			}))
		}
	})

	t.Run("one that is no member and may not become one hears which grant it lacks", func(t *testing.T) {
		err := postgres.EnsureRoles(t.Context(), open(t, as(at, "plain", "db0")).SQL())
		require.ErrorContains(t, err, "GRANT slotq_app TO plain")
	})

	t.Run("once an administrator has granted them it is content", func(t *testing.T) {
		exec(t, super, `GRANT slotq_app, slotq_worker TO plain`)
		require.NoError(t, postgres.EnsureRoles(t.Context(), open(t, as(at, "plain", "db0")).SQL()))
	})

	t.Run("a role that could pass row-level security is refused", func(t *testing.T) {
		exec(t, super, `ALTER ROLE slotq_app BYPASSRLS`)
		require.ErrorContains(t, postgres.EnsureRoles(t.Context(), open(t, as(at, "deployer", "db0")).SQL()), "bypass row-level security")
	})
}

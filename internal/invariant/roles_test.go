package invariant

import (
	"context"
	"database/sql"
	"testing"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
)

// TestWeakRoles tries roles of its own: those of the application belong to the whole server, where other tests run.
func TestWeakRoles(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	admin := pgtest.Admin(t, db)
	role := func(powers string) string {
		name := "slotq_try_" + uuid.NewString()
		_, err := admin.Exec(`CREATE ROLE ` + pq.QuoteIdentifier(name) + ` ` + powers)
		require.NoError(t, err)
		t.Cleanup(func() {
			_, err := admin.Exec(`DROP ROLE ` + pq.QuoteIdentifier(name))
			require.NoError(t, err)
		})
		return name
	}
	look := func(name string) (details []string) {
		require.NoError(t, db.InOwner(t.Context(), func(ctx context.Context, tx *sql.Tx) (err error) {
			details, err = texts(ctx, tx, rolesAreWeak, pq.Array([]string{name}))
			return err
		}))
		return details
	}

	require.Empty(t, look(role("")))
	for _, power := range []string{"SUPERUSER", "BYPASSRLS", "LOGIN", "CREATEROLE", "CREATEDB"} {
		name := role(power)
		require.Len(t, look(name), 1, power)
		require.Contains(t, look(name)[0], name)
	}
	require.Len(t, look("slotq_no_such_role"), 1)
	require.Len(t, look(role("IN ROLE slotq_worker")), 1)
}

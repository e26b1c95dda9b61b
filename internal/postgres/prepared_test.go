package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

func TestPreparedStatements(t *testing.T) {
	db := scratch(t)
	tenant, other := uuid.New(), uuid.New()
	// single is the same database through one connection, so that what is asked twice is asked of the same.
	single := func(t *testing.T) *postgres.DB {
		t.Helper()
		one, err := postgres.Open(db.DSN(), postgres.PoolOptions{MaxOpen: 1})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, one.Close()) })
		return one
	}
	ask := func(t *testing.T, of *postgres.DB, tenant uuid.UUID, query string, args ...any) (n int) {
		t.Helper()
		require.NoError(t, of.ReadTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, query, args...).Scan(&n)
		}))
		return n
	}
	const notes = `SELECT count(*) FROM notes WHERE id > $1`
	prepared := func(t *testing.T, of *postgres.DB, like string) int {
		t.Helper()
		return ask(t, of, tenant, fmt.Sprintf(`SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%s%%'`, like))
	}

	t.Run("what comes again and again is prepared, once", func(t *testing.T) {
		one := single(t)
		for n, want := range []int{0, 0, 1, 1, 1} {
			ask(t, one, tenant, notes, n)
			require.Equal(t, want, prepared(t, one, "SELECT count(*) FROM notes"), "after %d times", n+1)
		}
	})
	t.Run("one plan serves all tenants, and shows none what is another's", func(t *testing.T) {
		one := single(t)
		require.NoError(t, one.InTenant(t.Context(), tenant, insert(1)))
		for range 10 {
			require.Equal(t, 1, ask(t, one, tenant, notes, 0))
			require.Zero(t, ask(t, one, other, notes, 0))
			var seen int
			require.NoError(t, one.InWorker(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				return tx.QueryRowContext(ctx, `SELECT count(tenant_id) FROM notes WHERE $1 = $1`, 1).Scan(&seen)
			}))
			require.Positive(t, seen)
		}
	})
	t.Run("there are never more than the server has memory for, and the oldest goes", func(t *testing.T) {
		one := single(t)
		for n := range 230 {
			for range 3 {
				ask(t, one, tenant, fmt.Sprintf(`SELECT count(*) + %d FROM notes WHERE id = $1`, n), 1)
			}
		}
		require.Equal(t, 200, prepared(t, one, ""))
		require.Zero(t, prepared(t, one, "SELECT count(*) + 0 "))
		require.Equal(t, 1, prepared(t, one, "SELECT count(*) + 229 "))
	})
	t.Run("a plan that no longer fits undoes the transaction, which is run again", func(t *testing.T) {
		one := single(t)
		for name, spoil := range map[string]string{
			"discarded": `DEALLOCATE ALL`,
			"changed":   `ALTER TABLE notes ALTER COLUMN v TYPE varchar(40)`,
		} {
			t.Run(name, func(t *testing.T) {
				read := func() (times int) {
					require.NoError(t, one.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
						times++
						var v string
						return tx.QueryRowContext(ctx, `SELECT v FROM notes WHERE id = $1`, 1).Scan(&v)
					}))
					return times
				}
				for range 4 {
					require.Equal(t, 1, read())
				}
				exec(t, one, spoil)
				require.LessOrEqual(t, read(), 2)
				require.Equal(t, 1, read())
			})
		}
	})
	t.Run("nothing is prepared where something may stand between: another's statement could go by the same name", func(t *testing.T) {
		via, _ := through(t, db)
		for n := range 10 {
			ask(t, via, tenant, notes, n)
		}
		require.Zero(t, prepared(t, via, ""))
	})
}

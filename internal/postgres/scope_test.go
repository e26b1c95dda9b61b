package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

// scratch is a migrated database with a table of notes that row-level security divides by tenant.
func scratch(t *testing.T) *postgres.DB {
	t.Helper()
	db := pgtest.New(t)
	exec(t, db, `
		CREATE TABLE notes (tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant')::uuid, id int, v text DEFAULT '', PRIMARY KEY (tenant_id, id));
		ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
		CREATE POLICY tenant ON notes TO slotq_app USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
		CREATE POLICY worker ON notes FOR SELECT TO slotq_worker USING (true);
		GRANT SELECT, INSERT, UPDATE ON notes TO slotq_app;
		GRANT SELECT (tenant_id) ON notes TO slotq_worker`)
	return db
}

// insert returns a transaction's body that writes one note.
func insert(id int) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO notes (id) VALUES ($1)`, id)
		return err
	}
}

// count returns how many notes a tenant sees.
func count(t *testing.T, db *postgres.DB, tenant uuid.UUID) int {
	t.Helper()
	var n int
	require.NoError(t, db.ReadTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM notes`).Scan(&n)
	}))
	return n
}

func TestInTenant(t *testing.T) {
	db := scratch(t)
	one, other := uuid.New(), uuid.New()

	t.Run("it runs as the application's role in the tenant's scope and under limits", func(t *testing.T) {
		var got string
		require.NoError(t, db.InTenant(t.Context(), one, func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT concat_ws(' ', current_user, current_setting('app.tenant'), current_setting('lock_timeout'),
				current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'), current_setting('transaction_isolation'))`).Scan(&got)
		}))
		require.Equal(t, "slotq_app "+one.String()+" 500ms 5s 10s read committed", got)
	})

	t.Run("what it commits the tenant sees and another does not", func(t *testing.T) {
		require.NoError(t, db.InTenant(t.Context(), one, insert(1)))
		require.Equal(t, 1, count(t, db, one))
		require.Zero(t, count(t, db, other))
	})

	t.Run("an error rolls back and comes out as it is", func(t *testing.T) {
		refused := errors.New("no table is free")
		err := db.InTenant(t.Context(), one, func(ctx context.Context, tx *sql.Tx) error {
			require.NoError(t, insert(2)(ctx, tx))
			return refused
		})
		require.Equal(t, refused, err)
		require.Equal(t, 1, count(t, db, one))
	})

	t.Run("a panic rolls back and gives its connection back", func(t *testing.T) {
		require.Panics(t, func() {
			_ = db.InTenant(t.Context(), one, func(ctx context.Context, tx *sql.Tx) error {
				require.NoError(t, insert(2)(ctx, tx))
				panic("a programmer's mistake")
			})
		})
		require.Equal(t, 1, count(t, db, one))
		require.Zero(t, db.SQL().Stats().InUse)
	})

	t.Run("an overlooked failure is no success", func(t *testing.T) {
		err := db.InTenant(t.Context(), one, func(ctx context.Context, tx *sql.Tx) error {
			_ = insert(1)(ctx, tx) // there already
			return nil
		})
		require.ErrorContains(t, err, "overlooked")
		require.NotErrorIs(t, err, postgres.ErrCommitUnknown)
	})

	t.Run("a unique violation is named", func(t *testing.T) {
		err := db.InTenant(t.Context(), one, insert(1))
		require.True(t, postgres.IsUnique(err))
		require.True(t, postgres.IsUnique(err, "other", "notes_pkey"))
		require.False(t, postgres.IsUnique(err, "other"))
		require.Equal(t, "notes_pkey", postgres.Constraint(err))
		require.False(t, postgres.IsUnavailable(err))
	})

	t.Run("a row of another tenant cannot be written", func(t *testing.T) {
		err := db.InTenant(t.Context(), one, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO notes (tenant_id, id) VALUES ($1, 9)`, other)
			return err
		})
		require.Equal(t, "42501", postgres.Code(err))
	})

	t.Run("nothing of the scope stays on the connection", func(t *testing.T) {
		require.Equal(t, "slotq_test -", text(t, db, `SELECT concat_ws(' ', current_user, coalesce(nullif(current_setting('app.tenant', true), ''), '-'))`))
	})

	t.Run("without a tenant nothing runs", func(t *testing.T) {
		ran := false
		err := db.InTenant(t.Context(), uuid.Nil, func(context.Context, *sql.Tx) error { ran = true; return nil })
		require.ErrorContains(t, err, "no tenant")
		require.False(t, ran)
	})

	t.Run("a transaction inside a transaction is refused", func(t *testing.T) {
		err := db.InTenant(t.Context(), one, func(ctx context.Context, _ *sql.Tx) error {
			return db.ReadTenant(ctx, one, func(context.Context, *sql.Tx) error { return nil })
		})
		require.ErrorContains(t, err, "already open")
	})
}

func TestInTenantAndTheCallersContext(t *testing.T) {
	db := scratch(t)
	tenant := uuid.New()

	t.Run("a caller that has left gets nothing begun", func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		leave()
		ran := false
		err := db.InTenant(ctx, tenant, func(context.Context, *sql.Tx) error { ran = true; return nil })
		require.Equal(t, context.Canceled, err)
		require.False(t, ran)
	})

	t.Run("a caller that leaves half way does not break the transaction", func(t *testing.T) {
		type key struct{}
		ctx, leave := context.WithCancel(context.WithValue(t.Context(), key{}, "kept"))
		opened := db.SQL().Stats().OpenConnections
		require.NoError(t, db.InTenant(ctx, tenant, func(inside context.Context, tx *sql.Tx) error {
			leave()
			require.Equal(t, "kept", inside.Value(key{}), "the caller's values stay")
			return insert(1)(inside, tx)
		}))
		require.Equal(t, 1, count(t, db, tenant))
		require.Equal(t, opened, db.SQL().Stats().OpenConnections, "no connection was lost")
	})

	t.Run("a caller that waits for a connection may leave at once", func(t *testing.T) {
		small, err := postgres.Open(db.DSN(), postgres.PoolOptions{MaxOpen: 1})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, small.Close()) })
		ctx, leave := context.WithCancel(t.Context())
		waited := make(chan error, 1)
		require.NoError(t, small.InTenant(t.Context(), tenant, func(context.Context, *sql.Tx) error {
			go func() {
				waited <- small.InTenant(ctx, tenant, func(context.Context, *sql.Tx) error { return nil })
			}()
			soon(t, func() bool { return small.SQL().Stats().WaitCount > 0 }, "it waits")
			leave()
			require.Equal(t, context.Canceled, <-waited)
			return nil
		}))
	})

	t.Run("a lock that is not given in time is unavailability", func(t *testing.T) {
		err := db.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `SELECT FROM notes FOR UPDATE`)
			require.NoError(t, err)
			began := time.Now()
			err = db.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, `SELECT FROM notes FOR UPDATE`)
				return err
			})
			require.GreaterOrEqual(t, time.Since(began), 500*time.Millisecond)
			require.Equal(t, "55P03", postgres.Code(err))
			return err
		})
		require.ErrorIs(t, err, postgres.ErrUnavailable)
		require.True(t, postgres.IsUnavailable(err))
	})

	t.Run("a statement that takes too long is unavailability", func(t *testing.T) {
		err := db.InTenant(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `SELECT set_config('statement_timeout', '20ms', true)`)
			require.NoError(t, err)
			_, err = tx.ExecContext(ctx, `SELECT pg_sleep(30)`)
			return err
		})
		require.Equal(t, "57014", postgres.Code(err))
		require.ErrorIs(t, err, postgres.ErrUnavailable)
	})

	t.Run("after the pool is closed it is unavailability as well", func(t *testing.T) {
		closed, err := postgres.Open(db.DSN(), postgres.PoolOptions{})
		require.NoError(t, err)
		require.NoError(t, closed.Close())
		require.ErrorIs(t, closed.InTenant(t.Context(), tenant, insert(7)), postgres.ErrUnavailable)
	})
}

func TestInTenantLocked(t *testing.T) {
	db := scratch(t)
	tenant := uuid.New()
	const key = -42

	try := func(key int64) (got bool) {
		require.NoError(t, db.InTenantLocked(t.Context(), tenant, key, func(ctx context.Context, tx *sql.Tx, locked bool) error {
			got = locked
			return nil
		}))
		return got
	}
	require.NoError(t, db.InTenantLocked(t.Context(), tenant, key, func(ctx context.Context, tx *sql.Tx, locked bool) error {
		require.True(t, locked, "a free key is given")
		require.False(t, try(key), "the same key is not given twice, and nobody waits")
		require.True(t, try(key+1), "another key is free")
		return insert(1)(ctx, tx)
	}))
	require.Equal(t, 1, count(t, db, tenant))
	require.True(t, try(key), "the end of the transaction frees it")
	require.ErrorContains(t, db.InTenantLocked(t.Context(), uuid.Nil, key, func(context.Context, *sql.Tx, bool) error { return nil }), "no tenant")
}

func TestReadScopes(t *testing.T) {
	db := scratch(t)
	tenant, other := uuid.New(), uuid.New()
	require.NoError(t, db.InTenant(t.Context(), tenant, insert(1)))
	require.NoError(t, db.InTenant(t.Context(), other, insert(1)))

	// twoLooks counts before and after somebody else commits one more note.
	id := 1
	twoLooks := func(scope func(context.Context, uuid.UUID, func(context.Context, *sql.Tx) error) error) (before, after int) {
		id++
		require.NoError(t, scope(t.Context(), tenant, func(ctx context.Context, tx *sql.Tx) error {
			require.NoError(t, tx.QueryRowContext(ctx, `SELECT count(*) FROM notes`).Scan(&before))
			require.NoError(t, db.InTenant(t.Context(), tenant, insert(id)))
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM notes`).Scan(&after)
		}))
		return before, after
	}

	t.Run("a read sees what is committed meanwhile", func(t *testing.T) {
		before, after := twoLooks(db.ReadTenant)
		require.Equal(t, before+1, after)
	})

	t.Run("a snapshot sees one moment", func(t *testing.T) {
		before, after := twoLooks(db.SnapshotTenant)
		require.Equal(t, before, after)
	})

	t.Run("neither writes", func(t *testing.T) {
		require.Equal(t, "25006", postgres.Code(db.ReadTenant(t.Context(), tenant, insert(99))))
		require.Equal(t, "25006", postgres.Code(db.SnapshotTenant(t.Context(), tenant, insert(99))))
	})

	t.Run("the worker sees of every tenant what it may see and writes nothing", func(t *testing.T) {
		require.NoError(t, db.InWorker(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			var tenants int
			var role string
			require.NoError(t, tx.QueryRowContext(ctx, `SELECT count(DISTINCT tenant_id), current_user FROM notes GROUP BY 2`).Scan(&tenants, &role))
			require.Equal(t, 2, tenants)
			require.Equal(t, postgres.WorkerRole, role)
			return nil
		}))
		require.Equal(t, "42501", postgres.Code(db.InWorker(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `SELECT v FROM notes`)
			return err
		})))
		require.Equal(t, "25006", postgres.Code(db.InWorker(t.Context(), insert(99))))
	})

	t.Run("the owner's scope ends with its caller", func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		err := db.InOwner(ctx, func(ctx context.Context, tx *sql.Tx) error {
			leave()
			_, err := tx.ExecContext(ctx, `SELECT pg_sleep(30)`)
			return err
		})
		require.ErrorIs(t, err, context.Canceled)
		require.False(t, postgres.IsUnavailable(err))
	})
}

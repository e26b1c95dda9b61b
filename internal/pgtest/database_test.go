package pgtest_test

import (
	"context"
	"database/sql"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestNew(t *testing.T) {
	t.Run("the database is migrated", func(t *testing.T) {
		states, err := postgres.MigrationStatus(t.Context(), pgtest.New(t).DSN())
		require.NoError(t, err)
		require.NotEmpty(t, states)
		for _, s := range states {
			require.True(t, s.Applied, s.Name)
		}
	})

	t.Run("two tests never share a database", func(t *testing.T) {
		one, other := pgtest.New(t), pgtest.New(t)
		write(t, one, `CREATE TABLE only_here ()`)
		require.Equal(t, "only_here", text(t, one, `SELECT to_regclass('only_here')::text`))
		require.Equal(t, "", text(t, other, `SELECT coalesce(to_regclass('only_here')::text, '')`))
	})

	t.Run("the login role is no superuser and owns the database", func(t *testing.T) {
		db := pgtest.New(t)
		require.Equal(t, "off", text(t, db, `SELECT current_setting('is_superuser')`))
		require.Equal(t, "true", text(t, db, `SELECT (pg_get_userbyid(datdba) = current_user)::text FROM pg_database WHERE datname = current_database()`))
	})
}

func TestFurnish(t *testing.T) {
	times := 0
	furnished := pgtest.Furnish(func(ctx context.Context, db *postgres.DB) error {
		times++
		write(t, db, `CREATE TABLE notes (v text); INSERT INTO notes VALUES ('here before')`)
		return nil
	})
	one, other := furnished.New(t), furnished.New(t)
	require.Equal(t, 1, times)
	write(t, one, `UPDATE notes SET v = 'changed'`)
	require.Equal(t, "changed", text(t, one, `SELECT v FROM notes`))
	require.Equal(t, "here before", text(t, other, `SELECT v FROM notes`))
	require.Equal(t, "", text(t, pgtest.New(t), `SELECT coalesce(to_regclass('notes')::text, '')`), "nobody else has it")
}

func TestDrop(t *testing.T) {
	var name string
	var db *postgres.DB
	t.Run("a database", func(t *testing.T) {
		db = pgtest.New(t)
		name = text(t, db, `SELECT current_database()::text`)
	})
	t.Run("is gone when its test has ended", func(t *testing.T) {
		require.ErrorIs(t, db.Ping(t.Context()), postgres.ErrUnavailable)
		require.Equal(t, "0", text(t, pgtest.New(t), `SELECT count(*)::text FROM pg_database WHERE datname = '`+name+`'`))
	})
}

func TestAdmin(t *testing.T) {
	db := pgtest.New(t)
	var superuser, database string
	require.NoError(t, pgtest.Admin(t, db).QueryRowContext(t.Context(),
		`SELECT current_setting('is_superuser'), current_database()`).Scan(&superuser, &database))
	require.Equal(t, "on", superuser)
	require.Equal(t, text(t, db, `SELECT current_database()::text`), database)
}

func TestAppRole(t *testing.T) {
	db := pgtest.New(t)
	tenant := uuid.New()
	write(t, db, `CREATE TABLE notes (v text); GRANT SELECT, INSERT ON notes TO slotq_app`)

	t.Run("it is the application's role in the tenant's scope", func(t *testing.T) {
		pgtest.AppRole(t, db, tenant, func(tx *sql.Tx) {
			var role, scope string
			require.NoError(t, tx.QueryRowContext(t.Context(), `SELECT current_user, current_setting('app.tenant')`).Scan(&role, &scope))
			require.Equal(t, postgres.AppRole, role)
			require.Equal(t, tenant.String(), scope)
		})
	})

	t.Run("it may not make tables", func(t *testing.T) {
		pgtest.AppRole(t, db, tenant, func(tx *sql.Tx) {
			_, err := tx.ExecContext(t.Context(), `CREATE TABLE mine ()`)
			var refused *pq.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, "42501", refused.SQLState())
		})
	})

	t.Run("what it writes is rolled back", func(t *testing.T) {
		pgtest.AppRole(t, db, tenant, func(tx *sql.Tx) {
			_, err := tx.ExecContext(t.Context(), `INSERT INTO notes VALUES ('gone')`)
			require.NoError(t, err)
		})
		require.Equal(t, "0", text(t, db, `SELECT count(*)::text FROM notes`))
	})
}

func BenchmarkNew(b *testing.B) {
	pgtest.NewURL(b) // the server and the template are not what is measured
	for b.Loop() {
		pgtest.New(b)
	}
}

func write(t testing.TB, db *postgres.DB, statement string) {
	t.Helper()
	require.NoError(t, db.InOwner(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement)
		return err
	}))
}

func text(t testing.TB, db *postgres.DB, query string) string {
	t.Helper()
	var answer string
	require.NoError(t, db.InOwner(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, query).Scan(&answer)
	}))
	return answer
}

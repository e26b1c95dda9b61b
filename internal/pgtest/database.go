package pgtest

import (
	"context"
	"database/sql"
	"net/url"
	"testing"

	"github.com/google/uuid"
	"github.com/peterldowns/pgtestdb"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/postgres"
)

// New returns a pool to a migrated database that nobody else uses. It is closed and the database dropped at the end of
// the test; a failed test on a server of your own (SLOTQ_TEST_DATABASE_URL) leaves its database to look at.
func New(t testing.TB) *postgres.DB {
	t.Helper()
	return open(t, NewURL(t))
}

func open(t testing.TB, at string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(at, postgres.PoolOptions{MaxOpen: 10, ApplicationName: shortName(t)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// NewURL returns the connection string of such a database, for a program that opens its own pool. Whatever is connected
// at the end of the test is thrown out.
func NewURL(t testing.TB) string {
	t.Helper()
	return newURL(t, migrator{})
}

// newURL is of a copy of the template that m makes.
func newURL(t testing.TB, m pgtestdb.Migrator) string {
	t.Helper()
	server.ready(t)
	conf := server.config()
	conf.ForceTerminateConnections = true
	return pgtestdb.Custom(t, conf, m).URL()
}

// migrator makes the template as production makes its database.
type migrator struct{}

func (migrator) Hash() (string, error) { return postgres.SchemaHash() }

func (migrator) Migrate(ctx context.Context, _ *sql.DB, conf pgtestdb.Config) error {
	_, err := postgres.Migrate(ctx, conf.URL(), nil)
	return err
}

// Admin returns a superuser's connection to the database of db, past every policy and every grant, closed at the end of
// the test.
func Admin(t testing.TB, db *postgres.DB) *sql.DB {
	t.Helper()
	server.ready(t)
	at, err := url.Parse(db.DSN())
	require.NoError(t, err)
	admin := *server.admin
	admin.Path = at.Path
	raw, err := sql.Open("postgres", admin.String())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, raw.Close()) })
	return raw
}

// AppRole runs raw SQL as the application does inside a tenant: under its role and the tenant's policy, without the
// code above it. Everything is rolled back.
func AppRole(t testing.TB, db *postgres.DB, tenant uuid.UUID, fn func(tx *sql.Tx)) {
	t.Helper()
	tx, err := db.SQL().BeginTx(t.Context(), nil)
	require.NoError(t, err)
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(t.Context(), `SELECT set_config('role', $1, true), set_config('app.tenant', $2, true)`, postgres.AppRole, tenant.String())
	require.NoError(t, err)
	fn(tx)
}

// shortName fits the 63 bytes that the server keeps of an application's name.
func shortName(t testing.TB) string {
	name := "test " + t.Name()
	return name[:min(len(name), 63)]
}

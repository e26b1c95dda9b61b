package postgres_test

import (
	"context"
	"database/sql"
	"io/fs"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/migrations"
)

func TestMigrate(t *testing.T) {
	super, at := admin(t)
	login(t, super, "deployer", "CREATEROLE")
	database(t, super, "first", "deployer")
	dsn := as(at, "deployer", "first")

	t.Run("the status of an empty database is all missing, and asking writes nothing", func(t *testing.T) {
		states, err := postgres.MigrationStatus(t.Context(), dsn)
		require.NoError(t, err)
		require.NotEmpty(t, states)
		for _, s := range states {
			require.False(t, s.Applied, s.Name)
		}
		require.Equal(t, "0", text(t, open(t, dsn), `SELECT count(*)::text FROM pg_class WHERE relnamespace = 'public'::regnamespace`))
	})

	t.Run("processes that race apply each migration once and all find it done", func(t *testing.T) {
		const racers = 6
		var all sync.WaitGroup
		applied, errs := make([][]string, racers), make([]error, racers)
		for i := range racers {
			all.Go(func() { applied[i], errs[i] = postgres.Migrate(t.Context(), dsn, nil) })
		}
		all.Wait()
		seen := map[string]int{}
		for i := range racers {
			require.NoError(t, errs[i])
			for _, name := range applied[i] {
				seen[name]++
			}
		}
		files, err := fs.Glob(migrations.FS, "*.sql")
		require.NoError(t, err)
		for _, name := range files {
			require.Equal(t, 1, seen[name], name)
		}
		require.Equal(t, 1, seen["river 001 create river migration"], seen)
	})

	t.Run("afterwards all is applied and a second run does nothing", func(t *testing.T) {
		states, err := postgres.MigrationStatus(t.Context(), dsn)
		require.NoError(t, err)
		for _, s := range states {
			require.True(t, s.Applied, s.Name)
		}
		var told []string
		applied, err := postgres.Migrate(t.Context(), dsn, func(name string) { told = append(told, name) })
		require.NoError(t, err)
		require.Empty(t, applied)
		require.Empty(t, told)
	})

	t.Run("another database of the server is migrated under the same roles", func(t *testing.T) {
		database(t, super, "second", "deployer")
		var told []string
		applied, err := postgres.Migrate(t.Context(), as(at, "deployer", "second"), func(name string) { told = append(told, name) })
		require.NoError(t, err)
		require.NotEmpty(t, applied)
		require.Equal(t, applied, told)
	})

	t.Run("a caller that leaves while another migrates is let go", func(t *testing.T) {
		database(t, super, "third", "deployer")
		third := as(at, "deployer", "third")
		tx, err := open(t, third).SQL().BeginTx(t.Context(), nil)
		require.NoError(t, err)
		defer func() { _ = tx.Rollback() }()
		_, err = tx.ExecContext(t.Context(), `SELECT pg_advisory_xact_lock(5107000001)`)
		require.NoError(t, err)
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() { _, err := postgres.Migrate(ctx, third, nil); left <- err }()
		soon(t, func() bool {
			return text(t, super, `SELECT (sum(xact_commit + xact_rollback) > 10)::text FROM pg_stat_database WHERE datname = 'third'`) == "true"
		}, "it asks for the lock again and again")
		leave()
		require.ErrorIs(t, <-left, context.Canceled)
	})
}

type note struct{}

func (note) Kind() string { return "note" }

func TestJobsFromACommand(t *testing.T) {
	db := pgtest.New(t)
	client, err := river.NewClient(riverdatabasesql.New(db.SQL()), &river.Config{Schema: postgres.JobSchema})
	require.NoError(t, err)
	unique := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}}

	t.Run("a command puts a job into the queue in its own transaction, an equal one once", func(t *testing.T) {
		require.NoError(t, db.InTenant(t.Context(), uuid.New(), func(ctx context.Context, tx *sql.Tx) error {
			first, err := client.InsertTx(ctx, tx, note{}, unique)
			require.NoError(t, err)
			second, err := client.InsertTx(ctx, tx, note{}, unique)
			require.NoError(t, err)
			require.Equal(t, first.Job.ID, second.Job.ID)
			require.True(t, second.UniqueSkippedAsDuplicate)
			return nil
		}))
		require.Equal(t, "1", text(t, db, `SELECT count(*)::text FROM river.river_job`))
	})

	t.Run("it may not take one out", func(t *testing.T) {
		err := db.InTenant(t.Context(), uuid.New(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `DELETE FROM river.river_job`)
			return err
		})
		require.Equal(t, "42501", postgres.Code(err))
	})
}

package postgres

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/slotq/slotq/migrations"
)

// gooseTable is where goose notes which of our migrations have run.
const gooseTable = "goose_db_version"

// migrationLock is the key of the advisory lock under which a database is migrated; any number that nobody else uses.
const migrationLock = 5_107_000_001

// Migrate brings the roles, our tables and the job queue's tables to the state this binary expects and returns the names
// of what it applied, nothing when all was there. Each migration is one transaction: after an error the earlier ones
// stand and a later call goes on. Any number of processes may call it at once; one works, the others wait and find it
// done. dsn must lead to the server itself, not to a pooler. log, when given, hears each name as soon as it is applied.
func Migrate(ctx context.Context, dsn string, log func(string)) (applied []string, err error) {
	if log == nil {
		log = func(string) {}
	}
	db, err := openForMigration(dsn)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if err := EnsureRoles(ctx, db); err != nil {
		return nil, err
	}
	err = whileLocked(ctx, db, func() error {
		tell := func(name string) {
			applied = append(applied, name)
			log(name)
		}
		if err := migrateTables(ctx, db, tell); err != nil {
			return err
		}
		return migrateJobs(ctx, db, tell)
	})
	return applied, err
}

// openForMigration makes a small pool without the settings that suit short commands: a migration sends many statements
// at once, which the single round trip cannot.
func openForMigration(dsn string) (*sql.DB, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, fmt.Errorf("connection string: %w", err)
	}
	db.SetMaxOpenConns(4) // the lock, goose, and one each for what they start
	return db, nil
}

// whileLocked runs fn while a transaction of its own holds the migration lock, which covers the job queue as well as
// goose's tables. (goose's own lock is a session's: through a busy pooler it is given back to another session than the one that
// has it, and then nobody migrates until that one ends.) Waiting is asking again: a process
// that waits inside a statement holds a snapshot, and a migration that builds an index concurrently would wait for it.
func whileLocked(ctx context.Context, db *sql.DB, fn func() error) error {
	for {
		locked, err := tryLocked(ctx, db, fn)
		if err != nil || locked {
			return err
		}
		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return fmt.Errorf("another process migrates: %w", err)
		}
	}
}

func tryLocked(ctx context.Context, db *sql.DB, fn func() error) (locked bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, Wrap(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
		return false, Wrap(err)
	}
	if err := tx.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1)`, int64(migrationLock)).Scan(&locked); err != nil || !locked {
		return false, Wrap(err)
	}
	return true, fn()
}

// How often a migration is tried that the server gives up because it and somebody else wait for each other, and how much longer
// each pause is than the one before.
const (
	migrationTries = 20
	migrationPause = 20 * time.Millisecond
)

func migrateTables(ctx context.Context, db *sql.DB, tell func(string)) error {
	provider, err := tableMigrations(db)
	if err != nil {
		return err
	}
	for given := 0; ; {
		pending, err := provider.HasPending(ctx)
		if err != nil {
			return fmt.Errorf("pending migrations: %w", err)
		}
		if !pending {
			return nil
		}
		// One at a time, so that each is told as it happens.
		done, err := provider.UpByOne(ctx)
		if given++; IsSerialization(err) && given < migrationTries && pause(ctx, time.Duration(given)*migrationPause) == nil {
			continue // people book meanwhile: the server gave the migration up for the sake of a command, and undid it
		}
		if err != nil {
			return err
		}
		given = 0
		tell(path.Base(done.Source.Path))
	}
}

func tableMigrations(db *sql.DB) (*goose.Provider, error) {
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.FS,
		goose.WithTableName(gooseTable), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return provider, nil
}

// MigrationState is one migration of this binary and whether a database has it.
type MigrationState struct {
	Name    string
	Applied bool
	At      time.Time // when, where it was noted: the job queue does not tell
}

// MigrationStatus compares a database with this binary, ours first and the job queue's after, each in order. It writes
// nothing, not even on an empty database.
func MigrationStatus(ctx context.Context, dsn string) ([]MigrationState, error) {
	db, err := openForMigration(dsn)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	tables, err := tableStatus(ctx, db)
	if err != nil {
		return nil, fmt.Errorf("migration status: %w", Wrap(err))
	}
	jobs, err := jobStatus(ctx, db)
	if err != nil {
		return nil, fmt.Errorf("migration status of the job queue: %w", Wrap(err))
	}
	return append(tables, jobs...), nil
}

func tableStatus(ctx context.Context, db *sql.DB) ([]MigrationState, error) {
	provider, err := tableMigrations(db)
	if err != nil {
		return nil, err
	}
	var touched bool
	if err := db.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, gooseTable).Scan(&touched); err != nil {
		return nil, err
	}
	var states []MigrationState
	if !touched { // goose would make its table to find it empty
		for _, source := range provider.ListSources() {
			states = append(states, MigrationState{Name: path.Base(source.Path)})
		}
		return states, nil
	}
	known, err := provider.Status(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range known {
		states = append(states, MigrationState{Name: path.Base(s.Source.Path), Applied: s.State == goose.StateApplied, At: s.AppliedAt})
	}
	return states, nil
}

// SchemaHash names the database that Migrate makes: it changes when any migration does, ours or the job queue's.
func SchemaHash() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(migrations.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(migrations.FS, name)
		fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
		return err
	})
	if err != nil {
		return "", err
	}
	jobs, err := jobMigrations(nil)
	if err != nil {
		return "", err
	}
	for _, m := range jobs.AllVersions() {
		fmt.Fprintf(sum, "%d %d\n%s", m.Version, len(m.SQLUp), m.SQLUp)
	}
	for _, grant := range jobGrants {
		fmt.Fprintln(sum, grant)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

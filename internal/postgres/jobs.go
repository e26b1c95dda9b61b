package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"

	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivermigrate"
)

// JobSchema is where the tables of the job queue stand, apart from ours.
const JobSchema = "river"

// jobGrants let a command, which runs as AppRole, put a job into the queue in its own transaction: insert it, and get it
// back when an equal one is there, which the queue does by a harmless update. Taking jobs out is for the login role. The
// worker's role sees how many jobs of which kind wait since when.
var jobGrants = []string{
	`GRANT USAGE ON SCHEMA river TO slotq_app, slotq_worker`,
	`GRANT SELECT, INSERT, UPDATE (kind) ON river.river_job TO slotq_app`,
	`GRANT USAGE ON SEQUENCE river.river_job_id_seq TO slotq_app`,
	`GRANT SELECT (state, kind, scheduled_at) ON river.river_job TO slotq_worker`,
}

// migrateJobs runs under the migration lock, so that nobody else makes the schema or the tables.
func migrateJobs(ctx context.Context, db *sql.DB, tell func(string)) error {
	if err := inTx(ctx, db, `CREATE SCHEMA IF NOT EXISTS `+JobSchema); err != nil {
		return fmt.Errorf("schema %s: %w", JobSchema, err)
	}
	migrator, err := jobMigrations(db)
	if err != nil {
		return err
	}
	done, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if err != nil {
		return fmt.Errorf("job queue: %w", err)
	}
	for _, v := range done.Versions {
		tell(jobName(v.Version, v.Name))
	}
	if err := inTx(ctx, db, jobGrants...); err != nil {
		return fmt.Errorf("rights on the job queue: %w", err)
	}
	return nil
}

func jobMigrations(db *sql.DB) (*rivermigrate.Migrator[*sql.Tx], error) {
	return rivermigrate.New(riverdatabasesql.New(db), &rivermigrate.Config{Schema: JobSchema, Logger: slog.New(slog.DiscardHandler)})
}

func jobStatus(ctx context.Context, db *sql.DB) ([]MigrationState, error) {
	migrator, err := jobMigrations(db)
	if err != nil {
		return nil, err
	}
	existing, err := migrator.ExistingVersions(ctx)
	if err != nil {
		return nil, err
	}
	applied := map[int]bool{}
	for _, m := range existing {
		applied[m.Version] = true
	}
	var states []MigrationState
	for _, m := range migrator.AllVersions() {
		states = append(states, MigrationState{Name: jobName(m.Version, m.Name), Applied: applied[m.Version]})
	}
	return states, nil
}

func jobName(version int, name string) string { return fmt.Sprintf("river %03d %s", version, name) }

func inTx(ctx context.Context, db *sql.DB, statements ...string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, s := range statements {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return tx.Commit()
}

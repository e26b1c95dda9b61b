package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/invariant"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/schema"
)

// Serve runs the program until ctx ends.
func Serve(ctx context.Context, c config.Serve) error {
	giveHeapRoom()
	log, err := c.Logger(os.Stderr)
	if err != nil {
		return err
	}
	a, err := New(ctx, c, log)
	if err != nil {
		return err
	}
	log.Info("slotq is ready", "graphql", a.GraphQL(), "role", c.Role)
	return errors.Join(a.Run(ctx), a.Close())
}

// MigrateUp brings the tables up to date and says what was done.
func MigrateUp(ctx context.Context, c config.Database) error {
	return besides(ctx, c, func(d *Database) error {
		applied, err := postgres.Migrate(ctx, d.Direct, func(string) {})
		if err != nil {
			return err
		}
		for _, step := range applied {
			fmt.Println("applied", step)
		}
		fmt.Printf("the database is up to date; %d steps were applied now\n", len(applied))
		return nil
	})
}

// MigrateStatus says which migrations are applied.
func MigrateStatus(ctx context.Context, c config.Database) error {
	return besides(ctx, c, func(d *Database) error {
		states, err := postgres.MigrationStatus(ctx, d.Direct)
		for _, state := range states {
			mark := "pending"
			if state.Applied {
				mark = "applied"
			}
			fmt.Printf("%s  %s\n", mark, state.Name)
		}
		return err
	})
}

// Verify checks every invariant and fails when one is broken.
func Verify(ctx context.Context, c config.Verify) error {
	return besides(ctx, c.Database, func(d *Database) error {
		db, err := postgres.Open(d.URL, postgres.PoolOptions{MaxOpen: 4, ApplicationName: "slotq-verify"})
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		report, err := invariant.Verify(ctx, db)
		if err != nil {
			return err
		}
		for _, name := range report.Checked {
			fmt.Println("checked:", name)
		}
		for _, v := range report.Violations {
			fmt.Printf("BROKEN: %s, tenant %s: %s\n", v.Invariant, v.Tenant, v.Detail)
		}
		if len(report.Violations) > 0 {
			return fmt.Errorf("%d violations in %d tenants", len(report.Violations), report.Tenants)
		}
		fmt.Printf("every invariant holds: %d checks, %d tenants\n", len(report.Checked), report.Tenants)
		if c.Sample <= 0 {
			return nil
		}
		return sample(ctx, db, c.Sample, os.Stdout)
	})
}

// PrintSchema prints the public contract.
func PrintSchema(out io.Writer) error {
	_, err := io.WriteString(out, schema.Print())
	return err
}

// besides does something with the database, whether a slotq runs on it or not.
func besides(ctx context.Context, c config.Database, do func(*Database) error) (err error) {
	database, err := BesideDatabase(ctx, c, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, database.Close()) }()
	return do(database)
}

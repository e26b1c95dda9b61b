// Command diff writes the next migration: what the tables of ent/schema have that the migrations, replayed into an empty
// database, don't.
//
//	go run ./migrations/diff NAME        writes migrations/<time>_NAME.sql and renews the sum file
//	go run ./migrations/diff -check      exits with 1 when there is something to write, or when the sum file is stale
//	go run ./migrations/diff -hash       renews the sum file after an edit by hand
//
// The migrations are replayed into a throw-away server of its own.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"

	"ariga.io/atlas/sql/migrate"
	_ "ariga.io/atlas/sql/postgres" // registers the postgres:// scheme
	"ariga.io/atlas/sql/sqltool"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql/schema"
	_ "github.com/lib/pq"

	entmigrate "github.com/slotq/slotq/ent/db/migrate"
)

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "fail when the tables and the migrations differ")
	hash := flag.Bool("hash", false, "renew the sum file")
	flag.Parse()
	dir, err := sqltool.NewGooseDir("migrations")
	if err != nil {
		log.Fatal(err)
	}
	switch {
	case *hash:
		err = rehash(dir)
	case *check:
		err = diff(dir, "check", true)
	case flag.NArg() == 1:
		err = diff(dir, flag.Arg(0), false)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func rehash(dir *sqltool.GooseDir) error {
	sum, err := dir.Checksum()
	if err != nil {
		return err
	}
	return migrate.WriteSumFile(dir, sum)
}

func diff(dir *sqltool.GooseDir, name string, check bool) error {
	url, stop, err := scratch(context.Background())
	if err != nil {
		return err
	}
	defer stop()
	options := []schema.MigrateOption{
		schema.WithDir(dir), schema.WithMigrationMode(schema.ModeReplay), schema.WithDialect(dialect.Postgres),
		schema.WithFormatter(sqltool.GooseFormatter), schema.WithDropColumn(true), schema.WithDropIndex(true),
		schema.WithErrNoPlan(true), schema.WithDiffHook(keepWalls),
	}
	if check {
		options = append(options, schema.WithDir(&readOnly{dir}))
	}
	err = entmigrate.NamedDiff(context.Background(), url, name, options...)
	switch {
	case errors.Is(err, migrate.ErrNoPlan):
		fmt.Println("the migrations say what ent/schema says")
		return nil
	case errors.Is(err, errWouldWrite):
		return fmt.Errorf("ent/schema has changes that no migration makes; run `make migration name=...`:\n%w", err)
	}
	return err
}

// Command slotq sells time on tables, doctors and seats: one program that serves the API, works the queue and looks after
// its database. `slotq --help` tells what it can do; the rooms behind it are joined in internal/app.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/slotq/slotq/internal/app"
	"github.com/slotq/slotq/internal/config"
)

// commandLine is what slotq can do.
type commandLine struct {
	Serve   config.Serve   `cmd:"" help:"Serve the API, work the queue, or both."`
	Demo    config.Demo    `cmd:"" help:"Serve three living demo tenants on a database of their own."`
	Migrate config.Migrate `cmd:"" help:"Bring the database's tables up to date, or say how they stand."`
	Verify  config.Verify  `cmd:"" help:"Check every invariant on a live database."`
	Schema  config.Schema  `cmd:"" help:"Print the public GraphQL schema."`
}

func main() {
	var line commandLine
	parsed := kong.Parse(&line, kong.Name("slotq"), kong.ShortUsageOnError(),
		kong.Description("Booking with a waitlist that forgets nobody. Settings come from flags, else from the environment."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	switch parsed.Command() {
	case "serve":
		err = app.Serve(ctx, line.Serve)
	case "demo":
		err = app.Demo(ctx, line.Demo)
	case "migrate up":
		err = app.MigrateUp(ctx, line.Migrate.Up)
	case "migrate status":
		err = app.MigrateStatus(ctx, line.Migrate.Status)
	case "verify":
		err = app.Verify(ctx, line.Verify)
	case "schema":
		err = app.PrintSchema(os.Stdout)
	}
	stop()
	parsed.FatalIfErrorf(err)
}

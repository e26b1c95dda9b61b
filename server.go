// Command slotq sells time on tables, doctors and seats: one program that serves the API, works the queue and looks after
// its database. `slotq --help` tells what it can do; the rooms behind it are joined in internal/app.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/slotq/slotq/internal/app"
	"github.com/slotq/slotq/internal/config"
)

// commandLine is what slotq can do.
type commandLine struct {
	Serve       config.Serve       `cmd:"" help:"Serve the API, work the queue, or both."`
	Demo        config.Demo        `cmd:"" help:"Serve three living demo tenants on a database of their own."`
	Migrate     config.Migrate     `cmd:"" help:"Bring the database's tables up to date, or say how they stand."`
	Verify      config.Verify      `cmd:"" help:"Check every invariant on a live database."`
	Tenant      config.Tenant      `cmd:"" help:"Make and show tenants."`
	Member      config.Member      `cmd:"" help:"Let people sign in to a tenant, and show who may."`
	Provider    config.Provider    `cmd:"" help:"Register, verify and tie outside booking systems."`
	ProviderSim config.ProviderSim `cmd:"" name:"provider-sim" help:"Run an outside booking system to try things with."`
	Bench       config.Bench       `cmd:"" help:"Put load on a running SlotQ and measure it, at a venue made for the purpose."`
	Schema      config.Schema      `cmd:"" help:"Print the public GraphQL schema."`

	Documents config.DocumentLists `cmd:"" help:"Check lists of GraphQL documents that clients name by their hash."`
}

func main() {
	var line commandLine
	parsed := kong.Parse(&line, kong.Name("slotq"), kong.ShortUsageOnError(),
		kong.Description("Booking with a waitlist that forgets nobody. Settings come from flags, else from the environment."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, parsed.Command(), line)
	stop()
	parsed.FatalIfErrorf(err)
}

// run does what the command line says.
func run(ctx context.Context, command string, line commandLine) error {
	switch command {
	case "serve":
		return app.Serve(ctx, line.Serve)
	case "demo":
		return app.Demo(ctx, line.Demo)
	case "migrate up":
		return app.MigrateUp(ctx, line.Migrate.Up)
	case "migrate status":
		return app.MigrateStatus(ctx, line.Migrate.Status)
	case "verify":
		return app.Verify(ctx, line.Verify)
	case "tenant add <code> <name>":
		return app.AddTenant(ctx, line.Tenant.Add, os.Stdout)
	case "tenant list":
		return app.ListTenants(ctx, line.Tenant.List, os.Stdout)
	case "member add":
		return app.AddMember(ctx, line.Member.Add, os.Stdout)
	case "member list":
		return app.ListMembers(ctx, line.Member.List, os.Stdout)
	case "provider add <name>":
		return app.AddProvider(ctx, line.Provider.Add, os.Stdout)
	case "provider verify <name>":
		return app.VerifyProvider(ctx, line.Provider.Verify, os.Stdout)
	case "provider tie <name>":
		return app.TieProvider(ctx, line.Provider.Tie, os.Stdout)
	case "provider untie <name>":
		return app.UntieProvider(ctx, line.Provider.Untie, os.Stdout)
	case "provider list":
		return app.ListProviders(ctx, line.Provider.List, os.Stdout)
	case "provider-sim":
		return app.ProviderSim(ctx, line.ProviderSim)
	case "bench <scenario>":
		return app.Bench(ctx, line.Bench, os.Stdout, os.Stderr)
	case "schema":
		return app.PrintSchema(os.Stdout)
	case "documents check <file>":
		return app.CheckDocuments(line.Documents.Check, os.Stdout)
	}
	return fmt.Errorf("no such command: %s", command)
}

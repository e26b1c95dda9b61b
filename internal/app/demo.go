package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/demo"
)

// Demo runs the program over three living tenants, one of them with an outside booking system, and tells how to reach them: on the terminal and in demo.json.
func Demo(ctx context.Context, c config.Demo) error {
	giveHeapRoom()
	log, err := c.Logger(os.Stderr)
	if err != nil {
		return err
	}
	if c.URL != "" { // else the database makes the folder, so that its own user can pass through
		if err := os.MkdirAll(c.Data, 0o750); err != nil {
			return err
		}
	}
	fmt.Println("SlotQ demo: preparing the database and three tenants ...")
	a, err := New(ctx, c.Serve, log, asDemo)
	if err != nil {
		return err
	}
	seeder := &demo.Seeder{DB: a.DB, Desk: a.Desk, Keys: a.Keys, Layout: a.Layout, Log: log}
	seeded, err := seeder.Seed(ctx)
	if err != nil {
		return errors.Join(fmt.Errorf("seed the demo: %w", err), a.Close())
	}
	city, err := cityLibrary(ctx, c, seeder)
	if err != nil {
		return errors.Join(fmt.Errorf("the library's booking system: %w", err), a.Close())
	}
	defer city.Close() // after those who ask it
	a.openDemo(seeded)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return a.Run(ctx) })
	if c.Lively {
		group.Go(func() error { return seeder.Lively(ctx) })
	}
	path := filepath.Join(c.Data, "demo.json")
	ws := "ws" + strings.TrimPrefix(a.GraphQL(), "http")
	if err := demo.WriteManifest(path, a.GraphQL(), ws, city.URL, seeded); err != nil {
		cancel()
		return errors.Join(err, group.Wait(), a.Close())
	}
	announce(a, seeded, city.URL, path)
	return errors.Join(group.Wait(), a.Close())
}

// cityLibrary starts the outside booking system that has a say in the library's seats, and ties them to it.
func cityLibrary(ctx context.Context, c config.Demo, seeder *demo.Seeder) (*demo.Simulator, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	city, err := demo.StartSimulator(ctx, demo.SimulatorOptions{Executable: self, Log: seeder.Log, Arguments: []string{
		"--ledger", filepath.Join(c.Data, "provider-sim.jsonl"), "--deadline", "10s", "--settle", "3s",
		"--log-format", c.LogFormat, "--log-level", c.LogLevel,
	}})
	if err != nil {
		return nil, err
	}
	if err := seeder.TieLibrary(ctx, city.URL); err != nil {
		city.Close()
		return nil, err
	}
	return city, nil
}

// announce prints what a person needs to begin.
func announce(a *App, seeded *demo.Seeded, control, manifest string) {
	fmt.Printf("\nSlotQ is ready.\n")
	if a.signIns != nil {
		fmt.Printf("  dashboard %s/ (choose who to be: a guest, staff or an administrator)\n", a.credentials.Site.Origin())
	}
	fmt.Printf("  GraphQL   %s\n  details   %s (addresses, ids and tokens of this run)\n  provider  %s (a booking system that has a say in the library's seats: GET /ledger, POST /mode)\n\nOpen GraphiQL, signed in:\n", a.GraphQL(), manifest, control)
	page := strings.TrimSuffix(a.GraphQL(), "/graphql") + "/graphiql/"
	for _, t := range seeded.Tenants {
		fmt.Printf("\n  %s (%s, %s)\n", t.Name, t.Code, t.Zone)
		for _, who := range []struct{ name, token string }{{"staff", t.Staff}, {"customer A", t.CustomerA}, {"customer B", t.CustomerB}} {
			fmt.Printf("    %-11s %s#token=%s\n", who.name, page, who.token)
		}
	}
	fmt.Printf("\nThe story of README.md plays at tenant %q. Ctrl-C stops everything; the data stays.\n", seeded.Story.Tenant)
}

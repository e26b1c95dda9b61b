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

// Demo runs the program over three living tenants, and tells how to reach them: on the terminal and in demo.json.
func Demo(ctx context.Context, c config.Demo) error {
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
	a, err := New(ctx, c.Serve, log)
	if err != nil {
		return err
	}
	seeder := &demo.Seeder{DB: a.DB, Desk: a.Desk, Keys: a.Keys, Layout: a.Layout, Log: log}
	seeded, err := seeder.Seed(ctx)
	if err != nil {
		return errors.Join(fmt.Errorf("seed the demo: %w", err), a.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return a.Run(ctx) })
	if c.Lively {
		group.Go(func() error { return seeder.Lively(ctx) })
	}
	path := filepath.Join(c.Data, "demo.json")
	ws := "ws" + strings.TrimPrefix(a.GraphQL(), "http")
	if err := demo.WriteManifest(path, a.GraphQL(), ws, seeded); err != nil {
		cancel()
		return errors.Join(err, group.Wait(), a.Close())
	}
	announce(a, seeded, path)
	return errors.Join(group.Wait(), a.Close())
}

// announce prints what a person needs to begin.
func announce(a *App, seeded *demo.Seeded, manifest string) {
	page := strings.TrimSuffix(a.GraphQL(), "/graphql") + "/graphiql/"
	fmt.Printf("\nSlotQ is ready.\n  GraphQL   %s\n  details   %s (addresses, ids and tokens of this run)\n\nOpen GraphiQL, signed in:\n", a.GraphQL(), manifest)
	for _, t := range seeded.Tenants {
		fmt.Printf("\n  %s (%s, %s)\n", t.Name, t.Code, t.Zone)
		for _, who := range []struct{ name, token string }{{"staff", t.Staff}, {"customer A", t.CustomerA}, {"customer B", t.CustomerB}} {
			fmt.Printf("    %-11s %s#token=%s\n", who.name, page, who.token)
		}
	}
	fmt.Printf("\nThe story of README.md plays at tenant %q. Ctrl-C stops everything; the data stays.\n", seeded.Story.Tenant)
}

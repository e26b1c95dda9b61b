package app

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/config"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/provider"
	"github.com/slotq/slotq/internal/store"
)

// AddProvider registers a provider under the contract that it declares itself.
func AddProvider(ctx context.Context, c config.ProviderAdd, out io.Writer) error {
	r := store.Registration{Code: c.Name, Endpoint: c.URL, TokenVariable: c.TokenEnv}
	if err := r.Validate(); err != nil {
		return err
	}
	return ofTenant(ctx, c.OfTenant, func(db *postgres.DB, tenant uuid.UUID) (err error) {
		client := provider.New(intent.Provider{Code: r.Code, Endpoint: r.Endpoint, TokenVariable: r.TokenVariable}, quietly())
		defer client.Close()
		if r.Contract, err = client.Declared(ctx); err != nil {
			return err
		}
		p, err := store.RegisterProvider(ctx, db, tenant, r)
		if err != nil {
			return err
		}
		next := fmt.Sprintf("slotq provider verify %s --tenant %s", p.Code, c.Tenant)
		if p.VerifiedUntil != nil {
			next = "nothing; it is verified until " + p.VerifiedUntil.Format(time.RFC3339)
		}
		_, err = fmt.Fprintf(out, "provider %s is registered at %s\nit declares: %s\nnext: %s\n", p.Code, p.Endpoint, promises(p.Contract), next)
		return err
	})
}

// VerifyProvider tries a provider and writes down what came of it. One that doesn't pass is an error.
func VerifyProvider(ctx context.Context, c config.ProviderVerify, out io.Writer) error {
	return ofTenant(ctx, c.OfTenant, func(db *postgres.DB, tenant uuid.UUID) error {
		p, err := store.FindProvider(ctx, db, tenant, c.Name)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "verifying %s at %s ...\n", p.Code, p.Endpoint); err != nil {
			return err
		}
		transcript, err := provider.Verify(ctx, p, quietly())
		if err != nil {
			return err
		}
		if err := transcript.Print(out); err != nil {
			return err
		}
		raw, err := json.Marshal(transcript)
		if err != nil {
			return err
		}
		p, err = store.SaveVerification(ctx, db, tenant, p, transcript.Passed, c.ValidFor, raw)
		switch {
		case err != nil:
			return err
		case !transcript.Passed:
			return fmt.Errorf("provider %s doesn't keep what it declares; it is not used", p.Code)
		}
		_, err = fmt.Fprintf(out, "verified until %s\n", p.VerifiedUntil.Format(time.RFC3339))
		return err
	})
}

// TieProvider gives a provider a say in a venue.
func TieProvider(ctx context.Context, c config.ProviderTie, out io.Writer) error {
	return atVenue(ctx, c.OfTenant, c.Name, c.Venue, func(db *postgres.DB, tenant, venue uuid.UUID, p intent.Provider) error {
		over := c.Over()
		if err := store.TieVenue(ctx, db, tenant, store.Tie{Venue: venue, Provider: p.ID, Rank: c.Rank, Over: over}); err != nil {
			return err
		}
		what := "everything"
		if over != nil {
			what = "what is " + string(*over)
		}
		_, err := fmt.Fprintf(out, "provider %s has a say over %s of venue %s, at rank %d\n", p.Code, what, c.Venue, c.Rank)
		return err
	})
}

// UntieProvider takes a provider's say in a venue away.
func UntieProvider(ctx context.Context, c config.ProviderUntie, out io.Writer) error {
	return atVenue(ctx, c.OfTenant, c.Name, c.Venue, func(db *postgres.DB, tenant, venue uuid.UUID, p intent.Provider) error {
		if err := store.Untie(ctx, db, tenant, venue, p.ID); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "provider %s has no say in venue %s any more\n", p.Code, c.Venue)
		return err
	})
}

// ListProviders shows a tenant's providers, one line each.
func ListProviders(ctx context.Context, c config.ProviderList, out io.Writer) error {
	return ofTenant(ctx, c.OfTenant, func(db *postgres.DB, tenant uuid.UUID) error {
		all, err := store.ListProviders(ctx, db, tenant)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "NAME\tADDRESS\tVERIFIED\tVENUES\tDECLARES")
		for _, p := range all {
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", p.Code, p.Endpoint, standing(p), cmp.Or(says(p.Ties), "none"), promises(p.Contract))
		}
		return table.Flush()
	})
}

func standing(p store.Registered) string {
	switch {
	case p.VerifiedUntil == nil:
		return "no: not used"
	case !p.Usable:
		return "lapsed " + p.VerifiedUntil.Format(time.RFC3339) + ": not used"
	}
	return "until " + p.VerifiedUntil.Format(time.RFC3339)
}

func says(ties []store.NamedTie) string {
	var all []string
	for _, t := range ties {
		over := ""
		if t.Over != nil {
			over = " " + string(*t.Over)
		}
		all = append(all, fmt.Sprintf("%s (rank %d%s)", t.VenueCode, t.Rank, over))
	}
	return strings.Join(all, ", ")
}

// promises is a contract in words.
func promises(c intent.Contract) string {
	all := []string{fmt.Sprintf("deadline %s, settle %s", c.Deadline, c.Settle)}
	for _, p := range []struct {
		word string
		made bool
	}{{"idempotent by reference", c.IdempotentByKey}, {"lookup", c.Lookup}, {"cancel", c.Cancel}, {"release first", c.ReleaseFirst}} {
		if p.made {
			all = append(all, p.word)
		}
	}
	if c.WritesPerSecond > 0 {
		all = append(all, fmt.Sprintf("%g writes a second", c.WritesPerSecond))
	}
	return strings.Join(all, ", ")
}

// quietly talks to a provider for somebody at a terminal, who reads the outcome and not the log.
func quietly() provider.Options {
	return provider.Options{Token: os.Getenv, Log: slog.New(slog.DiscardHandler)}
}

// ofTenant does something in the scope of a tenant, whether a slotq runs on its database or not.
func ofTenant(ctx context.Context, c config.OfTenant, do func(db *postgres.DB, tenant uuid.UUID) error) error {
	return aside(ctx, c.Database, func(db *postgres.DB) error {
		tenant, err := store.FindTenant(ctx, db, c.Tenant)
		if err != nil {
			return err
		}
		return do(db, tenant)
	})
}

// atVenue does something about a provider and a venue.
func atVenue(ctx context.Context, c config.OfTenant, name, code string, do func(db *postgres.DB, tenant, venue uuid.UUID, p intent.Provider) error) error {
	return ofTenant(ctx, c, func(db *postgres.DB, tenant uuid.UUID) error {
		p, err := store.FindProvider(ctx, db, tenant, name)
		if err != nil {
			return err
		}
		venue, err := store.FindVenue(ctx, db, tenant, code)
		if err != nil {
			return err
		}
		return do(db, tenant, venue, p)
	})
}

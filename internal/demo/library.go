package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/provider"
	"github.com/slotq/slotq/internal/store"
)

// The library's seats are sold by the city as well, through a booking system of its own.
const (
	libraryTenant   = "hudson-library"
	libraryProvider = "city-library"
	libraryTrust    = 90 * 24 * time.Hour
)

// TieLibrary registers the booking system at an address as the library's, verifies it, and gives it a say in the seats. What
// was booked before stays SlotQ's own. A second start with another address registers and verifies that one.
func (s *Seeder) TieLibrary(ctx context.Context, endpoint string) error {
	t := library()
	options := provider.Options{Log: s.Log}
	r := store.Registration{Code: libraryProvider, Endpoint: endpoint}
	client := provider.New(intent.Provider{Code: r.Code, Endpoint: r.Endpoint}, options)
	defer client.Close()
	var err error
	if r.Contract, err = client.Declared(ctx); err != nil {
		return err
	}
	p, err := store.RegisterProvider(ctx, s.DB, t.tenantID(), r)
	if err != nil {
		return err
	}
	transcript, err := provider.Verify(ctx, p, options)
	if err != nil {
		return fmt.Errorf("verify %s: %w", p.Code, err)
	}
	raw, err := json.Marshal(transcript)
	if err != nil {
		return err
	}
	if p, err = store.SaveVerification(ctx, s.DB, t.tenantID(), p, transcript.Passed, libraryTrust, raw); err != nil {
		return err
	}
	for _, check := range transcript.Checks {
		if !check.Passed && !check.Skipped {
			return fmt.Errorf("provider %s fails at %q: %s", p.Code, check.Name, check.Detail)
		}
	}
	seats := inventory.Exclusive
	return store.TieVenue(ctx, s.DB, t.tenantID(), store.Tie{Venue: t.venueID(), Provider: p.ID, Rank: 1, Over: &seats})
}

func library() tenant {
	for _, t := range tenants() {
		if t.code == libraryTenant {
			return t
		}
	}
	panic("the demo has no library")
}

package demo

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/slotq/slotq/internal/ref"
)

type manifest struct {
	GraphQL string           `json:"graphql"`
	WS      string           `json:"ws"`
	Story   manifestStory    `json:"story"`
	Tenants []manifestTenant `json:"tenants"`

	Provider manifestProvider `json:"provider"`
}

// manifestProvider is where the library's booking system is steered.
type manifestProvider struct {
	Control string `json:"control"`
}

type manifestStory struct {
	Tenant  string `json:"tenant"`
	VenueID string `json:"venueId"`
	SlotID  string `json:"slotId"`
}

type manifestTenant struct {
	Code   string            `json:"code"`
	Name   string            `json:"name"`
	Venues []manifestVenue   `json:"venues"`
	Tokens map[string]string `json:"tokens"`
}

type manifestVenue struct {
	ID       string `json:"id"`
	Code     string `json:"code"`
	Name     string `json:"name"`
	TimeZone string `json:"timeZone"`
}

// WriteManifest tells other programs how to reach the demo: addresses, the story's table, and the tokens, which is why only
// its owner can read it. The file appears whole or not at all.
func WriteManifest(path, graphQL, ws, control string, s *Seeded) error {
	m := manifest{GraphQL: graphQL, WS: ws, Provider: manifestProvider{control}, Story: manifestStory{s.Story.Tenant, ref.Encode(ref.Venue, s.Story.VenueID), ref.Encode(ref.Slot, s.Story.SlotID)}}
	for _, t := range s.Tenants {
		m.Tenants = append(m.Tenants, manifestTenant{
			Code: t.Code, Name: t.Name, Venues: []manifestVenue{{ref.Encode(ref.Venue, t.VenueID), t.VenueCode, t.VenueName, t.Zone}},
			Tokens: map[string]string{"admin": t.Admin, "staff": t.Staff, "customerA": t.CustomerA, "customerB": t.CustomerB, "agent": t.Agent},
		})
	}
	raw, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".demo-*.json")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() { _ = os.Remove(temporary.Name()) }()
	_, err = temporary.Write(append(raw, '\n'))
	if closeErr := temporary.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(temporary.Name(), path)
}

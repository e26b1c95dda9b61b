package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/slotq/slotq/ent/db"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/reservation"
)

// applySeries writes series.
func (t *tx) applySeries(ctx context.Context, c *booking.Changes) error {
	for _, s := range c.Series {
		failures, err := json.Marshal(s.Failures)
		if err != nil {
			return fmt.Errorf("%s: %w", s.ID, err)
		}
		err = t.ent.Series.Create().SetID(s.ID).SetTenantID(t.tenant).SetVenueID(s.VenueID).SetCustomerID(s.CustomerID).
			SetRule(s.Rule).SetPartySize(s.PartySize).SetFailures(string(failures)).SetCreatedAt(s.CreatedAt).Exec(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", s.ID, err)
		}
	}
	return nil
}

func seriesOf(row *db.Series) (reservation.Series, error) {
	s := reservation.Series{
		ID: row.ID, TenantID: row.TenantID, VenueID: row.VenueID, CustomerID: row.CustomerID, Rule: row.Rule, PartySize: row.PartySize,
		Failures: []reservation.SeriesFailure{}, Version: row.Version, CreatedAt: row.CreatedAt.UTC(),
	}
	if err := json.Unmarshal([]byte(row.Failures), &s.Failures); err != nil {
		return s, fmt.Errorf("failures of series %s: %w", row.ID, err)
	}
	return s, nil
}

package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	entreservation "github.com/slotq/slotq/ent/db/reservation"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/series"
)

// CorrectionOf finds what was made in the place of a reservation.
func (t *tx) CorrectionOf(ctx context.Context, id uuid.UUID) (*uuid.UUID, error) {
	by, err := t.ent.Reservation.Query().Where(entreservation.TenantID(t.tenant), entreservation.CorrectsID(id)).OnlyID(ctx)
	return maybe(&by, err, func(id *uuid.UUID) uuid.UUID { return *id })
}

const dueNoShows = `
SELECT id FROM reservations
WHERE tenant_id = $1 AND status = 'CONFIRMED' AND no_show_at <= clock_timestamp() AND intent_id IS NULL
ORDER BY no_show_at, id LIMIT $2`

// DueNoShows lists parties that are to be given up, oldest first.
func (t *tx) DueNoShows(ctx context.Context, limit int) ([]uuid.UUID, error) {
	return t.ids(ctx, dueNoShows, limit)
}

const slotsStarting = `
SELECT DISTINCT ON (s.id) s.id, s.venue_id, s.resource_id, s.starts_at, s.ends_at
FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS w (resource, from_at, until_at)
JOIN slots s ON s.tenant_id = $1 AND s.resource_id = w.resource AND s.starts_at >= w.from_at AND s.starts_at < w.until_at
WHERE s.state <> 'RETIRED'
ORDER BY s.id`

// SlotsStarting finds the slots that start within reaches; of each only what tells where and when it is.
func (t surroundings) SlotsStarting(ctx context.Context, reaches []series.Reach) ([]inventory.Slot, error) {
	resources := make([]uuid.UUID, len(reaches))
	from, until := make([]string, len(reaches)), make([]string, len(reaches))
	for i, r := range reaches {
		resources[i], from[i], until[i] = r.Resource, r.From.Format(time.RFC3339Nano), r.Until.Format(time.RFC3339Nano)
	}
	rows, err := t.sql.QueryContext(ctx, slotsStarting, t.tenant, array(resources), pq.Array(from), pq.Array(until))
	if err != nil {
		return nil, err
	}
	var all []inventory.Slot
	err = readEach(rows, func(scan func(...any) error) error {
		s := inventory.Slot{TenantID: t.tenant}
		err := scan(&s.ID, &s.VenueID, &s.ResourceID, &s.StartsAt, &s.EndsAt)
		s.StartsAt, s.EndsAt = s.StartsAt.UTC(), s.EndsAt.UTC()
		all = append(all, s)
		return err
	})
	return all, err
}

package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
)

// AreasByID finds areas of venues that the actor is granted.
func (r *Reader) AreasByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]inventory.Area, error) {
	return batch(ctx, r, a, "areas", ids, func(v inventory.Area) uuid.UUID { return v.ID }, Rows.Areas)
}

// AreasOfVenues finds, by venue, the areas of venues that the actor is granted, oldest first.
func (r *Reader) AreasOfVenues(ctx context.Context, a actor.Actor, venues []uuid.UUID) (map[uuid.UUID][]inventory.Area, error) {
	areas := map[uuid.UUID][]inventory.Area{}
	err := r.ofVenues(ctx, a, venues, func(ctx context.Context, rows Rows, want Want) error {
		clear(areas)
		found, err := rows.Areas(ctx, want)
		for _, area := range found {
			areas[area.VenueID] = append(areas[area.VenueID], area)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the areas of %d venues: %w", len(venues), err)
	}
	return areas, nil
}

// ofVenues reads in those of the venues that the actor is granted. No venues, no transaction.
func (r *Reader) ofVenues(ctx context.Context, a actor.Actor, venues []uuid.UUID, fn func(context.Context, Rows, Want) error) error {
	granted := []uuid.UUID{}
	for _, id := range venues {
		if a.SeesVenue(id) {
			granted = append(granted, id)
		}
	}
	if len(granted) == 0 {
		return nil
	}
	return r.source.Read(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		want := seenBy(a)
		want.Venues = granted
		return fn(ctx, rows, want)
	})
}

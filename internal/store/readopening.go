package store

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entslot "github.com/slotq/slotq/ent/db/slot"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reading"
)

var readHeldSlots = readTable{venue: "venue_id", sort: "starts_at"}

// Withdrawn lists withdrawn slots that somebody holds.
func (t *readTx) Withdrawn(ctx context.Context, venue uuid.UUID, now time.Time, after *reading.Key, limit int) ([]inventory.Slot, error) {
	want := reading.Want{Venues: []uuid.UUID{venue}, After: after}
	rows, err := t.ent.Slot.Query().
		Where(readHeldSlots.wanted(t.tenant, want), entslot.StateEQ(inventory.Withdrawn), entslot.TakenGT(0), entslot.EndsAtGT(now), recent(now)).
		Order(readHeldSlots.ordered).Limit(limit).All(ctx)
	return each(rows, slotOf), err
}

// recent spares a walk through all the slots of the past: what isn't over began less than two days ago, for no slot is longer
// than a day.
func recent(now time.Time) func(*entsql.Selector) {
	return func(s *entsql.Selector) { s.Where(entsql.GT(s.C("starts_at"), now.Add(-48*time.Hour))) }
}

// Held lists slots that somebody holds.
func (t *readTx) Held(ctx context.Context, venue uuid.UUID, from, until time.Time) ([]inventory.Slot, error) {
	rows, err := t.ent.Slot.Query().
		Where(readHeldSlots.wanted(t.tenant, reading.Want{Venues: []uuid.UUID{venue}}), entslot.TakenGT(0), entslot.StartsAtGT(from), entslot.StartsAtLT(until)).
		Order(readHeldSlots.ordered).All(ctx)
	return each(rows, slotOf), err
}

func slotOf(s *db.Slot) inventory.Slot {
	return inventory.Slot{
		ID: s.ID, TenantID: s.TenantID, VenueID: s.VenueID, ResourceID: s.ResourceID, StartsAt: s.StartsAt.UTC(), EndsAt: s.EndsAt.UTC(),
		Capacity: s.Capacity, Taken: s.Taken, State: s.State, WalkInOnly: s.WalkInOnly, Version: s.Version,
	}
}

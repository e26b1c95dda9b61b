package layout

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/ref"
)

// write carries a plan out, in an order in which no wall is touched on the way: what goes before what comes.
func (g *ground) write(ctx context.Context, tx *sql.Tx, p plan, now time.Time) (did Done, err error) {
	if len(p.share) > 0 {
		if _, err := tx.ExecContext(ctx, `UPDATE resources SET shared = true WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND NOT shared`, g.tenant, array(p.share)); err != nil {
			return did, fmt.Errorf("mark resources whose slots overlap: %w", err)
		}
	}
	kept, err := g.remove(ctx, tx, p.remove)
	if err != nil {
		return did, fmt.Errorf("delete slots: %w", err)
	}
	did.Deleted = len(p.remove) - len(kept)
	p.close = append(p.close, kept...)
	for _, c := range p.close {
		if c.after.State == inventory.Retired {
			did.Retired++
		} else {
			did.Withdrawn++
		}
	}
	if err := g.amend(ctx, tx, p.close, event.SlotWithdrawn, now); err != nil {
		return did, fmt.Errorf("withdraw slots: %w", err)
	}
	if err := g.amend(ctx, tx, p.open, event.SlotReopened, now); err != nil {
		return did, fmt.Errorf("reopen slots: %w", err)
	}
	if did.Added, err = g.add(ctx, tx, p.add); err != nil {
		return did, fmt.Errorf("add slots: %w", err)
	}
	did.Reopened, did.Waiting = len(p.open), p.waiting
	return did, g.noteVacancy(ctx, tx, p)
}

// deleteSlots takes back slots that nothing ever happened to. They are locked, so nothing can begin to.
const deleteSlots = `
DELETE FROM slots s WHERE s.tenant_id = $1 AND s.id = ANY ($2::uuid[]) AND s.version = 1 AND s.taken = 0
  AND NOT EXISTS (SELECT FROM allocations o WHERE o.tenant_id = $1 AND o.slot_id = s.id)
  AND NOT EXISTS (SELECT FROM selections o WHERE o.tenant_id = $1 AND o.slot_id = s.id)
  AND NOT EXISTS (SELECT FROM intent_slots o WHERE o.tenant_id = $1 AND o.slot_id = s.id)
  AND NOT EXISTS (SELECT FROM vacancies o WHERE o.tenant_id = $1 AND o.slot_id = s.id)
RETURNING s.id`

// remove deletes what can be, and gives back the others, to be retired.
func (g *ground) remove(ctx context.Context, tx *sql.Tx, slots []inventory.Slot) (kept []change, err error) {
	if len(slots) == 0 {
		return nil, nil
	}
	ids := make([]uuid.UUID, len(slots))
	for i, s := range slots {
		ids[i] = s.ID
	}
	gone, err := collect(ctx, tx, scanID, deleteSlots, g.tenant, array(ids))
	if err != nil {
		return nil, err
	}
	deleted := make(map[uuid.UUID]bool, len(gone))
	for _, id := range gone {
		deleted[id] = true
	}
	for _, s := range slots {
		if !deleted[s.ID] {
			after := s
			after.State, after.Version = inventory.Retired, s.Version+1
			kept = append(kept, change{s, after})
		}
	}
	return kept, nil
}

const amendSlots = `
UPDATE slots s SET state = w.state, walk_in_only = w.walk_in_only, version = s.version + 1
FROM unnest($2::uuid[], $3::text[], $4::boolean[]) AS w (id, state, walk_in_only)
WHERE s.tenant_id = $1 AND s.id = w.id`

// amend writes changes of locked slots and says so.
func (g *ground) amend(ctx context.Context, tx *sql.Tx, changes []change, kind event.Kind, now time.Time) error {
	if len(changes) == 0 {
		return nil
	}
	var ids []uuid.UUID
	var states []string
	var walkIns []bool
	var events []event.Event
	for _, c := range changes {
		ids, states, walkIns = append(ids, c.after.ID), append(states, string(c.after.State)), append(walkIns, c.after.WalkInOnly)
		events = append(events, event.New(g.venue, kind, ref.Slot, c.after.ID, c.after.Version, nil, c.after, now))
	}
	if _, err := tx.ExecContext(ctx, amendSlots, g.tenant, array(ids), pq.Array(states), pq.Array(walkIns)); err != nil {
		return err
	}
	return g.announce(ctx, tx, events)
}

// Should something else add the same slot at the same moment, the walls decide row by row.
const addSlots = `
INSERT INTO slots (id, tenant_id, venue_id, resource_id, starts_at, ends_at, capacity, walk_in_only)
SELECT gen_random_uuid(), $1, $2, w.resource_id, w.starts_at, w.ends_at, w.capacity, w.walk_in_only
FROM unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::bigint[], $7::boolean[]) AS w (resource_id, starts_at, ends_at, capacity, walk_in_only)
ON CONFLICT DO NOTHING`

func (g *ground) add(ctx context.Context, tx *sql.Tx, slots []wanted) (added int, err error) {
	if len(slots) == 0 {
		return 0, nil
	}
	var resources []uuid.UUID
	var starts, ends []string
	var capacities []int64
	var walkIns []bool
	for _, w := range slots {
		resources, capacities, walkIns = append(resources, w.resource), append(capacities, int64(w.capacity)), append(walkIns, w.walkInOnly)
		starts, ends = append(starts, w.startsAt().Format(time.RFC3339Nano)), append(ends, w.endsAt().Format(time.RFC3339Nano))
	}
	result, err := tx.ExecContext(ctx, addSlots, g.tenant, g.venue, array(resources), pq.Array(starts), pq.Array(ends), pq.Array(capacities), pq.Array(walkIns))
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

package layout

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
)

// layOut writes one part. Slots are looked at, those that are to change are locked, by id as everywhere, and then it is
// decided once more by what they have become. Taken turns keep other layouts away; commands never add or delete slots.
func (g *ground) layOut(ctx context.Context, tx *sql.Tx, p part) (Done, error) {
	now, err := g.still(ctx, tx)
	if err != nil {
		return Done{}, err
	}
	existing, err := g.slots(ctx, tx, p)
	if err != nil {
		return Done{}, err
	}
	todo := p.plan(existing, now)
	if touched := todo.touched(); len(touched) > 0 {
		if now, err = g.lock(ctx, tx, touched, existing); err != nil {
			return Done{}, err
		}
		todo = p.plan(existing, now)
	}
	if todo.empty() {
		return Done{Waiting: todo.waiting}, nil
	}
	return g.write(ctx, tx, todo, now)
}

// still reads the clock; errMoved when the rules aren't those that were read.
func (g *ground) still(ctx context.Context, tx *sql.Tx) (now time.Time, err error) {
	var number int
	err = tx.QueryRowContext(ctx, `SELECT opening_number, clock_timestamp() FROM venues WHERE tenant_id = $1 AND id = $2`, g.tenant, g.venue).Scan(&number, &now)
	if err == nil && number != g.number {
		err = errMoved
	}
	return now.UTC(), err
}

const slotColumns = `id, venue_id, resource_id, starts_at, ends_at, capacity, taken, state, walk_in_only, version`

// No slot is longer than a day, so what started two days before has nothing to do with a part.
const readSlots = `
SELECT ` + slotColumns + ` FROM slots
WHERE tenant_id = $1 AND venue_id = $2 AND resource_id = ANY ($3::uuid[]) AND starts_at > $4::timestamptz - interval '2 days' AND starts_at < $5 AND ends_at > $4
ORDER BY starts_at, id`

func (g *ground) slots(ctx context.Context, tx *sql.Tx, p part) ([]inventory.Slot, error) {
	resources := make([]uuid.UUID, len(p.resources))
	for i, r := range p.resources {
		resources[i] = r.ID
	}
	return collect(ctx, tx, g.scan, readSlots, g.tenant, g.venue, array(resources), p.from, p.ahead.Add(longestSlot))
}

func (g *ground) scan(rows *sql.Rows, s *inventory.Slot) error {
	err := rows.Scan(&s.ID, &s.VenueID, &s.ResourceID, &s.StartsAt, &s.EndsAt, &s.Capacity, &s.Taken, &s.State, &s.WalkInOnly, &s.Version)
	s.TenantID, s.StartsAt, s.EndsAt = g.tenant, s.StartsAt.UTC(), s.EndsAt.UTC()
	return err
}

// touched are the slots that exist and are to change, without those that are added.
func (p plan) touched() []uuid.UUID {
	var ids []uuid.UUID
	for _, s := range p.remove {
		ids = append(ids, s.ID)
	}
	for _, c := range append(p.close[:len(p.close):len(p.close)], p.open...) {
		ids = append(ids, c.before.ID)
	}
	return ids
}

// lockSlots locks as for deletion: nobody may begin to refer to a slot that is about to go.
const lockSlots = `SELECT ` + slotColumns + ` FROM slots WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`

// lock locks slots, puts them as they now are in their place, and reads the clock again.
func (g *ground) lock(ctx context.Context, tx *sql.Tx, ids []uuid.UUID, existing []inventory.Slot) (now time.Time, err error) {
	locked, err := collect(ctx, tx, g.scan, lockSlots, g.tenant, array(ids))
	if err != nil {
		return now, err
	}
	place := make(map[uuid.UUID]int, len(existing))
	for i, s := range existing {
		place[s.ID] = i
	}
	for _, s := range locked {
		existing[place[s.ID]] = s
	}
	return g.still(ctx, tx)
}

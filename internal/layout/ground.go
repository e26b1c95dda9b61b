package layout

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/opening"
	"github.com/slotq/slotq/internal/store"
)

// ground is what a layout stands on: the rules of a venue at one of their numbers.
type ground struct {
	tenant, venue uuid.UUID
	number        int  // counts the changes of everything that is read here; it is read first, so it is never newer than the rest
	told          bool // somebody has set rules by a command
	rules         opening.Rules
	resources     []inventory.Resource // those that are sold, by id
	zone          *time.Location
	now           time.Time     // by the database's clock
	reach         calendar.Date // the last date that slots are added on
	farthest      calendar.Date // the last date that has slots, or is to have some
}

func (l *Layout) read(ctx context.Context, tenant, venue uuid.UUID) (g *ground, err error) {
	err = l.db.ReadTenant(ctx, tenant, func(ctx context.Context, tx *sql.Tx) error {
		g = &ground{tenant: tenant, venue: venue}
		return g.read(ctx, tx)
	})
	if err != nil {
		return nil, fmt.Errorf("read the opening rules of venue %s: %w", venue, err)
	}
	return g, nil
}

const readVenue = `
SELECT v.opening_number, v.time_zone, v.layout_days, clock_timestamp(), (SELECT max(starts_at) FROM slots WHERE tenant_id = $1 AND venue_id = $2),
  EXISTS (SELECT FROM opening_revisions WHERE tenant_id = $1 AND venue_id = $2)
FROM venues v WHERE v.tenant_id = $1 AND v.id = $2`

func (g *ground) read(ctx context.Context, tx *sql.Tx) error {
	var zone string
	var days int
	var last *time.Time
	err := tx.QueryRowContext(ctx, readVenue, g.tenant, g.venue).Scan(&g.number, &zone, &days, &g.now, &last, &g.told)
	if err != nil {
		return err
	}
	if g.zone, err = calendar.ValidateZone(zone); err != nil {
		return err
	}
	g.reach = calendar.DateOf(g.zone, g.now).AddDays(days)
	g.farthest = g.reach
	if last != nil {
		if date := calendar.DateOf(g.zone, *last); date.After(g.reach) {
			g.farthest = date
		}
	}
	if g.resources, err = g.readResources(ctx, tx); err != nil {
		return fmt.Errorf("resources: %w", err)
	}
	all, err := store.ReadOpeningRules(ctx, tx, g.tenant, []uuid.UUID{g.venue})
	g.rules = all[g.venue]
	return err
}

// A resource that isn't sold keeps the slots that it has.
const readResources = `SELECT id, kind, capacity, shared FROM resources WHERE tenant_id = $1 AND venue_id = $2 AND active ORDER BY id`

func (g *ground) readResources(ctx context.Context, tx *sql.Tx) ([]inventory.Resource, error) {
	return collect(ctx, tx, func(rows *sql.Rows, r *inventory.Resource) error {
		return rows.Scan(&r.ID, &r.Kind, &r.Capacity, &r.Shared)
	}, readResources, g.tenant, g.venue)
}

// unruled reports whether nobody ever said by which rules the venue opens. What slots it has were made by hand, and stay.
func (g *ground) unruled() bool { return !g.told && g.rules.None() }

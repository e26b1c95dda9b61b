package layout

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/calendar"
)

// rules are a venue's opening rules, ready to be expanded.
type rules struct {
	zone      *time.Location
	today     calendar.Date // by the database's clock
	days      int
	resources []*resource
}

// resource is a resource with the rules that apply to it.
type resource struct {
	id         uuid.UUID
	capacity   int
	windows    []calendar.Window
	exceptions []calendar.Exception
}

func readRules(ctx context.Context, tx *sql.Tx, tenant, venue uuid.UUID) (*rules, error) {
	r := &rules{}
	var zone string
	var now time.Time
	err := tx.QueryRowContext(ctx, `SELECT time_zone, layout_days, clock_timestamp() FROM venues WHERE tenant_id = $1 AND id = $2`, tenant, venue).Scan(&zone, &r.days, &now)
	if err != nil {
		return nil, err
	}
	if r.zone, err = calendar.ValidateZone(zone); err != nil {
		return nil, err
	}
	r.today = calendar.DateOf(r.zone, now)
	if r.resources, err = readResources(ctx, tx, tenant, venue); err != nil {
		return nil, fmt.Errorf("resources: %w", err)
	}
	stored, err := readStored(ctx, tx, tenant, venue)
	if err != nil {
		return nil, err
	}
	for _, one := range r.resources {
		one.windows, one.exceptions = stored.weekly(one.id), stored.exceptionsOf(one.id)
	}
	return r, nil
}

func readResources(ctx context.Context, tx *sql.Tx, tenant, venue uuid.UUID) ([]*resource, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, capacity FROM resources WHERE tenant_id = $1 AND venue_id = $2 AND active ORDER BY id`, tenant, venue)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []*resource
	for rows.Next() {
		one := &resource{}
		if err := rows.Scan(&one.id, &one.capacity); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// expand lists the slots that the rules ask for, in order of time, today's and those of as many days as the venue says.
func (r *rules) expand() []wanted {
	var all []wanted
	for _, one := range r.resources {
		for _, span := range calendar.Expand(r.zone, one.windows, one.exceptions, r.today, r.today.AddDays(r.days)) {
			all = append(all, wanted{resource: one, span: span})
		}
	}
	slices.SortStableFunc(all, func(a, b wanted) int { return a.span.StartsAt.Compare(b.span.StartsAt) })
	return all
}

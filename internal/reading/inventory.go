package reading

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
)

// Tenant is the actor's tenant.
func (r *Reader) Tenant(ctx context.Context, a actor.Actor) (tenant *inventory.Tenant, err error) {
	err = r.source.Read(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		tenant, err = rows.Tenant(ctx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read tenant %s: %w", a.TenantID, err)
	}
	return tenant, nil
}

// Venue is one venue; nil when it doesn't exist or isn't the actor's to see.
func (r *Reader) Venue(ctx context.Context, a actor.Actor, id uuid.UUID) (*inventory.Venue, error) {
	found, err := r.VenuesByID(ctx, a, []uuid.UUID{id})
	if err != nil {
		return nil, err
	}
	venue, ok := found[id]
	if !ok {
		return nil, nil
	}
	return &venue, nil
}

// Venues lists the venues that the actor is granted, oldest first.
func (r *Reader) Venues(ctx context.Context, a actor.Actor, page Page) (c Connection[inventory.Venue], err error) {
	l := list{kind: venueList, tenant: a.TenantID}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.source.Read(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		found, err := rows.Venues(ctx, seenBy(a).part(after, page.First))
		c = connect(l, page, found, func(v inventory.Venue) Key { return Key{Sort: v.CreatedAt.UnixMicro(), ID: v.ID} })
		return err
	})
	if err != nil {
		return Connection[inventory.Venue]{}, fmt.Errorf("list venues: %w", err)
	}
	return c, nil
}

// Resources lists what can be booked at a venue, oldest first. problem.ErrNotFound for a venue that isn't the actor's to
// see.
func (r *Reader) Resources(ctx context.Context, a actor.Actor, venue uuid.UUID, page Page) (c Connection[inventory.Resource], err error) {
	l := list{kind: resourceList, tenant: a.TenantID, venue: venue}
	after, err := l.after(page)
	if err != nil {
		return c, err
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, _ Ground) error {
		found, err := rows.Resources(ctx, seenBy(a).of(venue).part(after, page.First))
		c = connect(l, page, found, func(v inventory.Resource) Key { return Key{Sort: v.CreatedAt.UnixMicro(), ID: v.ID} })
		return err
	})
	if err != nil {
		return Connection[inventory.Resource]{}, fmt.Errorf("list resources of venue %s: %w", venue, err)
	}
	return c, nil
}

// FirstResources is the first page of Resources for many venues at once, in one read; venues that aren't the actor's to see
// are left out.
func (r *Reader) FirstResources(ctx context.Context, a actor.Actor, venues []uuid.UUID, first int) (map[uuid.UUID]Connection[inventory.Resource], error) {
	page := Page{First: first}
	if _, err := (list{kind: resourceList, tenant: a.TenantID}).after(page); err != nil {
		return nil, err
	}
	seen, err := r.VenuesByID(ctx, a, venues)
	if err != nil {
		return nil, err
	}
	byVenue := map[uuid.UUID][]inventory.Resource{}
	err = r.source.Read(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		clear(byVenue)
		found, err := rows.FirstResources(ctx, slices.Collect(maps.Keys(seen)), first+1)
		for _, resource := range found {
			byVenue[resource.VenueID] = append(byVenue[resource.VenueID], resource)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the resources of %d venues: %w", len(venues), err)
	}
	pages := map[uuid.UUID]Connection[inventory.Resource]{}
	for venue := range seen {
		l := list{kind: resourceList, tenant: a.TenantID, venue: venue}
		pages[venue] = connect(l, page, byVenue[venue], func(v inventory.Resource) Key { return Key{Sort: v.CreatedAt.UnixMicro(), ID: v.ID} })
	}
	return pages, nil
}

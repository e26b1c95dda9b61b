package store

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/ent/db"
	entallowedcustomer "github.com/slotq/slotq/ent/db/allowedcustomer"
	entarea "github.com/slotq/slotq/ent/db/area"
	entcustomer "github.com/slotq/slotq/ent/db/customer"
	entpause "github.com/slotq/slotq/ent/db/pause"
	entresource "github.com/slotq/slotq/ent/db/resource"
	entvenue "github.com/slotq/slotq/ent/db/venue"
	"github.com/slotq/slotq/internal/inventory"
)

// LockVenue locks a venue: whoever changes what stands in it comes after whoever has it.
func (t *tx) LockVenue(ctx context.Context, id uuid.UUID) (*inventory.Venue, error) {
	row, err := t.ent.Venue.Query().Where(entvenue.TenantID(t.tenant), entvenue.ID(id), noKey).Only(ctx)
	return maybe(row, err, venueOf)
}

// VenueCoded finds the venue of a code.
func (t *tx) VenueCoded(ctx context.Context, code string) (*uuid.UUID, error) {
	id, err := t.ent.Venue.Query().Where(entvenue.TenantID(t.tenant), entvenue.Code(code)).OnlyID(ctx)
	return maybe(&id, err, func(id *uuid.UUID) uuid.UUID { return *id })
}

// Area finds an area.
func (t *tx) Area(ctx context.Context, id uuid.UUID) (*inventory.Area, error) {
	row, err := t.ent.Area.Query().Where(entarea.TenantID(t.tenant), entarea.ID(id)).Only(ctx)
	return maybe(row, err, areaOf)
}

// LockArea locks an area.
func (t *tx) LockArea(ctx context.Context, id uuid.UUID) (*inventory.Area, error) {
	row, err := t.ent.Area.Query().Where(entarea.TenantID(t.tenant), entarea.ID(id), noKey).Only(ctx)
	return maybe(row, err, areaOf)
}

// AreaNamed finds the area of a name.
func (t *tx) AreaNamed(ctx context.Context, venue uuid.UUID, name string) (*uuid.UUID, error) {
	id, err := t.ent.Area.Query().Where(entarea.TenantID(t.tenant), entarea.VenueID(venue), entarea.Name(name)).OnlyID(ctx)
	return maybe(&id, err, func(id *uuid.UUID) uuid.UUID { return *id })
}

// Resource finds a resource.
func (t *tx) Resource(ctx context.Context, id uuid.UUID) (*inventory.Resource, error) {
	row, err := t.ent.Resource.Query().Where(entresource.TenantID(t.tenant), entresource.ID(id)).Only(ctx)
	return maybe(row, err, resourceOf)
}

// LockResource locks a resource.
func (t *tx) LockResource(ctx context.Context, id uuid.UUID) (*inventory.Resource, error) {
	row, err := t.ent.Resource.Query().Where(entresource.TenantID(t.tenant), entresource.ID(id), noKey).Only(ctx)
	return maybe(row, err, resourceOf)
}

// Pause finds a pause.
func (t *tx) Pause(ctx context.Context, id uuid.UUID) (*inventory.Pause, error) {
	row, err := t.ent.Pause.Query().Where(entpause.TenantID(t.tenant), entpause.ID(id)).Only(ctx)
	return maybe(row, err, pauseOf)
}

// LockPause locks a pause.
func (t *tx) LockPause(ctx context.Context, id uuid.UUID) (*inventory.Pause, error) {
	row, err := t.ent.Pause.Query().Where(entpause.TenantID(t.tenant), entpause.ID(id), noKey).Only(ctx)
	return maybe(row, err, pauseOf)
}

// AllowList lists who is on a venue's list.
func (t *tx) AllowList(ctx context.Context, venue uuid.UUID) (customers []uuid.UUID, err error) {
	rows, err := t.ent.AllowedCustomer.Query().
		Where(entallowedcustomer.TenantID(t.tenant), entallowedcustomer.VenueID(venue)).Order(entallowedcustomer.ByCustomerID()).All(ctx)
	return each(rows, func(row *db.AllowedCustomer) uuid.UUID { return row.CustomerID }), err
}

// KnownCustomers counts customers.
func (t *tx) KnownCustomers(ctx context.Context, ids []uuid.UUID) (int, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	return t.ent.Customer.Query().Where(entcustomer.TenantID(t.tenant), entcustomer.IDIn(ids...)).Count(ctx)
}

func areaOf(a *db.Area) inventory.Area {
	return inventory.Area{ID: a.ID, TenantID: a.TenantID, VenueID: a.VenueID, Name: a.Name, Version: a.Version, CreatedAt: a.CreatedAt.UTC()}
}

func pauseOf(p *db.Pause) inventory.Pause {
	return inventory.Pause{
		ID: p.ID, TenantID: p.TenantID, VenueID: p.VenueID, ResourceID: p.ResourceID, From: p.FromAt.UTC(), Until: p.UntilAt.UTC(),
		Reason: p.Reason, EndedAt: utc(p.EndedAt), Version: p.Version, CreatedAt: p.CreatedAt.UTC(),
	}
}

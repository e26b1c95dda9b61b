package store

import (
	"context"
	"fmt"

	"github.com/lib/pq"

	entarea "github.com/slotq/slotq/ent/db/area"
	entpause "github.com/slotq/slotq/ent/db/pause"
	entresource "github.com/slotq/slotq/ent/db/resource"
	entslot "github.com/slotq/slotq/ent/db/slot"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/inventory"
)

func (t *tx) applyAreasMade(ctx context.Context, c *booking.Changes) error {
	for _, a := range c.House.AreasMade {
		if err := t.ent.Area.Create().SetID(a.ID).SetTenantID(t.tenant).SetVenueID(a.VenueID).SetName(a.Name).SetCreatedAt(a.CreatedAt).Exec(ctx); err != nil {
			return fmt.Errorf("new area: %w", err)
		}
	}
	return nil
}

func (t *tx) applyAreas(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.House.Areas {
		a := change.After
		if err := changed(t.ent.Area.Update().Where(entarea.TenantID(t.tenant), entarea.ID(a.ID), entarea.Version(change.Before.Version)).SetName(a.Name).Save(ctx)); err != nil {
			return fmt.Errorf("area %s: %w", a.ID, err)
		}
	}
	return nil
}

func (t *tx) applyResourced(ctx context.Context, c *booking.Changes) error {
	for _, r := range c.House.Resourced {
		create := t.ent.Resource.Create().SetID(r.ID).SetTenantID(t.tenant).SetVenueID(r.VenueID).SetName(r.Name).SetKind(r.Kind).
			SetCapacity(r.Capacity).SetMinParty(r.MinParty).SetMaxParty(r.MaxParty).SetActive(r.Active).SetNillableAreaID(r.AreaID).
			SetWalkInOnly(r.WalkInOnly).SetCreatedAt(r.CreatedAt)
		if len(r.Combines) > 0 {
			var joined pq.StringArray
			for _, id := range r.Combines {
				joined = append(joined, id.String())
			}
			create.SetCombines(joined)
		}
		if err := create.Exec(ctx); err != nil {
			return fmt.Errorf("new resource: %w", err)
		}
	}
	return nil
}

func (t *tx) applyResources(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.House.Resources {
		r := change.After
		update := t.ent.Resource.Update().Where(entresource.TenantID(t.tenant), entresource.ID(r.ID), entresource.Version(change.Before.Version)).
			SetName(r.Name).SetCapacity(r.Capacity).SetMinParty(r.MinParty).SetMaxParty(r.MaxParty).SetActive(r.Active).
			SetNillableAreaID(r.AreaID).SetWalkInOnly(r.WalkInOnly)
		if r.AreaID == nil {
			update.ClearAreaID()
		}
		if err := changed(update.Save(ctx)); err != nil {
			return fmt.Errorf("resource %s: %w", r.ID, err)
		}
	}
	return nil
}

func (t *tx) applyPaused(ctx context.Context, c *booking.Changes) error {
	for _, p := range c.House.Paused {
		err := t.ent.Pause.Create().SetID(p.ID).SetTenantID(t.tenant).SetVenueID(p.VenueID).SetNillableResourceID(p.ResourceID).
			SetFromAt(p.From).SetUntilAt(p.Until).SetReason(p.Reason).SetCreatedAt(p.CreatedAt).Exec(ctx)
		if err != nil {
			return fmt.Errorf("new pause: %w", err)
		}
	}
	return nil
}

func (t *tx) applyPauses(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.House.Pauses {
		p := change.After
		update := t.ent.Pause.Update().Where(entpause.TenantID(t.tenant), entpause.ID(p.ID), entpause.Version(change.Before.Version)).SetNillableEndedAt(p.EndedAt)
		if err := changed(update.Save(ctx)); err != nil {
			return fmt.Errorf("pause %s: %w", p.ID, err)
		}
	}
	return nil
}

func (t *tx) applyCapacitated(ctx context.Context, c *booking.Changes) error {
	for _, change := range c.House.Capacitated {
		if err := t.applyCapacity(ctx, change); err != nil {
			return fmt.Errorf("capacity of slot %s: %w", change.After.ID, err)
		}
	}
	return nil
}

func (t *tx) applyCapacity(ctx context.Context, change booking.Change[inventory.Slot]) error {
	return changed(t.ent.Slot.Update().
		Where(entslot.TenantID(t.tenant), entslot.ID(change.After.ID), entslot.Version(change.Before.Version)).
		SetCapacity(change.After.Capacity).Save(ctx))
}

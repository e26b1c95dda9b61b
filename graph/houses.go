package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph/model"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/reading"
)

// Houses are the commands of venues, areas, resources, pauses and switches.
type Houses interface {
	CreateVenue(ctx context.Context, by actor.Actor, in booking.CreateVenue, correlationID string) (command.Result, error)
	UpdateVenue(ctx context.Context, by actor.Actor, in booking.UpdateVenue, correlationID string) (command.Result, error)
	CreateArea(ctx context.Context, by actor.Actor, in booking.CreateArea, correlationID string) (command.Result, error)
	UpdateArea(ctx context.Context, by actor.Actor, in booking.UpdateArea, correlationID string) (command.Result, error)
	CreateResource(ctx context.Context, by actor.Actor, in booking.CreateResource, correlationID string) (command.Result, error)
	UpdateResource(ctx context.Context, by actor.Actor, in booking.UpdateResource, correlationID string) (command.Result, error)
	PauseBookings(ctx context.Context, by actor.Actor, in booking.PauseBookings, correlationID string) (command.Result, error)
	EndPause(ctx context.Context, by actor.Actor, in booking.EndPause, correlationID string) (command.Result, error)
	SetSwitches(ctx context.Context, by actor.Actor, in booking.SetSwitches, correlationID string) (command.Result, error)
	AdjustCapacity(ctx context.Context, by actor.Actor, in booking.AdjustCapacity, correlationID string) (command.Result, error)
}

// HouseReader is what is read of venues beyond their lists.
type HouseReader interface {
	Pauses(ctx context.Context, a actor.Actor, venue uuid.UUID, page reading.Page) (reading.Connection[inventory.Pause], error)
	PausesByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]inventory.Pause, error)
	AreasByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]inventory.Area, error)
	AreasOfVenues(ctx context.Context, a actor.Actor, venues []uuid.UUID) (map[uuid.UUID][]inventory.Area, error)
	AllowLists(ctx context.Context, a actor.Actor, venues []uuid.UUID) (map[uuid.UUID][]uuid.UUID, error)
}

// houseLoaders are the batches of what stands in venues.
type houseLoaders struct {
	areas      *batch[inventory.Area]
	areasOf    *batch[[]inventory.Area] // by venue
	pauses     *batch[inventory.Pause]
	allowLists *batch[[]uuid.UUID] // by venue
}

func newHouseLoaders(a *asker) houseLoaders {
	return houseLoaders{
		areas: newBatch(a, Reader.AreasByID), areasOf: newBatch(a, Reader.AreasOfVenues),
		pauses: newBatch(a, Reader.PausesByID), allowLists: newBatch(a, Reader.AllowLists),
	}
}

// areasOf looks the areas of a venue up, oldest first.
func areasOf(ctx context.Context, venue uuid.UUID) ([]inventory.Area, error) {
	found, err := find(ctx, load(ctx).areasOf, venue)
	if err != nil || found == nil {
		return []inventory.Area{}, err
	}
	return *found, nil
}

// joinedBy looks up the resources that one joins, in the order in which it names them.
func joinedBy(ctx context.Context, r *inventory.Resource) ([]inventory.Resource, error) {
	return allOf(ctx, load(ctx).resources, r.Combines)
}

// switchesOf shows what a venue sends out, and to whom of those whom the actor may see.
func switchesOf(ctx context.Context, v *inventory.Venue) (*model.Switches, error) {
	shown := &model.Switches{Offers: v.Switches.Offers, Notices: v.Switches.Notices}
	if !v.Switches.AllowListed {
		return shown, nil
	}
	listed, err := find(ctx, load(ctx).allowLists, v.ID)
	if err != nil {
		return nil, err
	}
	if listed == nil {
		listed = &[]uuid.UUID{}
	}
	shown.AllowList, err = allOf[customer.Customer](ctx, load(ctx).customers, *listed)
	return shown, err
}

// allOf looks things up, in the order of their ids; those that the actor may not see are left out.
func allOf[T any](ctx context.Context, in *batch[T], ids []uuid.UUID) ([]T, error) {
	waiting := make([]func() (*T, error), len(ids))
	for i, id := range ids {
		waiting[i] = later(ctx, in, id)
	}
	all := make([]T, 0, len(ids))
	for _, wait := range waiting {
		one, err := wait()
		if err != nil {
			return nil, err
		}
		if one != nil {
			all = append(all, *one)
		}
	}
	return all, nil
}

package booking

import (
	"context"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// UpdateResource changes a resource; nil leaves a field as it is. An AreaID of "" takes it out of its area.
type UpdateResource struct {
	ResourceID      string
	Name            *string
	Capacity        *int
	MinParty        *int
	MaxParty        *int
	Active          *bool
	AreaID          *string
	WalkInOnly      *bool
	ExpectedVersion int
	Key             string
}

// UpdateResource changes a resource. What is booked stays, and so do its slots: while it isn't active they are closed. A
// capacity holds for slots laid out later. What changes nothing raises no version.
//
// A hold that commits before the change stands; one that is decided after it sees it. A hold at the same time may have read
// what the resource was, as if it had come a moment sooner.
func (d *Desk) UpdateResource(ctx context.Context, by actor.Actor, in UpdateResource, correlationID string) (command.Result, error) {
	if err := in.check(); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueManage, operation: "updateResource", key: in.Key, correlationID: correlationID,
		input: struct {
			ResourceID                   string
			Name                         *string
			Capacity, MinParty, MaxParty *int
			Active                       *bool
			AreaID                       *string
			WalkInOnly                   *bool
			ExpectedVersion              int
		}{in.ResourceID, in.Name, in.Capacity, in.MinParty, in.MaxParty, in.Active, in.AreaID, in.WalkInOnly, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) { return decideUpdate(ctx, tx, by, in) })
}

// check refuses what can't be, and makes of the name what is kept.
func (in *UpdateResource) check() error {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return err
	}
	if in.Name == nil && in.Capacity == nil && in.MinParty == nil && in.MaxParty == nil && in.Active == nil && in.AreaID == nil && in.WalkInOnly == nil {
		return problem.NewInvalid("input", "give something to change")
	}
	if in.Name != nil {
		name, err := givenName(*in.Name)
		if err != nil {
			return err
		}
		in.Name = &name
	}
	if in.Capacity != nil {
		if err := checkCapacity(*in.Capacity); err != nil {
			return err
		}
	}
	return checkParties(in.MinParty, in.MaxParty)
}

func decideUpdate(ctx context.Context, tx Tx, by actor.Actor, in UpdateResource) (verdict, error) {
	venue, resource, err := lockResource(ctx, tx, by, in.ResourceID)
	if err != nil {
		return verdict{}, err
	}
	if resource == nil {
		return unknownReference("resource")
	}
	shown := about(resource.VenueID, ref.Ref{Kind: ref.Resource, ID: resource.ID})
	if p := readAnother("resource", resource.Version, in.ExpectedVersion); p != nil {
		return refused(p, shown)
	}
	after, changed := in.on(*resource)
	if in.AreaID != nil && *in.AreaID != "" {
		area, known, err := areaOfVenue(ctx, tx, venue.ID, in.AreaID)
		if err != nil {
			return verdict{}, err
		}
		if !known {
			return unknownReference("area")
		}
		after.AreaID = area
	}
	if p := unfit(after); p != nil {
		return refused(p, shown)
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	s := newSheet(by.TenantID, now, nil)
	if changed || !sameID(resource.AreaID, after.AreaID) {
		s.amendResource(*venue, *resource, after)
	}
	return verdict{changes: s.done(), answer: shown}, nil
}

// on is the resource with what was given; of the area only that it has none.
func (in *UpdateResource) on(r inventory.Resource) (after inventory.Resource, changed bool) {
	after = r
	if in.AreaID != nil {
		after.AreaID = nil
	}
	for _, c := range []bool{
		change(&after.Name, in.Name), change(&after.Capacity, in.Capacity), change(&after.MinParty, in.MinParty),
		change(&after.MaxParty, in.MaxParty), change(&after.Active, in.Active), change(&after.WalkInOnly, in.WalkInOnly),
	} {
		changed = changed || c
	}
	return after, changed
}

func sameID(a, b *uuid.UUID) bool {
	return a == b || a != nil && b != nil && *a == *b
}

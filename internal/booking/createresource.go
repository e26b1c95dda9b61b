package booking

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// CreateResource adds something bookable to a venue.
type CreateResource struct {
	VenueID    string
	Name       string
	Kind       inventory.ResourceKind
	Capacity   int
	MinParty   int
	MaxParty   int
	AreaID     *string
	WalkInOnly *bool
	Combines   []string
	Key        string
}

// CreateResource adds something bookable. Slots follow from the opening rules at once. With Combines it joins exclusive
// resources of the venue: it and they exclude each other.
func (d *Desk) CreateResource(ctx context.Context, by actor.Actor, in CreateResource, correlationID string) (command.Result, error) {
	if err := in.check(); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueManage, operation: "createResource", key: in.Key, correlationID: correlationID,
		input: struct {
			VenueID, Name                string
			Kind                         inventory.ResourceKind
			Capacity, MinParty, MaxParty int
			AreaID                       *string
			WalkInOnly                   bool
			Combines                     []string
		}{in.VenueID, in.Name, in.Kind, in.Capacity, in.MinParty, in.MaxParty, in.AreaID, in.walkInOnly(), slices.Sorted(slices.Values(in.Combines))}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) { return decideResource(ctx, tx, by, in) })
}

func (in *CreateResource) walkInOnly() bool { return in.WalkInOnly != nil && *in.WalkInOnly }

func decideResource(ctx context.Context, tx Tx, by actor.Actor, in CreateResource) (verdict, error) {
	venue, err := lockVenue(ctx, tx, by, in.VenueID)
	if err != nil {
		return verdict{}, err
	}
	if venue == nil {
		return unknownReference("venue")
	}
	area, known, err := areaOfVenue(ctx, tx, venue.ID, in.AreaID)
	if err != nil {
		return verdict{}, err
	}
	if !known {
		return unknownReference("area")
	}
	joined, known, err := joinedOf(ctx, tx, venue.ID, in.Combines)
	if err != nil {
		return verdict{}, err
	}
	if !known {
		return unknownReference("resource")
	}
	resource := inventory.Resource{
		ID: ref.NewID(), TenantID: by.TenantID, VenueID: venue.ID, Name: in.Name, Kind: in.Kind, Capacity: in.Capacity,
		MinParty: in.MinParty, MaxParty: in.MaxParty, Active: true, AreaID: area, WalkInOnly: in.walkInOnly(), Version: 1,
	}
	for _, r := range joined {
		if r.Kind != inventory.Exclusive || len(r.Combines) > 0 {
			return refused(problem.New(problem.PolicyForbids, "%s can't be joined: only exclusive resources can that join none themselves.", r.Name).WithField("combines"), answer{venue: venue.ID})
		}
		resource.Combines = append(resource.Combines, r.ID)
	}
	if resource.CreatedAt, err = tx.Now(ctx); err != nil {
		return verdict{}, err
	}
	s := newSheet(by.TenantID, resource.CreatedAt, nil)
	s.changes.House.Resourced = append(s.changes.House.Resourced, resource)
	s.announce(venue.ID, event.ResourceCreated, ref.Resource, resource.ID, resource.Version, nil, tellResource(resource))
	s.layAgain(*venue)
	return verdict{changes: s.done(), answer: about(venue.ID, ref.Ref{Kind: ref.Resource, ID: resource.ID})}, nil
}

// areaOfVenue is the named area; known is false when the venue has no such area, and nothing named is known.
func areaOfVenue(ctx context.Context, tx Tx, venue uuid.UUID, text *string) (id *uuid.UUID, known bool, err error) {
	if text == nil {
		return nil, true, nil
	}
	named, ok := ref.Decode(ref.Area, *text)
	if !ok {
		return nil, false, nil
	}
	area, err := tx.Area(ctx, named)
	if err != nil {
		return nil, false, fmt.Errorf("find area %s: %w", named, err)
	}
	if area == nil || area.VenueID != venue {
		return nil, false, nil
	}
	return &named, true, nil
}

// joinedOf are the named resources, by id; known is false when one of them isn't the venue's.
func joinedOf(ctx context.Context, tx Tx, venue uuid.UUID, texts []string) (joined []inventory.Resource, known bool, err error) {
	if len(texts) == 0 {
		return nil, true, nil
	}
	all, err := tx.Resources(ctx, venue)
	if err != nil {
		return nil, false, fmt.Errorf("read the resources of venue %s: %w", venue, err)
	}
	for _, r := range all {
		if slices.Contains(texts, ref.Encode(ref.Resource, r.ID)) {
			joined = append(joined, r)
		}
	}
	return joined, len(joined) == len(texts), nil
}

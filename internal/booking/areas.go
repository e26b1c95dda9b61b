package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// CreateArea names a part of a venue.
type CreateArea struct {
	VenueID string
	Name    string
	Key     string
}

// UpdateArea renames it.
type UpdateArea struct {
	AreaID          string
	Name            string
	ExpectedVersion int
	Key             string
}

// CreateArea names a part of a venue. A name that the venue has is POLICY_FORBIDS.
func (d *Desk) CreateArea(ctx context.Context, by actor.Actor, in CreateArea, correlationID string) (command.Result, error) {
	name, err := givenName(in.Name)
	if err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueManage, operation: "createArea", key: in.Key, correlationID: correlationID,
		input: struct{ VenueID, Name string }{in.VenueID, name}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		venue, err := lockVenue(ctx, tx, by, in.VenueID)
		if err != nil {
			return verdict{}, err
		}
		if venue == nil {
			return unknownReference("venue")
		}
		if p, err := areaTaken(ctx, tx, venue.ID, name, nil); err != nil || p != nil {
			return verdict{problem: p, answer: answer{venue: venue.ID}}, err
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return verdict{}, err
		}
		s := newSheet(by.TenantID, now, nil)
		area := inventory.Area{ID: ref.NewID(), TenantID: by.TenantID, VenueID: venue.ID, Name: name, Version: 1, CreatedAt: now}
		s.changes.House.AreasMade = append(s.changes.House.AreasMade, area)
		s.announce(venue.ID, event.AreaCreated, ref.Area, area.ID, area.Version, nil, tellArea(area))
		return verdict{changes: s.done(), answer: about(venue.ID, ref.Ref{Kind: ref.Area, ID: area.ID})}, nil
	})
}

// UpdateArea renames a part of a venue. A name that the venue has is POLICY_FORBIDS.
func (d *Desk) UpdateArea(ctx context.Context, by actor.Actor, in UpdateArea, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	name, err := givenName(in.Name)
	if err != nil {
		return command.Result{}, err
	}
	in.Name = name
	c := call{actor: by, capability: actor.VenueManage, operation: "updateArea", key: in.Key, correlationID: correlationID,
		input: struct {
			AreaID, Name    string
			ExpectedVersion int
		}{in.AreaID, in.Name, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) { return decideArea(ctx, tx, by, in) })
}

func decideArea(ctx context.Context, tx Tx, by actor.Actor, in UpdateArea) (verdict, error) {
	id, ok := ref.Decode(ref.Area, in.AreaID)
	if !ok {
		return unknownReference("area")
	}
	area, err := tx.LockArea(ctx, id)
	if err != nil {
		return verdict{}, fmt.Errorf("lock area %s: %w", id, err)
	}
	if area == nil || !by.SeesVenue(area.VenueID) {
		return unknownReference("area")
	}
	shown := about(area.VenueID, ref.Ref{Kind: ref.Area, ID: area.ID})
	if p := readAnother("area", area.Version, in.ExpectedVersion); p != nil {
		return refused(p, shown)
	}
	if p, err := areaTaken(ctx, tx, area.VenueID, in.Name, &area.ID); err != nil || p != nil {
		return verdict{problem: p, answer: shown}, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	s, after := newSheet(by.TenantID, now, nil), *area
	if change(&after.Name, &in.Name) {
		after.Version++
		s.changes.House.Areas = append(s.changes.House.Areas, Change[inventory.Area]{Before: *area, After: after})
		s.announce(after.VenueID, event.AreaChanged, ref.Area, after.ID, after.Version, nil, tellArea(after))
	}
	return verdict{changes: s.done(), answer: shown}, nil
}

// areaTaken refuses a name that another area of the venue has.
func areaTaken(ctx context.Context, tx Tx, venue uuid.UUID, name string, own *uuid.UUID) (*problem.Problem, error) {
	known, err := tx.AreaNamed(ctx, venue, name)
	if err != nil {
		return nil, fmt.Errorf("look for an area of that name: %w", err)
	}
	if known == nil || own != nil && *own == *known {
		return nil, nil
	}
	return problem.New(problem.PolicyForbids, "The venue has an area named %s already.", name).WithField("name"), nil
}

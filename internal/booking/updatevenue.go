package booking

import (
	"context"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// UpdateVenue changes a venue; nil leaves a field as it is.
type UpdateVenue struct {
	VenueID         string
	Name            *string
	TimeZone        *string
	LayoutDays      *int
	ExpectedVersion int
	Key             string
}

// UpdateVenue changes a venue. After a change of zone or of how far ahead slots reach they are laid out anew; booked ones
// stay and are listed for review. What changes nothing raises no version.
func (d *Desk) UpdateVenue(ctx context.Context, by actor.Actor, in UpdateVenue, correlationID string) (command.Result, error) {
	if err := in.check(); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueManage, operation: "updateVenue", key: in.Key, correlationID: correlationID,
		input: struct {
			VenueID         string
			Name, TimeZone  *string
			LayoutDays      *int
			ExpectedVersion int
		}{in.VenueID, in.Name, in.TimeZone, in.LayoutDays, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) { return decideVenue(ctx, tx, by, in) })
}

// check refuses what can't be, and makes of the name what is kept.
func (in *UpdateVenue) check() error {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return err
	}
	if in.Name == nil && in.TimeZone == nil && in.LayoutDays == nil {
		return problem.NewInvalid("input", "give something to change")
	}
	if in.Name != nil {
		name, err := givenName(*in.Name)
		if err != nil {
			return err
		}
		in.Name = &name
	}
	if in.LayoutDays != nil && (*in.LayoutDays < 1 || *in.LayoutDays > 400) {
		return problem.NewInvalid("layoutDays", "give 1 to 400 days")
	}
	if in.TimeZone != nil {
		return checkZone(*in.TimeZone)
	}
	return nil
}

func decideVenue(ctx context.Context, tx Tx, by actor.Actor, in UpdateVenue) (verdict, error) {
	venue, err := lockVenue(ctx, tx, by, in.VenueID)
	if err != nil {
		return verdict{}, err
	}
	if venue == nil {
		return unknownReference("venue")
	}
	shown := about(venue.ID, ref.Ref{Kind: ref.Venue, ID: venue.ID})
	if p := readAnother("venue", venue.Version, in.ExpectedVersion); p != nil {
		return refused(p, shown)
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	s, after := newSheet(by.TenantID, now, nil), *venue
	changed := change(&after.Name, in.Name)
	for _, moved := range []bool{change(&after.TimeZone, in.TimeZone), change(&after.LayoutDays, in.LayoutDays)} {
		if moved {
			changed, after.OpeningNumber = true, venue.OpeningNumber+1
		}
	}
	if changed {
		s.amendVenue(*venue, after)
	}
	return verdict{changes: s.done(), answer: shown}, nil
}

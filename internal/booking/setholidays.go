package booking

import (
	"context"
	"fmt"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/holiday"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// SetHolidays says whose public holidays a venue knows, and whether it is closed on them.
type SetHolidays struct {
	VenueID         string
	Region          *string
	Closed          bool
	ExpectedVersion int
	Key             string
}

// SetHolidays sets the region of a venue's public holidays, and whether the venue closes on them. An exception for such a
// date goes before. The slots follow soon after: what is booked stays.
func (d *Desk) SetHolidays(ctx context.Context, by actor.Actor, in SetHolidays, correlationID string) (command.Result, error) {
	if err := in.check(); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueManage, operation: "setHolidays", key: in.Key, correlationID: correlationID,
		input: struct {
			VenueID         string
			Region          *string
			Closed          bool
			ExpectedVersion int
		}{in.VenueID, in.Region, in.Closed, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		venue, err := lockVenue(ctx, tx, by, in.VenueID)
		if err != nil {
			return verdict{}, err
		}
		if venue == nil {
			return unknownReference("venue")
		}
		return decideHolidays(ctx, tx, by, in, *venue)
	})
}

func (in SetHolidays) check() error {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return err
	}
	switch {
	case in.Region == nil && in.Closed:
		return problem.NewInvalid("region", "say whose holidays the venue is closed on")
	case in.Region != nil && !holiday.Known(*in.Region):
		return problem.NewInvalid("region", "must be the code of a region whose holidays are known")
	}
	return nil
}

func decideHolidays(ctx context.Context, tx Tx, by actor.Actor, in SetHolidays, venue inventory.Venue) (verdict, error) {
	shown := about(venue.ID, ref.Ref{Kind: ref.Venue, ID: venue.ID})
	if p := readAnother("venue", venue.Version, in.ExpectedVersion); p != nil {
		return refused(p, shown)
	}
	rules, err := tx.OpeningRules(ctx, venue.ID)
	if err != nil {
		return verdict{}, fmt.Errorf("read the opening rules of venue %s: %w", venue.ID, err)
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	rules.HolidayRegion, rules.ClosedOnHolidays = in.Region, in.Closed
	after := venue
	after.HolidayRegion, after.ClosedOnHolidays = in.Region, in.Closed
	s := newSheet(by.TenantID, now, nil)
	s.reviseOpening(venue, after, rules, by)
	return verdict{changes: s.done(), answer: shown}, nil
}

package booking

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/opening"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// OpeningWindow is a weekly rule as it is asked for.
type OpeningWindow struct {
	Weekdays   []int
	Opens      string
	Closes     string
	SlotLength time.Duration
	Every      *time.Duration // nil: SlotLength
	WalkInOnly *bool
}

// OpeningException is a date with rules of its own, as it is asked for.
type OpeningException struct {
	Date    calendar.Date
	Closed  *bool
	Windows []OpeningWindow
}

// SetOpeningHours replaces the opening rules of a venue, or of some of its resources.
type SetOpeningHours struct {
	VenueID         string
	ResourceIDs     []string // nil: the venue's own rules
	Windows         []OpeningWindow
	Exceptions      []OpeningException // nil keeps those there are
	ExpectedVersion int
	Key             string
}

// SetOpeningHours replaces the rules from which slots follow: the venue's own, or those of each named resource. No windows
// mean closed for the venue, and the venue's rules for a resource. The slots follow soon after: what is booked stays.
func (d *Desk) SetOpeningHours(ctx context.Context, by actor.Actor, in SetOpeningHours, correlationID string) (command.Result, error) {
	draft, known, err := in.read()
	if err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.VenueManage, operation: "setOpeningHours", key: in.Key, correlationID: correlationID,
		input: struct {
			VenueID         string
			ResourceIDs     []string
			Windows         []calendar.Window
			Exceptions      []calendar.Exception
			Keep            bool
			ExpectedVersion int
		}{in.VenueID, slices.Sorted(slices.Values(in.ResourceIDs)), draft.Windows, draft.Exceptions, draft.Keep, in.ExpectedVersion}}
	return d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) {
		venue, err := lockVenue(ctx, tx, by, in.VenueID)
		if err != nil {
			return verdict{}, err
		}
		if venue == nil {
			return unknownReference("venue")
		}
		if !known {
			return unknownReference("resource")
		}
		return decideOpening(ctx, tx, by, in, *venue, draft)
	})
}

// read makes rules of the input. known is false when an id can't be that of any resource.
func (in SetOpeningHours) read() (d opening.Draft, known bool, err error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return d, false, err
	}
	if d, err = ReadOpening(in.Windows, in.Exceptions); err != nil {
		return d, false, err
	}
	d.Resources, known, err = ReadOpeningResources(in.ResourceIDs)
	if err == nil && len(d.Scopes())*rowsOf(d) > mostRows {
		err = problem.NewInvalid("resourceIds", "that is too much for one call: name fewer resources, or give fewer exceptions")
	}
	return d, known, err
}

// ReadOpeningResources makes ids of the resources that rules are for; nil stays nil, which is the venue itself. known is
// false when one can't be that of any resource.
func ReadOpeningResources(texts []string) (ids []uuid.UUID, known bool, err error) {
	switch {
	case texts == nil:
		return nil, true, nil
	case len(texts) == 0 || len(texts) > mostResources:
		return nil, false, problem.NewInvalid("resourceIds", "name 1 to %d resources, or none at all for the venue itself", mostResources)
	}
	ids, known = []uuid.UUID{}, true
	for i, text := range texts {
		if slices.Contains(texts[:i], text) {
			return nil, false, problem.NewInvalid("resourceIds", "name each resource once")
		}
		id, ok := ref.Decode(ref.Resource, text)
		known = known && ok
		ids = append(ids, id)
	}
	return ids, known, nil
}

func decideOpening(ctx context.Context, tx Tx, by actor.Actor, in SetOpeningHours, venue inventory.Venue, draft opening.Draft) (verdict, error) {
	resources, err := tx.Resources(ctx, venue.ID)
	if err != nil {
		return verdict{}, fmt.Errorf("read the resources of venue %s: %w", venue.ID, err)
	}
	for _, id := range draft.Resources {
		if !slices.ContainsFunc(resources, func(r inventory.Resource) bool { return r.ID == id }) {
			return unknownReference("resource")
		}
	}
	shown := about(venue.ID, ref.Ref{Kind: ref.Venue, ID: venue.ID})
	if p := readAnother("venue", venue.Version, in.ExpectedVersion); p != nil {
		return refused(p, shown)
	}
	rules, err := tx.OpeningRules(ctx, venue.ID)
	if err != nil {
		return verdict{}, fmt.Errorf("read the opening rules of venue %s: %w", venue.ID, err)
	}
	if faults := rules.CheckShared(draft, resources); len(faults) > 0 {
		return verdict{}, faulty(faults[0])
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return verdict{}, err
	}
	s := newSheet(by.TenantID, now, nil)
	s.changes.Opening.Sets = []OpeningSet{{VenueID: venue.ID, Draft: draft}}
	s.reviseOpening(venue, venue, rules.With(draft), by)
	return verdict{changes: s.done(), answer: shown}, nil
}

// reviseOpening numbers a change of a venue's opening rules and keeps them as they now are. The number is what the layout
// of slots follows.
func (s *sheet) reviseOpening(before, after inventory.Venue, rules opening.Rules, by actor.Actor) {
	after.Version, after.OpeningNumber = before.Version+1, before.OpeningNumber+1
	s.changes.House.Venues = append(s.changes.House.Venues, Change[inventory.Venue]{Before: before, After: after})
	s.changes.Opening.Revisions = append(s.changes.Opening.Revisions, OpeningRevision{
		VenueID: after.ID, Number: after.OpeningNumber, Rules: rules, MadeBy: by.Label(),
	})
	s.announce(after.ID, event.OpeningSet, ref.Venue, after.ID, after.Version, nil, tellVenue(after))
}

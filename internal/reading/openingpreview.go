package reading

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/opening"
	"github.com/slotq/slotq/internal/problem"
)

// OpeningPreview is what a change of opening rules would do.
type OpeningPreview struct {
	Slots    []PlannedSlot
	Total    int
	Stranded []Slot
}

// PlannedSlot is a slot that would follow from rules that are tried.
type PlannedSlot struct {
	ResourceID uuid.UUID
	StartsAt   time.Time
	EndsAt     time.Time
	WalkInOnly bool
}

// shownSlots is how many slots a preview shows of each sort.
const shownSlots = 2000

// OpeningPreview tries a change of opening rules, from now to so many days ahead, 1 to 62: the slots that would follow, and
// the held ones that would be left over. Resources that aren't sold keep theirs in any case. problem.ErrNotFound for a
// venue, and a resource of it, that isn't the actor's to see; *problem.Invalid for what setOpeningHours would refuse.
func (r *Reader) OpeningPreview(ctx context.Context, a actor.Actor, venue uuid.UUID, draft opening.Draft, days int) (p OpeningPreview, err error) {
	if days < 1 || days > maxDays {
		return p, problem.NewInvalid("days", "must be from 1 to %d", maxDays)
	}
	if !a.SeesVenue(venue) {
		return p, problem.ErrNotFound
	}
	err = r.source.Snapshot(ctx, a.TenantID, onGround(venue, func(ctx context.Context, rows Rows, g Ground) error {
		p, err = previewOpening(ctx, rows, g, draft, days)
		return err
	}))
	if err != nil {
		return OpeningPreview{}, fmt.Errorf("preview the opening rules of venue %s: %w", venue, err)
	}
	return p, nil
}

func previewOpening(ctx context.Context, rows Rows, g Ground, draft opening.Draft, days int) (p OpeningPreview, err error) {
	zone, err := calendar.ValidateZone(g.Venue.TimeZone)
	if err != nil {
		return p, err
	}
	resources, err := rows.Resources(ctx, Want{Venues: []uuid.UUID{g.Venue.ID}})
	if err != nil {
		return p, err
	}
	for _, id := range draft.Resources {
		if !slices.ContainsFunc(resources, func(r inventory.Resource) bool { return r.ID == id }) {
			return p, problem.ErrNotFound
		}
	}
	all, err := rows.OpeningRules(ctx, []uuid.UUID{g.Venue.ID})
	if err != nil {
		return p, err
	}
	rules := all[g.Venue.ID]
	if faults := rules.CheckShared(draft, resources); len(faults) > 0 {
		return p, problem.NewInvalid(strings.Join(faults[0].Field, "."), "%s", faults[0].Message)
	}
	today := calendar.DateOf(zone, g.Now)
	planned := planOpening(rules.With(draft), resources, zone, today, today.AddDays(days), g.Now)
	p.Total, p.Slots = len(planned), planned[:min(len(planned), shownSlots)]
	_, until := calendar.DayBounds(zone, today.AddDays(days))
	p.Stranded, err = stranded(ctx, rows, g, planned, resources, until)
	return p, err
}

// planOpening lists the slots of what is sold that start from now on, in order of time.
func planOpening(rules opening.Rules, resources []inventory.Resource, zone *time.Location, first, last calendar.Date, now time.Time) []PlannedSlot {
	planned := []PlannedSlot{}
	expansion := rules.Expand(zone, first, last)
	for _, resource := range resources {
		if !resource.Active {
			continue
		}
		for _, span := range expansion.Of(resource.ID) {
			if span.StartsAt.After(now) {
				planned = append(planned, PlannedSlot{ResourceID: resource.ID, StartsAt: span.StartsAt, EndsAt: span.EndsAt, WalkInOnly: span.WalkInOnly})
			}
		}
	}
	slices.SortStableFunc(planned, func(a, b PlannedSlot) int { return a.StartsAt.Compare(b.StartsAt) })
	return planned
}

// stranded are the slots that somebody holds and that are not among the planned ones.
func stranded(ctx context.Context, rows Rows, g Ground, planned []PlannedSlot, resources []inventory.Resource, until time.Time) ([]Slot, error) {
	held, err := rows.Held(ctx, g.Venue.ID, g.Now, until)
	if err != nil {
		return nil, err
	}
	kept := make(map[PlannedSlot]bool, len(planned))
	for _, p := range planned {
		kept[PlannedSlot{ResourceID: p.ResourceID, StartsAt: p.StartsAt, EndsAt: p.EndsAt}] = true
	}
	for _, r := range resources {
		if !r.Active {
			held = slices.DeleteFunc(held, func(s inventory.Slot) bool { return s.ResourceID == r.ID })
		}
	}
	left := slices.DeleteFunc(held, func(s inventory.Slot) bool {
		return kept[PlannedSlot{ResourceID: s.ResourceID, StartsAt: s.StartsAt, EndsAt: s.EndsAt}]
	})
	return standing(ctx, rows, left[:min(len(left), shownSlots)])
}

// standing shows slots as they now stand, in the given order.
func standing(ctx context.Context, rows Rows, slots []inventory.Slot) ([]Slot, error) {
	ids := make([]uuid.UUID, len(slots))
	for i, s := range slots {
		ids[i] = s.ID
	}
	if len(ids) == 0 {
		return []Slot{}, nil
	}
	found, err := slotsByID(ctx, rows, Want{}.only(ids))
	shown := make([]Slot, 0, len(ids))
	for _, id := range ids {
		if s, there := found[id]; there {
			shown = append(shown, s)
		}
	}
	return shown, err
}

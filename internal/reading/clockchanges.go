package reading

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/opening"
	"github.com/slotq/slotq/internal/problem"
)

// ClockEffect is what a clock change does to a slot.
type ClockEffect string

// The effects.
const (
	Lost      ClockEffect = "LOST"      // its start is left out
	Doubled   ClockEffect = "DOUBLED"   // its start comes twice
	Shortened ClockEffect = "SHORTENED" // it is over sooner than its length
)

// ClockChange is one change of a venue's clock and what it does to the slots.
type ClockChange struct {
	At           time.Time
	Date         calendar.Date
	OffsetBefore int // seconds ahead of UTC
	OffsetAfter  int
	Touched      []TouchedSlot
}

// TouchedSlot is a slot that a clock change touches.
type TouchedSlot struct {
	ResourceID uuid.UUID
	WallClock  string
	Effect     ClockEffect
}

// ClockChanges lists the changes of a venue's clock from today to so many days ahead, 1 to 400, and what each does to the
// slots of what is sold. problem.ErrNotFound for a venue that isn't the actor's to see.
func (r *Reader) ClockChanges(ctx context.Context, a actor.Actor, venue uuid.UUID, days int) (changes []ClockChange, err error) {
	if days < 1 || days > furthest {
		return nil, problem.NewInvalid("days", "must be from 1 to %d", furthest)
	}
	err = r.inVenue(ctx, a, venue, func(ctx context.Context, rows Rows, g Ground) error {
		zone, err := calendar.ValidateZone(g.Venue.TimeZone)
		if err != nil {
			return err
		}
		today := calendar.DateOf(zone, g.Now)
		changes = clockChanges(zone, today, today.AddDays(days))
		if len(changes) == 0 {
			return nil
		}
		resources, err := rows.Resources(ctx, Want{Venues: []uuid.UUID{venue}})
		if err != nil {
			return err
		}
		all, err := rows.OpeningRules(ctx, []uuid.UUID{venue})
		touch(changes, all[venue], resources, zone, today, today.AddDays(days))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the clock changes of venue %s: %w", venue, err)
	}
	return changes, nil
}

// furthest is how many days ahead somebody may look for what the calendar brings.
const furthest = 400

func clockChanges(zone *time.Location, first, last calendar.Date) []ClockChange {
	changes := []ClockChange{}
	for _, c := range calendar.ClockChanges(zone, first, last) {
		changes = append(changes, ClockChange{At: c.At, Date: c.Date, OffsetBefore: c.Before, OffsetAfter: c.After, Touched: []TouchedSlot{}})
	}
	return changes
}

// touch adds to each change what it does to the slots of the resources.
func touch(changes []ClockChange, rules opening.Rules, resources []inventory.Resource, zone *time.Location, first, last calendar.Date) {
	for _, resource := range resources {
		if !resource.Active {
			continue
		}
		windows, exceptions := rules.For(resource.ID, first, last)
		for i, t := range calendar.Touched(zone, windows, exceptions, first, last) {
			into := &changes[i].Touched
			add := func(start calendar.Reading, effect ClockEffect) {
				*into = append(*into, TouchedSlot{ResourceID: resource.ID, WallClock: timeOfDay(start), Effect: effect})
			}
			for _, start := range t.Lost {
				add(start, Lost)
			}
			for _, d := range t.Doubled {
				add(d.Start, Doubled)
			}
			for _, s := range t.Shortened {
				add(s.Start, Shortened)
			}
		}
	}
}

// timeOfDay is a reading of the clock without its date.
func timeOfDay(r calendar.Reading) string {
	_, clock, _ := strings.Cut(r.String(), "T")
	return clock
}

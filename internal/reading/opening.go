package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/opening"
)

// OpeningRules are what a venue opens by, and how far the slots follow.
type OpeningRules struct {
	Number        int
	LaidOutNumber int
	Tzdata        string
	Sets          []OpeningSet
}

// OpeningSet is the rules of the venue, or of one resource that has its own.
type OpeningSet struct {
	ResourceID *uuid.UUID
	Windows    []calendar.Window
	Exceptions []calendar.Exception
}

// OpeningRows are the rows of opening rules and of the slots that follow them.
type OpeningRows interface {
	// OpeningRules are the rules of venues, by venue.
	OpeningRules(ctx context.Context, venues []uuid.UUID) (map[uuid.UUID]opening.Rules, error)
	// Withdrawn are the slots of a venue, by start, that are withdrawn, held by somebody, and not over.
	Withdrawn(ctx context.Context, venue uuid.UUID, now time.Time, after *Key, limit int) ([]inventory.Slot, error)
	// Held are the slots of a venue, by start, that somebody holds and that start in [from, until).
	Held(ctx context.Context, venue uuid.UUID, from, until time.Time) ([]inventory.Slot, error)
}

// OpeningRulesOfVenues finds, by venue, what venues that the actor is granted open by.
func (r *Reader) OpeningRulesOfVenues(ctx context.Context, a actor.Actor, venues []uuid.UUID) (map[uuid.UUID]OpeningRules, error) {
	found := map[uuid.UUID]OpeningRules{}
	err := r.ofVenues(ctx, a, venues, func(ctx context.Context, rows Rows, want Want) error {
		clear(found)
		// The number is read before the rules, so that it is never newer than they are.
		rooms, err := rows.Venues(ctx, Want{IDs: want.Venues})
		if err != nil {
			return err
		}
		rules, err := rows.OpeningRules(ctx, want.Venues)
		for _, v := range rooms {
			shown := OpeningRules{Number: v.OpeningNumber, LaidOutNumber: v.LaidOutNumber, Tzdata: v.Tzdata, Sets: []OpeningSet{}}
			for _, set := range rules[v.ID].Sets {
				shown.Sets = append(shown.Sets, OpeningSet(set))
			}
			found[v.ID] = shown
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the opening rules of %d venues: %w", len(venues), err)
	}
	return found, nil
}

// Package availability joins the evaluator of slots with the queue of each slot. Listing, holding, moving and promoting
// all ask it, so what is listed as bookable can be booked, and what is due to somebody waiting is due everywhere.
package availability

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/waitlist"
)

// Queues reads the fronts of the queues of slots, at most limit entries of each.
type Queues interface {
	Queue(ctx context.Context, slots []uuid.UUID, now time.Time, limit int) (map[uuid.UUID][]waitlist.Candidate, error)
}

// A queue is read in its first few entries, which nearly always settle it, and in more of them only if they don't. Each
// read begins at the front again: a later part alone would miss whoever moved up while somebody left.
const (
	firstRead = 8
	growth    = 25
)

// Promotable reports whether units of the slot may be offered now at all: its resource is open, its venue promotes, and it
// has neither begun nor come too near.
func Promotable(s inventory.Standing, now time.Time) bool {
	return s.Rules.AutoPromote && s.Resource.Active && s.Slot.StartsAt.After(now) && !s.Slot.StartsAt.Before(now.Add(s.Rules.LeadTime))
}

// Choose walks the slot's queue for the given free units. Nobody is chosen when the slot can't be promoted.
func Choose(ctx context.Context, queues Queues, s inventory.Standing, free int, now time.Time) (waitlist.Choice, error) {
	if free <= 0 || !Promotable(s, now) {
		return waitlist.Choice{}, nil
	}
	choices, err := walk(ctx, queues, []inventory.Standing{s}, []int{free}, now)
	if err != nil {
		return waitlist.Choice{}, err
	}
	return choices[0], nil
}

// Settle finds for each standing whether its free units are due to somebody waiting - in the waitlist, or behind it an intent
// that waits for a seat - in a constant number of reads for any number of slots.
func Settle(ctx context.Context, queues Queues, standings []*inventory.Standing, now time.Time) error {
	var asked []*inventory.Standing
	var values []inventory.Standing
	var free []int
	for _, s := range standings {
		if s.Due = s.Awaited && s.Remaining() > 0; !s.Due && s.Remaining() > 0 && Promotable(*s, now) {
			asked, values, free = append(asked, s), append(values, *s), append(free, s.Remaining())
		}
	}
	choices, err := walk(ctx, queues, values, free, now)
	if err != nil {
		return err
	}
	for i, s := range asked {
		s.Due = choices[i].Chosen != nil
	}
	return nil
}

// walk walks many queues side by side, all that are still undecided in one read.
func walk(ctx context.Context, queues Queues, standings []inventory.Standing, free []int, now time.Time) ([]waitlist.Choice, error) {
	choices := make([]waitlist.Choice, len(standings))
	open := make([]int, len(standings))
	for i := range standings {
		open[i] = i
	}
	for limit := firstRead; len(open) > 0; limit *= growth {
		ids := make([]uuid.UUID, 0, len(open))
		for _, i := range open {
			ids = append(ids, standings[i].Slot.ID)
		}
		fronts, err := queues.Queue(ctx, ids, now, limit)
		if err != nil {
			return nil, fmt.Errorf("read queues: %w", err)
		}
		var undecided []int
		for _, i := range open {
			front := fronts[standings[i].Slot.ID]
			choices[i] = waitlist.NewQueue(free[i], standings[i].Rules).Next(front, len(front) < limit)
			if choices[i].Undecided {
				undecided = append(undecided, i)
			}
		}
		open = undecided
	}
	return choices, nil
}

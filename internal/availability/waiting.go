package availability

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// waiting are slots by id: those that are asked about, and those that intents which wait for them want besides.
type waiting map[uuid.UUID]*inventory.Standing

// findWaiting reads the slots that the intents which wait for the standings want besides. Nearly always nobody waits.
func findWaiting(ctx context.Context, ground Ground, standings []*inventory.Standing, now time.Time) (waiting, error) {
	known := waiting{}
	for _, s := range standings {
		known[s.Slot.ID] = s
	}
	var missing []uuid.UUID
	of := map[uuid.UUID]*inventory.Standing{}
	for _, s := range standings {
		for _, w := range s.Awaited {
			for _, id := range w.Slots {
				if known[id] == nil {
					missing, of[id] = include(missing, id), s
				}
			}
		}
	}
	if len(missing) == 0 {
		return known, nil
	}
	found, err := ground.ByID(ctx, missing, now)
	if err != nil {
		return nil, fmt.Errorf("read what intents wait for: %w", err)
	}
	var more []*inventory.Standing
	for i := range found {
		s := &found[i]
		like := of[s.Slot.ID] // an intent's slots are of one venue
		s.Rules, s.Switches, s.PausesUntil = like.Rules, like.Switches, like.PausesUntil
		known[s.Slot.ID], more = s, append(more, s)
	}
	return known, Complete(ctx, ground, more, now)
}

// first is the first intent that waits for the slot and could be served now; nil when there is none. One that can't keeps
// nobody from the slot.
func (k waiting) first(s inventory.Standing, now time.Time) *inventory.Waiter {
	if s.Remaining() <= 0 || !onOffer(s, now) {
		return nil
	}
	for i, w := range s.Awaited {
		if k.serves(w, now) {
			return &s.Awaited[i]
		}
	}
	return nil
}

// serves reports whether an intent could have all its slots now, whatever is due to others. When it may book them is left to
// the intent's own deadline.
func (k waiting) serves(w inventory.Waiter, now time.Time) bool {
	var wanted []inventory.Wanted
	for _, id := range w.Slots {
		s := k[id]
		if s == nil {
			return false
		}
		wanted = append(wanted, inventory.Wanted{Slot: s.Slot, Resource: s.Resource})
	}
	if len(wanted) == 0 {
		return false
	}
	keeps, together := inventory.Keeps(wanted, k[w.Slots[0]].Rules, w.Party)
	if !together {
		return false
	}
	for i, id := range w.Slots {
		s := *k[id]
		s.Due, s.DueTime = false, nil
		blockers := s.Blockers(inventory.Ask{Party: w.Party, Channel: policy.Guest, Now: now, Keeps: keeps[i], Follows: i > 0})
		if slices.ContainsFunc(blockers, func(code problem.Code) bool { return code != problem.OutsideBookingWindow }) {
			return false
		}
	}
	return true
}

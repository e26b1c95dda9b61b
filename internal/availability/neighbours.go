package availability

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

// neighboursOf finds the open slots whose time meets that of the standings, complete but for their queues. Nearly always
// nobody sells the same time twice, and nothing is read.
func neighboursOf(ctx context.Context, ground Ground, standings []*inventory.Standing, now time.Time) ([]*inventory.Standing, error) {
	var venues, besides []uuid.UUID
	var reaches []Reach
	from := map[uuid.UUID]*inventory.Standing{}
	for _, s := range standings {
		besides = append(besides, s.Slot.ID)
		if !s.Shares() {
			continue
		}
		venues, from[s.Slot.VenueID] = include(venues, s.Slot.VenueID), s
		// What the neighbour's own party would keep reaches back to this slot too.
		wide := s.Rules.Reach(s.Slot.StartsAt, s.Slot.EndsAt)
		longest := wide.Until.Sub(s.Slot.EndsAt) + s.Slot.EndsAt.Sub(s.Slot.StartsAt)
		wide = policy.Span{From: wide.From.Add(-longest), Until: wide.Until.Add(s.Rules.BufferBefore)}
		for _, leaf := range s.Resource.Leaves() {
			reaches = append(reaches, Reach{leaf, wide})
		}
	}
	if len(reaches) == 0 {
		return nil, nil
	}
	found, err := ground.Around(ctx, venues, reaches, besides, now)
	if err != nil {
		return nil, fmt.Errorf("read the slots around: %w", err)
	}
	var neighbours []*inventory.Standing
	for i := range found {
		n := &found[i]
		like := from[n.Slot.VenueID]
		n.Rules, n.Switches, n.PausesUntil = like.Rules, like.Switches, like.PausesUntil
		neighbours = append(neighbours, n)
	}
	return neighbours, Complete(ctx, ground, neighbours, now)
}

// meets reports whether bookings of two slots could stand in each other's way.
func meets(a, b inventory.Standing) bool {
	if b.Resource.Kind != inventory.Exclusive || !a.Reach().Meets(b.Reach()) {
		return false
	}
	for _, leaf := range a.Resource.Leaves() {
		for _, other := range b.Resource.Leaves() {
			if leaf == other {
				return true
			}
		}
	}
	return false
}

// Best finds which slot is to be promoted first where the given one shares its time with others: the one whose queue
// chooses whoever comes first in the order of the venue; between equals the earlier slot. Without anybody to choose it is
// the given one.
func Best(ctx context.Context, ground Ground, s inventory.Standing, now time.Time) (uuid.UUID, error) {
	if !s.Shares() {
		return s.Slot.ID, nil
	}
	neighbours, err := neighboursOf(ctx, ground, []*inventory.Standing{&s}, now)
	if err != nil {
		return uuid.Nil, err
	}
	candidates := []*inventory.Standing{&s}
	for _, n := range neighbours {
		if meets(s, *n) {
			candidates = append(candidates, n)
		}
	}
	whom, err := settle(ctx, ground, candidates, now)
	if err != nil {
		return uuid.Nil, err
	}
	best := &s
	for _, n := range candidates {
		if before(*n, whom[n].entry, *best, whom[best].entry, now) {
			best = n
		}
	}
	return best.Slot.ID, nil
}

// WaitersAround lists the intents that wait for slots which share the time of the given one, and could have them as far as
// units go, in the order in which they asked.
func WaitersAround(ctx context.Context, ground Ground, s inventory.Standing, now time.Time) (waiters []inventory.Waiter, err error) {
	if !s.Shares() {
		return nil, nil
	}
	neighbours, err := neighboursOf(ctx, ground, []*inventory.Standing{&s}, now)
	if err != nil {
		return nil, err
	}
	for _, n := range neighbours {
		if n.Remaining() > 0 && meets(s, *n) {
			waiters = append(waiters, n.Awaited...)
		}
	}
	slices.SortFunc(waiters, func(a, b inventory.Waiter) int {
		if a.Before(b) {
			return -1
		}
		return 1
	})
	return waiters, nil
}

// before reports whether whom the first slot's queue chooses comes before whom the second's does.
func before(a inventory.Standing, ca *waitlist.Candidate, b inventory.Standing, cb *waitlist.Candidate, now time.Time) bool {
	if ca == nil || cb == nil {
		return ca != nil && cb == nil
	}
	scoreA, scoreB := waitlist.Score(*ca, a.Rules, roomOf(a), now), waitlist.Score(*cb, b.Rules, roomOf(b), now)
	return cmp.Or(
		cmp.Compare(scoreB, scoreA), ca.JoinedAt.Compare(cb.JoinedAt), bytes.Compare(ca.EntryID[:], cb.EntryID[:]),
		a.Slot.StartsAt.Compare(b.Slot.StartsAt), bytes.Compare(a.Slot.ID[:], b.Slot.ID[:]),
	) < 0
}

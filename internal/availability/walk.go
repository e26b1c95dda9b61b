package availability

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

// A queue is read in its first few entries, which nearly always settle it, and in more of them only if they don't. Each
// read begins at the front again: a later part alone would miss whoever moved up while somebody left. Where factors weigh,
// whoever joined last may be first, and all of the queue is read.
const (
	firstRead = 8
	growth    = 25
	whole     = math.MaxInt32
)

// walk walks many queues side by side, all that are still undecided in one read.
func walk(ctx context.Context, queues Queues, standings []*inventory.Standing, now time.Time) ([]waitlist.Choice, error) {
	choices := make([]waitlist.Choice, len(standings))
	var weighted, open []int
	for i, s := range standings {
		if waitlist.Weighted(s.Rules) {
			weighted = append(weighted, i)
		} else {
			open = append(open, i)
		}
	}
	if _, err := look(ctx, queues, standings, choices, weighted, now, whole); err != nil {
		return nil, err
	}
	var err error
	for limit := firstRead; len(open) > 0; limit *= growth {
		if open, err = look(ctx, queues, standings, choices, open, now, limit); err != nil {
			return nil, err
		}
	}
	return choices, nil
}

// look reads the fronts of some queues and gives those that they did not settle.
func look(ctx context.Context, queues Queues, standings []*inventory.Standing, choices []waitlist.Choice, which []int, now time.Time, limit int) (undecided []int, err error) {
	if len(which) == 0 {
		return nil, nil
	}
	ids := make([]uuid.UUID, 0, len(which))
	for _, i := range which {
		ids = append(ids, standings[i].Slot.ID)
	}
	fronts, err := queues.Queue(ctx, ids, now, limit)
	if err != nil {
		return nil, fmt.Errorf("read queues: %w", err)
	}
	if err := weigh(ctx, queues, standings, which, fronts, now); err != nil {
		return nil, err
	}
	for _, i := range which {
		s, front := standings[i], fronts[standings[i].Slot.ID]
		last := len(front) < limit
		if limit == whole {
			front, last = waitlist.Order(front, s.Rules, roomOf(*s), now), true
		}
		choices[i] = waitlist.NewQueue(s.Remaining(), s.Rules).Asking(fitOf(*s, now)).Next(front, last)
		if choices[i].Undecided {
			undecided = append(undecided, i)
		}
	}
	return undecided, nil
}

// weigh adds to the candidates what their venues granted them, or bar them by.
func weigh(ctx context.Context, queues Queues, standings []*inventory.Standing, which []int, fronts map[uuid.UUID][]waitlist.Candidate, now time.Time) error {
	var venues, closed, customers []uuid.UUID
	for _, i := range which {
		s := standings[i]
		front := fronts[s.Slot.ID]
		if len(front) == 0 {
			continue
		}
		venues = include(venues, s.Slot.VenueID)
		if s.Switches.AllowListed {
			closed = include(closed, s.Slot.VenueID)
		}
		for _, c := range front {
			customers = append(customers, c.CustomerID)
		}
	}
	if len(customers) == 0 {
		return nil
	}
	granted, err := queues.AdjustmentsOf(ctx, venues, customers, now)
	if err != nil {
		return fmt.Errorf("read adjustments: %w", err)
	}
	var allowed map[Member]bool
	if len(closed) > 0 {
		if allowed, err = queues.Allowed(ctx, closed, customers); err != nil {
			return fmt.Errorf("read allow lists: %w", err)
		}
	}
	for _, i := range which {
		s := standings[i]
		of := slices.DeleteFunc(slices.Clone(granted), func(a waitlist.Adjustment) bool { return a.VenueID != s.Slot.VenueID })
		front := fronts[s.Slot.ID]
		for k, c := range front {
			if s.Switches.AllowListed && !allowed[Member{s.Slot.VenueID, c.CustomerID}] {
				c.Barred = waitlist.NotOnAllowList
			}
			front[k] = c.Adjusted(of, now)
		}
	}
	return nil
}

func include(ids []uuid.UUID, id uuid.UUID) []uuid.UUID {
	if slices.Contains(ids, id) {
		return ids
	}
	return append(ids, id)
}

// fitOf is what the slot can do for a candidate: the evaluator's answer, told apart by whether waiting here helps.
func fitOf(s inventory.Standing, now time.Time) func(waitlist.Candidate) waitlist.Fit {
	return func(c waitlist.Candidate) waitlist.Fit {
		ask := inventory.Ask{Party: c.PartySize, Channel: policy.Guest, Now: now}
		switch {
		case !s.Fits(ask):
			return waitlist.Never(problem.SlotOccupied)
		case s.Rules.Paced() && !s.Rules.MayArrive(c.PartySize, s.Arrivals.Parties, s.Arrivals.Covers):
			return waitlist.Waits(problem.PacingExceeded)
		}
		return waitlist.Serves()
	}
}

func roomOf(s inventory.Standing) waitlist.Room {
	return waitlist.Room{Shared: s.Resource.Kind == inventory.Pooled, MaxParty: s.Resource.MaxParty, Capacity: s.Slot.Capacity}
}

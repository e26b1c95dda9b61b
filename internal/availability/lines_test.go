package availability_test

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

// lines are queues, and what lies around slots, that stand in memory; they count how often they are read.
type lines struct {
	of       map[uuid.UUID][]waitlist.Candidate
	granted  []waitlist.Adjustment
	allowed  map[availability.Member]bool
	busy     []inventory.Busy
	closed   []uuid.UUID
	pauses   []inventory.Pause
	arrivals map[availability.Quarter]inventory.Arrivals
	around   []inventory.Standing

	asked int            // the queues
	reads map[string]int // everything
	after func()         // what happens in the world after each read of the queues
}

func (l *lines) read(what string) {
	if l.reads == nil {
		l.reads = map[string]int{}
	}
	l.reads[what]++
}

func (l *lines) Queue(_ context.Context, slots []uuid.UUID, _ time.Time, limit int) (map[uuid.UUID][]waitlist.Candidate, error) {
	l.asked++
	l.read("queues")
	parts := map[uuid.UUID][]waitlist.Candidate{}
	for _, id := range slots {
		all := l.of[id]
		if part := all[:min(limit, len(all))]; len(part) > 0 {
			parts[id] = slices.Clone(part)
		}
	}
	if l.after != nil {
		l.after()
	}
	return parts, nil
}

func (l *lines) AdjustmentsOf(context.Context, []uuid.UUID, []uuid.UUID, time.Time) ([]waitlist.Adjustment, error) {
	l.read("adjustments")
	return l.granted, nil
}

func (l *lines) Allowed(context.Context, []uuid.UUID, []uuid.UUID) (map[availability.Member]bool, error) {
	l.read("allow lists")
	return l.allowed, nil
}

func (l *lines) Busy(_ context.Context, reaches []availability.Reach, _ time.Time) (found []inventory.Busy, err error) {
	l.read("busy")
	for _, b := range l.busy {
		if slices.ContainsFunc(reaches, func(r availability.Reach) bool { return r.Resource == b.ResourceID && b.Meets(r.Span) }) {
			found = append(found, b)
		}
	}
	return found, nil
}

func (l *lines) Closed(_ context.Context, resources []uuid.UUID) (found []uuid.UUID, err error) {
	l.read("closed")
	for _, id := range resources {
		if slices.Contains(l.closed, id) {
			found = append(found, id)
		}
	}
	return found, nil
}

func (l *lines) Pauses(_ context.Context, venues []uuid.UUID, span policy.Span) (found []inventory.Pause, err error) {
	l.read("pauses")
	for _, p := range l.pauses {
		if slices.Contains(venues, p.VenueID) && span.Meets(policy.Span{From: p.From, Until: p.Until}) {
			found = append(found, p)
		}
	}
	return found, nil
}

func (l *lines) Arrivals(_ context.Context, _ []uuid.UUID, span policy.Span, _ time.Time) (map[availability.Quarter]inventory.Arrivals, error) {
	l.read("arrivals")
	found := map[availability.Quarter]inventory.Arrivals{}
	for q, a := range l.arrivals {
		if !q.From.Before(span.From) && q.From.Before(span.Until) {
			found[q] = a
		}
	}
	return found, nil
}

func (l *lines) ByID(_ context.Context, slots []uuid.UUID, _ time.Time) (found []inventory.Standing, err error) {
	l.read("by id")
	for _, s := range l.around {
		if slices.Contains(slots, s.Slot.ID) {
			s.Rules, s.Switches = policy.Rules{}, inventory.Switches{}
			found = append(found, s)
		}
	}
	return found, nil
}

func (l *lines) Around(_ context.Context, _ []uuid.UUID, reaches []availability.Reach, besides []uuid.UUID, _ time.Time) (found []inventory.Standing, err error) {
	l.read("around")
	for _, s := range l.around {
		slot := policy.Span{From: s.Slot.StartsAt, Until: s.Slot.EndsAt}
		if !slices.Contains(besides, s.Slot.ID) && slices.ContainsFunc(reaches, func(r availability.Reach) bool {
			return slices.Contains(s.Resource.Leaves(), r.Resource) && r.Meets(slot)
		}) {
			s.Rules, s.Switches = policy.Rules{}, inventory.Switches{} // left to whoever completes them
			found = append(found, s)
		}
	}
	return found, nil
}

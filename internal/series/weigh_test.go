package series_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/calendar"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/series"
)

var now = time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)

// scene is slots of resources, and dates that want them.
type scene struct {
	standings map[uuid.UUID]*inventory.Standing
	dates     []series.Occurrence
	asked     series.Asked
}

func newScene(change ...func(*policy.Rules)) *scene {
	rules := policy.Default()
	for _, f := range change {
		f(&rules)
	}
	return &scene{standings: map[uuid.UUID]*inventory.Standing{}, asked: series.Asked{
		Ask: inventory.Ask{Party: 2, Channel: policy.Guest, Now: now}, Rules: rules, Left: math.MaxInt,
	}}
}

func (s *scene) slot(r inventory.Resource, in time.Duration) inventory.Slot {
	slot := inventory.Slot{ID: uuid.New(), ResourceID: r.ID, StartsAt: now.Add(in), EndsAt: now.Add(in + time.Hour), Capacity: r.Capacity, State: inventory.Open}
	s.standings[slot.ID] = &inventory.Standing{Slot: slot, Resource: r, Rules: s.asked.Rules}
	return slot
}

func (s *scene) date(day int, slots ...inventory.Slot) {
	s.dates = append(s.dates, series.Occurrence{Date: calendar.NewDate(2030, 5, day), Slots: slots})
}

func (s *scene) codes() (all [][]problem.Code) {
	for _, w := range series.Weigh(s.dates, s.standings, s.asked) {
		all = append(all, w.Codes())
	}
	return all
}

func exclusive() inventory.Resource {
	return inventory.Resource{ID: uuid.New(), Name: "Window", Kind: inventory.Exclusive, Capacity: 1, MinParty: 1, MaxParty: 4, Active: true}
}

func pooled(seats int) inventory.Resource {
	return inventory.Resource{ID: uuid.New(), Name: "Room", Kind: inventory.Pooled, Capacity: seats, MinParty: 1, MaxParty: 9, Active: true}
}

func codes(c ...problem.Code) []problem.Code { return append([]problem.Code{}, c...) }

func TestWeigh(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour

	t.Run("each date by itself, and one without slots", func(t *testing.T) {
		s, r := newScene(), exclusive()
		s.date(5, s.slot(r, day))
		s.date(6)
		s.date(7, s.slot(r, 90*day))
		require.Equal(t, [][]problem.Code{codes(), codes(problem.ResourceClosed), codes(problem.OutsideBookingWindow)}, s.codes())
	})
	t.Run("what an earlier date takes is gone for a later one, and what it can't have is not", func(t *testing.T) {
		s, r := newScene(), exclusive()
		a, b, c := s.slot(r, day), s.slot(r, 2*day), s.slot(r, 3*day)
		s.date(5, a, b)
		s.date(6, b, c)
		s.date(7, c)
		require.Equal(t, [][]problem.Code{codes(), codes(problem.SlotOccupied), codes()}, s.codes())
	})
	t.Run("places are counted together", func(t *testing.T) {
		s, r := newScene(), pooled(5)
		a := s.slot(r, day)
		s.date(5, a)
		s.date(5, a)
		s.date(5, a)
		require.Equal(t, [][]problem.Code{codes(), codes(), codes(problem.CapacityExceeded)}, s.codes())
	})
	t.Run("joined tables and the time around a party count too", func(t *testing.T) {
		s, r := newScene(func(r *policy.Rules) { r.BufferAfter = 30 * time.Minute }), exclusive()
		joined := exclusive()
		joined.Combines = []uuid.UUID{r.ID, uuid.New()}
		s.date(5, s.slot(r, day))
		s.date(5, s.slot(joined, day+80*time.Minute))
		s.date(5, s.slot(joined, day+90*time.Minute))
		require.Equal(t, [][]problem.Code{codes(), codes(problem.SlotOccupied), codes()}, s.codes())
	})
	t.Run("arrivals are counted", func(t *testing.T) {
		one := 1
		s := newScene(func(r *policy.Rules) { r.PacingParties = &one })
		s.date(5, s.slot(exclusive(), day))
		s.date(5, s.slot(exclusive(), day+10*time.Minute))
		s.date(5, s.slot(exclusive(), day+15*time.Minute))
		require.Equal(t, [][]problem.Code{codes(), codes(problem.PacingExceeded), codes()}, s.codes())
	})
	t.Run("as many as the customer may have, of those that can be had", func(t *testing.T) {
		s, r := newScene(), exclusive()
		s.asked.Left = 2
		s.date(5, s.slot(r, day))
		s.date(6)
		s.date(7, s.slot(r, 2*day))
		s.date(8, s.slot(r, 3*day))
		require.Equal(t, [][]problem.Code{codes(), codes(problem.ResourceClosed), codes(), codes(problem.PolicyForbids)}, s.codes())
	})
	t.Run("what is never possible is so on every date", func(t *testing.T) {
		s, r := newScene(), exclusive()
		s.asked.Never, s.asked.Why = true, "Never."
		s.asked.Party = 9
		s.date(5, s.slot(r, day))
		s.date(6, s.slot(r, 2*day))
		require.Equal(t, [][]problem.Code{codes(problem.PartyTooLarge, problem.PolicyForbids), codes(problem.PartyTooLarge, problem.PolicyForbids)}, s.codes())
	})
	t.Run("two slots of one resource at once are nobody's", func(t *testing.T) {
		s, r := newScene(), exclusive()
		s.date(5, s.slot(r, day), s.slot(r, day+30*time.Minute))
		require.Equal(t, [][]problem.Code{codes(problem.SlotOccupied)}, s.codes())
	})
}

package availability_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

var (
	now   = time.Date(2030, 5, 4, 12, 0, 0, 0, time.UTC)
	venue = uuid.New()
)

// place is an open pooled slot of ten with so many units taken.
func place(taken int, change ...func(*inventory.Standing)) inventory.Standing {
	s := inventory.Standing{
		Slot:     inventory.Slot{ID: uuid.New(), VenueID: venue, StartsAt: now.Add(time.Hour), EndsAt: now.Add(2 * time.Hour), Capacity: 10, Taken: taken},
		Resource: inventory.Resource{Kind: inventory.Pooled, Active: true, MinParty: 1, MaxParty: 10},
		Rules:    policy.Default(),
		Switches: inventory.Switches{Offers: true, Notices: true},
	}
	for _, f := range change {
		f(&s)
	}
	return s
}

func person(units int) waitlist.Candidate {
	return waitlist.Candidate{EntryID: uuid.New(), CustomerID: uuid.New(), PartySize: units, Units: units}
}

func seenBefore(n int) (all []waitlist.Candidate) {
	for range n {
		c := person(1)
		c.AlreadyOffered = true
		all = append(all, c)
	}
	return all
}

func TestSettle(t *testing.T) {
	t.Parallel()
	free, full, large, begun, off := place(9), place(10), place(9), place(9), place(9)
	begun.Slot.StartsAt, off.Rules.AutoPromote = now, false
	lapsed, lonely, shut := place(10), place(0), place(9)
	lapsed.Lapsed, lapsed.Due, lonely.Due, shut.Resource.Active = 1, true, true, false
	quiet, paused, gone, walkIn := place(9), place(9), place(9), place(9)
	quiet.Switches.Offers, paused.Paused, gone.Slot.State, walkIn.Slot.WalkInOnly = false, true, inventory.Withdrawn, true
	l := &lines{of: map[uuid.UUID][]waitlist.Candidate{}}
	for _, s := range []inventory.Standing{free, full, begun, off, lapsed, shut, quiet, paused, gone, walkIn} {
		l.of[s.Slot.ID] = []waitlist.Candidate{person(1)}
	}
	l.of[large.Slot.ID] = []waitlist.Candidate{person(2), person(1)}

	require.NoError(t, availability.Settle(t.Context(), l, []*inventory.Standing{&free, &full, &large, &begun, &off, &lapsed, &lonely, &shut, &quiet, &paused, &gone, &walkIn}, now))
	require.True(t, free.Due, "somebody who fits waits for the free unit")
	require.False(t, full.Due, "there is nothing to be due")
	require.False(t, large.Due, "an entry that can't be served now blocks nobody outside the queue")
	require.False(t, begun.Due, "what has begun is offered to nobody")
	require.False(t, off.Due, "the venue doesn't promote")
	require.True(t, lapsed.Due, "what has lapsed is free")
	require.False(t, lonely.Due, "nobody waits; what stood there before doesn't count")
	require.False(t, shut.Due, "a closed resource is offered to nobody")
	require.False(t, quiet.Due, "the venue sends out no offers")
	require.False(t, paused.Due, "a pause stands in the way")
	require.False(t, gone.Due, "what is withdrawn is offered to nobody")
	require.False(t, walkIn.Due, "what is kept for walk-ins is offered to nobody")
	require.Equal(t, 1, l.asked, "one read for any number of slots")
}

// TestAwaited: behind the waitlist stands the intent that could have the slot.
func TestAwaited(t *testing.T) {
	t.Parallel()
	awaited := func(s *inventory.Standing) { s.Awaited = waiters(*s, 1) }
	free, full, begun, gone, off := place(9, awaited), place(10, awaited), place(9, awaited), place(9, awaited), place(9, awaited)
	begun.Slot.StartsAt, gone.Slot.State, off.Rules.AutoPromote = now, inventory.Withdrawn, false
	free.Due = true // from before; it doesn't stand in the way of whoever it was
	large, crowded := place(9), place(0, awaited)
	large.Awaited, crowded.Rules.PacingParties, crowded.Arrivals.Parties = waiters(large, 2), new(1), 1
	l := &lines{}
	require.NoError(t, availability.Settle(t.Context(), l, []*inventory.Standing{&free, &full, &begun, &gone, &off, &large, &crowded}, now))
	require.True(t, free.Due)
	require.False(t, full.Due, "there is nothing to be due")
	require.False(t, begun.Due, "nobody can have it")
	require.False(t, gone.Due, "nobody can have it")
	require.False(t, large.Due, "too few places for it")
	require.False(t, crowded.Due, "as many arrive as may")
	require.True(t, off.Due, "an intent doesn't wait for promotion")
	require.Equal(t, 1, l.asked, "nobody's queue matters where an intent could be served")
}

func TestSettleNothing(t *testing.T) {
	t.Parallel()
	l := &lines{}
	require.NoError(t, availability.Settle(t.Context(), l, nil, now))
	require.Zero(t, l.asked)
}

func TestLongQueues(t *testing.T) {
	t.Parallel()
	choose := func(l *lines, s inventory.Standing) waitlist.Choice {
		choice, err := availability.Choose(t.Context(), l, s, now)
		require.NoError(t, err)
		return choice
	}

	t.Run("the one who is next is found however many were offered the place before", func(t *testing.T) {
		for _, before := range []int{0, 1, 7, 8, 9, 207, 208, 209, 1000, 5207, 5208} {
			s, next := place(9), person(1)
			choice := choose(&lines{of: map[uuid.UUID][]waitlist.Candidate{s.Slot.ID: append(seenBefore(before), next)}}, s)
			require.NotNil(t, choice.Chosen, "%d before", before)
			require.Equal(t, next.EntryID, choice.Chosen.EntryID)
			require.Equal(t, before+1, choice.Considered)
			require.Len(t, choice.Skipped, before)
		}
	})
	t.Run("a queue of nobody who may be served ends", func(t *testing.T) {
		for _, n := range []int{8, 208, 5208} {
			s := place(9)
			require.Nil(t, choose(&lines{of: map[uuid.UUID][]waitlist.Candidate{s.Slot.ID: seenBefore(n)}}, s).Chosen)
		}
	})
	t.Run("nobody is missed when the front leaves between two reads", func(t *testing.T) {
		s, next := place(9), person(1)
		l := &lines{of: map[uuid.UUID][]waitlist.Candidate{s.Slot.ID: append(seenBefore(8), next, person(1))}}
		l.after = func() { l.of[s.Slot.ID] = l.of[s.Slot.ID][1:]; l.after = nil }
		require.Equal(t, next.EntryID, choose(l, s).Chosen.EntryID)
	})
	t.Run("long and short queues are read side by side", func(t *testing.T) {
		long, short := place(9), place(9)
		l := &lines{of: map[uuid.UUID][]waitlist.Candidate{long.Slot.ID: append(seenBefore(20), person(1)), short.Slot.ID: {person(1)}}}
		require.NoError(t, availability.Settle(t.Context(), l, []*inventory.Standing{&long, &short}, now))
		require.True(t, long.Due)
		require.True(t, short.Due)
		require.Equal(t, 2, l.asked)
	})
}

func TestPromotable(t *testing.T) {
	t.Parallel()
	at := func(in, lead time.Duration) inventory.Standing {
		return place(0, func(s *inventory.Standing) { s.Slot.StartsAt, s.Rules.LeadTime = now.Add(in), lead })
	}
	require.True(t, availability.Promotable(at(time.Microsecond, 0), now))
	require.False(t, availability.Promotable(at(0, 0), now), "at its start it has begun")
	require.True(t, availability.Promotable(at(time.Hour, time.Hour), now), "exactly the lead time ahead")
	require.False(t, availability.Promotable(at(time.Hour-time.Microsecond, time.Hour), now))
}

package availability_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

// house is a table whose hours overlap, two more that are joined, and whoever waits.
type house struct {
	lines
	rules   policy.Rules
	a, b, j inventory.Resource
}

func newHouse(change ...func(*policy.Rules)) *house {
	h := &house{rules: policy.Default()}
	for _, f := range change {
		f(&h.rules)
	}
	table := func(combines ...uuid.UUID) inventory.Resource {
		return inventory.Resource{ID: uuid.New(), VenueID: venue, Kind: inventory.Exclusive, Capacity: 1, MinParty: 1, MaxParty: 8, Active: true, Shared: true, Combines: combines}
	}
	h.a, h.b = table(), table()
	h.j = table(h.a.ID, h.b.ID)
	h.of = map[uuid.UUID][]waitlist.Candidate{}
	return h
}

// slot lays out an hour of a table, so many minutes from the first.
func (h *house) slot(r inventory.Resource, minutes int) inventory.Standing {
	from := now.Add(6*time.Hour + time.Duration(minutes)*time.Minute)
	s := inventory.Standing{
		Slot:     inventory.Slot{ID: uuid.New(), VenueID: venue, ResourceID: r.ID, StartsAt: from, EndsAt: from.Add(time.Hour), Capacity: 1},
		Resource: r, Rules: h.rules, Switches: inventory.Switches{Offers: true},
	}
	h.around = append(h.around, s)
	return s
}

// waits puts somebody into the queues of slots, who joined so many minutes ago.
func (h *house) waits(ago, party int, slots ...inventory.Standing) uuid.UUID {
	c := waitlist.Candidate{EntryID: uuid.New(), CustomerID: uuid.New(), PartySize: party, Units: 1, JoinedAt: now.Add(-time.Duration(ago) * time.Minute)}
	for _, s := range slots {
		h.of[s.Slot.ID] = append(h.of[s.Slot.ID], c)
	}
	return c.CustomerID
}

// keep lets somebody keep tables from the start of a slot for so many minutes.
func (h *house) keep(s inventory.Standing, minutes int) {
	for _, leaf := range s.Resource.Leaves() {
		h.busy = append(h.busy, inventory.Busy{
			Span: policy.Span{From: s.Slot.StartsAt, Until: s.Slot.StartsAt.Add(time.Duration(minutes) * time.Minute)}, ResourceID: leaf, ReservationID: uuid.New(), SlotID: s.Slot.ID,
		})
	}
}

// blocked is what stands in the way of a party of two, for each slot, all asked about at once and each alone.
func (h *house) blocked(t *testing.T, slots ...inventory.Standing) (blocked []bool) {
	t.Helper()
	settled := func(slots ...inventory.Standing) (blocked []bool) {
		var all []*inventory.Standing
		for i := range slots {
			all = append(all, &slots[i])
		}
		require.NoError(t, availability.Complete(t.Context(), h, all, now))
		require.NoError(t, availability.Settle(t.Context(), h, all, now))
		for _, s := range all {
			codes := s.Blockers(inventory.Ask{Party: 2, Channel: policy.Guest, Now: now})
			for _, code := range codes {
				require.Equal(t, problem.SlotOccupied, code)
			}
			blocked = append(blocked, len(codes) > 0)
		}
		return blocked
	}
	for _, s := range slots {
		blocked = append(blocked, settled(s)...)
	}
	require.Equal(t, blocked, settled(append([]inventory.Standing{}, slots...)...), "a list says what each alone says")
	return blocked
}

// waiters are intents of parties that want one slot each.
func waiters(slot inventory.Standing, parties ...int) (all []inventory.Waiter) {
	for i, party := range parties {
		all = append(all, inventory.Waiter{Intent: uuid.New(), AskedAt: now.Add(time.Duration(i-100) * time.Minute), Party: party, Slots: []uuid.UUID{slot.Slot.ID}})
	}
	return all
}

func (h *house) best(t *testing.T, s inventory.Standing) uuid.UUID {
	t.Helper()
	require.NoError(t, availability.Complete(t.Context(), h, []*inventory.Standing{&s}, now))
	best, err := availability.Best(t.Context(), h, s, now)
	require.NoError(t, err)
	return best
}

func TestNeighboursDue(t *testing.T) {
	t.Parallel()
	t.Run("nobody waits", func(t *testing.T) {
		h := newHouse()
		require.Equal(t, []bool{false, false}, h.blocked(t, h.slot(h.a, 0), h.slot(h.a, 30)))
	})
	t.Run("who waits for an hour blocks those that overlap it", func(t *testing.T) {
		h := newHouse()
		before, overlaps, waited, follows := h.slot(h.a, -30), h.slot(h.a, 0), h.slot(h.a, 30), h.slot(h.a, 90)
		h.waits(5, 2, waited)
		require.Equal(t, []bool{false, true, true, false}, h.blocked(t, before, overlaps, waited, follows))
	})
	t.Run("by the tables joined, and by each of them", func(t *testing.T) {
		h := newHouse()
		a, b, both := h.slot(h.a, 0), h.slot(h.b, 0), h.slot(h.j, 0)
		h.waits(5, 2, both)
		require.Equal(t, []bool{true, true, true}, h.blocked(t, a, b, both))
		h.of = map[uuid.UUID][]waitlist.Candidate{}
		h.waits(5, 2, a)
		require.Equal(t, []bool{true, false, true}, h.blocked(t, a, b, both))
	})
	t.Run("who waits for what is kept blocks nobody", func(t *testing.T) {
		h := newHouse()
		kept, waited, free := h.slot(h.a, 0), h.slot(h.a, 30), h.slot(h.a, 60)
		h.keep(kept, 60)
		h.waits(5, 2, waited)
		require.Equal(t, []bool{true, true, false}, h.blocked(t, kept, waited, free))
	})
	t.Run("by as long as the one who waits would stay", func(t *testing.T) {
		h := newHouse(func(r *policy.Rules) {
			r.BufferBefore, r.TurnTimes = 15*time.Minute, []policy.TurnTime{{FromPartySize: 6, Duration: 2 * time.Hour}}
		})
		waited, follows, later := h.slot(h.a, 0), h.slot(h.a, 120), h.slot(h.a, 135)
		h.waits(5, 6, waited)
		require.Equal(t, []bool{true, true, false}, h.blocked(t, waited, follows, later))
		h.of = map[uuid.UUID][]waitlist.Candidate{}
		h.waits(5, 2, waited)
		require.Equal(t, []bool{true, false, false}, h.blocked(t, waited, follows, later))
	})
	t.Run("and by what is kept free before it", func(t *testing.T) {
		h := newHouse(func(r *policy.Rules) { r.BufferBefore = 30 * time.Minute })
		before, waited := h.slot(h.a, 0), h.slot(h.a, 75)
		h.waits(5, 2, waited)
		require.Equal(t, []bool{true, true}, h.blocked(t, before, waited))
	})
	t.Run("an intent that waits, likewise", func(t *testing.T) {
		h := newHouse()
		overlaps := h.slot(h.a, 0)
		waited := h.slot(h.a, 30)
		waited.Awaited = waiters(waited, 2)
		h.around[1].Awaited = waited.Awaited
		require.Equal(t, []bool{true, true}, h.blocked(t, overlaps, waited))
	})
	t.Run("but not one whose turn is longer than the gap", func(t *testing.T) {
		h := newHouse(func(r *policy.Rules) {
			r.TurnTimes = []policy.TurnTime{{FromPartySize: 4, Duration: 2 * time.Hour}}
		})
		waited := h.slot(h.a, 0)
		h.keep(h.slot(h.a, 60), 60)
		waited.Awaited = waiters(waited, 4)
		require.Equal(t, []bool{false}, h.blocked(t, waited))
		waited.Awaited = waiters(waited, 4, 2)
		require.Equal(t, []bool{true}, h.blocked(t, waited), "another that waits behind it can be served")
	})
	t.Run("one that wants several waits for none while it can't have all", func(t *testing.T) {
		h := newHouse(func(r *policy.Rules) {
			r.TurnTimes = []policy.TurnTime{{FromPartySize: 4, Duration: 2 * time.Hour}}
		})
		waited := h.slot(h.a, 0)
		follows := h.slot(h.a, 60)
		waited.Awaited = []inventory.Waiter{{Intent: uuid.New(), Party: 4, Slots: []uuid.UUID{waited.Slot.ID, follows.Slot.ID}}}
		require.Equal(t, []bool{true}, h.blocked(t, waited), "its turn counts from the first")
		require.Zero(t, h.reads["by id"], "it is beside it anyway")
		h.keep(h.slot(h.a, 120), 60)
		require.Equal(t, []bool{true}, h.blocked(t, waited), "and ends with the second")
		h.keep(h.slot(h.a, 90), 60)
		require.Equal(t, []bool{false}, h.blocked(t, waited))
	})
	t.Run("nor for what is closed", func(t *testing.T) {
		h := newHouse()
		waited, other := h.slot(h.a, 0), h.slot(h.b, 0)
		waited.Awaited = []inventory.Waiter{{Intent: uuid.New(), Party: 2, Slots: []uuid.UUID{waited.Slot.ID, other.Slot.ID}}}
		require.Equal(t, []bool{true}, h.blocked(t, waited))
		require.Equal(t, 2, h.reads["by id"], "once for each time it is asked about")
		h.around[1].Resource.Active = false
		require.Equal(t, []bool{false}, h.blocked(t, waited))
		waited.Awaited[0].Slots[1] = uuid.New()
		require.Equal(t, []bool{false}, h.blocked(t, waited), "nor for what is gone")
	})
	t.Run("but not for what is withdrawn", func(t *testing.T) {
		h := newHouse()
		overlaps, gone := h.slot(h.a, 0), h.slot(h.a, 30)
		gone.Awaited, gone.Slot.State = waiters(gone, 2), inventory.Withdrawn
		all := []*inventory.Standing{&overlaps, &gone}
		require.NoError(t, availability.Settle(t.Context(), h, all, now))
		require.Empty(t, overlaps.DueTime)
	})
}

func TestBest(t *testing.T) {
	t.Parallel()
	t.Run("whoever is first in any queue is served first", func(t *testing.T) {
		h := newHouse()
		freed, other, apart := h.slot(h.a, 0), h.slot(h.a, 30), h.slot(h.a, 60)
		h.waits(5, 2, freed)
		h.waits(9, 2, other)
		h.waits(99, 2, apart)
		require.Equal(t, other.Slot.ID, h.best(t, freed))
		require.Equal(t, apart.Slot.ID, h.best(t, other), "of those that overlap it")
	})
	t.Run("between equals the earlier slot", func(t *testing.T) {
		h := newHouse()
		first, second := h.slot(h.a, 0), h.slot(h.a, 30)
		h.waits(5, 2, first, second)
		require.Equal(t, first.Slot.ID, h.best(t, second))
		require.Equal(t, first.Slot.ID, h.best(t, first))
	})
	t.Run("nobody waits, or nobody who can be served: it is the slot itself", func(t *testing.T) {
		h := newHouse()
		freed, other := h.slot(h.a, 0), h.slot(h.a, 30)
		require.Equal(t, freed.Slot.ID, h.best(t, freed))
		h.keep(h.slot(h.a, 60), 60)
		h.waits(9, 2, other)
		require.Equal(t, freed.Slot.ID, h.best(t, freed))
	})
	t.Run("what weighs goes first here too", func(t *testing.T) {
		h := newHouse(func(r *policy.Rules) {
			r.WaitlistWeights = []policy.FactorWeight{{Factor: policy.RecoveryCredit, Weight: 1}}
		})
		freed, other := h.slot(h.a, 0), h.slot(h.a, 30)
		h.waits(99, 2, freed)
		credited := h.waits(5, 2, other)
		h.granted = []waitlist.Adjustment{{VenueID: venue, CustomerID: credited, Kind: waitlist.RecoveryCredit, Amount: 1}}
		require.Equal(t, other.Slot.ID, h.best(t, freed))
	})
	t.Run("a table whose time nobody else sells asks nobody", func(t *testing.T) {
		h := newHouse()
		h.a.Shared = false
		s := h.slot(h.a, 0)
		best, err := availability.Best(t.Context(), h, s, now)
		require.NoError(t, err)
		require.Equal(t, s.Slot.ID, best)
		require.Empty(t, h.reads)
	})
}

func TestWaitersAround(t *testing.T) {
	t.Parallel()
	h := newHouse()
	freed := h.slot(h.a, 0)
	wait := func(s inventory.Standing, ago int) uuid.UUID {
		w := waiters(s, 2)
		w[0].AskedAt = now.Add(-time.Duration(ago) * time.Minute)
		h.around[len(h.around)-1].Awaited = w
		return w[0].Intent
	}
	late := wait(h.slot(h.a, 30), 1)
	early := wait(h.slot(h.a, -30), 9)
	wait(h.slot(h.j, -30), 99) // kept
	wait(h.slot(h.a, 60), 99)  // doesn't overlap
	h.keep(h.slot(h.b, -90), 90)
	around, err := availability.WaitersAround(t.Context(), h, freed, now)
	require.NoError(t, err)
	require.Len(t, around, 2)
	require.Equal(t, []uuid.UUID{early, late}, []uuid.UUID{around[0].Intent, around[1].Intent})
}

// TestReads: what lies around is read in a constant number of statements, none that isn't needed.
func TestReads(t *testing.T) {
	t.Parallel()
	read := func(h *house, n int, change ...func(*inventory.Standing)) map[string]int {
		var all []*inventory.Standing
		for i := range n {
			s := h.slot(h.a, 30*i)
			for _, f := range change {
				f(&s)
			}
			h.waits(1, 2, s)
			all = append(all, &s)
		}
		h.around = h.around[:n/2] // the rest are asked about themselves
		require.NoError(t, availability.Complete(t.Context(), h, all, now))
		require.NoError(t, availability.Settle(t.Context(), h, all, now))
		return h.reads
	}
	paced := func(r *policy.Rules) { r.PacingParties = new(4) }
	pauses := func(s *inventory.Standing) { s.PausesUntil = new(now.Add(1000 * time.Hour)) }
	listed := func(s *inventory.Standing) { s.Switches.AllowListed = true }
	for _, n := range []int{2, 200} {
		require.Equal(t, map[string]int{"busy": 1, "around": 1, "queues": 1, "adjustments": 1}, read(newHouse(), n))
		require.Equal(t, map[string]int{"busy": 1, "arrivals": 1, "pauses": 1, "around": 1, "queues": 1, "adjustments": 1, "allow lists": 1}, read(newHouse(paced), n, pauses, listed))
	}
	alone := func(s *inventory.Standing) { s.Resource.Shared = false }
	require.Equal(t, map[string]int{"busy": 1, "queues": 1, "adjustments": 1}, read(newHouse(), 20, alone))
	pooled := func(s *inventory.Standing) { s.Resource.Kind = inventory.Pooled }
	require.Equal(t, map[string]int{"queues": 1, "adjustments": 1}, read(newHouse(), 20, pooled))
	over := func(s *inventory.Standing) { s.PausesUntil = new(now.Add(time.Hour)) }
	require.Equal(t, map[string]int{"busy": 1, "queues": 1, "adjustments": 1}, read(newHouse(), 20, alone, over), "the last pause is over before they begin")
}

func TestComplete(t *testing.T) {
	t.Parallel()
	h := newHouse(func(r *policy.Rules) { r.PacingParties, r.PacingCovers = new(4), new(9) })
	a, b, both := h.slot(h.a, 0), h.slot(h.b, 0), h.slot(h.j, 0)
	h.keep(a, 60)
	h.keep(h.slot(h.b, 120), 60) // beyond its reach
	h.pauses = []inventory.Pause{{VenueID: venue, ResourceID: &h.b.ID, From: b.Slot.StartsAt.Add(-time.Hour), Until: b.Slot.EndsAt}}
	h.arrivals = map[availability.Quarter]inventory.Arrivals{{Venue: venue, From: a.Slot.StartsAt}: {Parties: 3, Covers: 7}}
	all := []*inventory.Standing{&a, &b, &both}
	for _, s := range all {
		s.PausesUntil = &h.pauses[0].Until
	}
	require.NoError(t, availability.Complete(t.Context(), h, all, now))
	require.Equal(t, []int{1, 0, 1}, []int{len(a.Busy), len(b.Busy), len(both.Busy)})
	require.Equal(t, []bool{false, true, true}, []bool{a.Paused, b.Paused, both.Paused})
	require.Equal(t, inventory.Arrivals{Parties: 3, Covers: 7}, both.Arrivals)

	h.closed = []uuid.UUID{h.b.ID}
	require.NoError(t, availability.Complete(t.Context(), h, all, now))
	require.Equal(t, []bool{true, true, false}, []bool{a.Resource.Active, b.Resource.Active, both.Resource.Active}, "what is closed closes what joins it; itself it says so")
}

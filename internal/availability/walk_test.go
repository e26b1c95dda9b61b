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

// inLine are people of these sizes who joined one after the other.
func inLine(sizes ...int) (all []waitlist.Candidate) {
	for i, size := range sizes {
		c := person(size)
		c.JoinedAt = now.Add(time.Duration(i-100) * time.Minute)
		all = append(all, c)
	}
	return all
}

func grant(of waitlist.Candidate, kind waitlist.AdjustmentKind, amount int) waitlist.Adjustment {
	return waitlist.Adjustment{ID: uuid.New(), VenueID: venue, CustomerID: of.CustomerID, Kind: kind, Amount: amount}
}

func weighs(f policy.Factor, weight int) func(*inventory.Standing) {
	return func(s *inventory.Standing) {
		s.Rules.WaitlistWeights = []policy.FactorWeight{{Factor: f, Weight: weight}}
	}
}

// chosen is whom the slot's queue chooses: the place in the line, 0 for nobody.
func chosen(t *testing.T, l *lines, s inventory.Standing, line []waitlist.Candidate) (int, waitlist.Choice) {
	t.Helper()
	l.of = map[uuid.UUID][]waitlist.Candidate{s.Slot.ID: line}
	choice, err := availability.Choose(t.Context(), l, s, now)
	require.NoError(t, err)
	for i, c := range line {
		if choice.Chosen != nil && choice.Chosen.EntryID == c.EntryID {
			return i + 1, choice
		}
	}
	require.Nil(t, choice.Chosen)
	return 0, choice
}

func TestWeights(t *testing.T) {
	t.Parallel()
	t.Run("weights of nothing are first come, first served", func(t *testing.T) {
		line := inLine(1, 1, 1)
		l := &lines{granted: []waitlist.Adjustment{grant(line[2], waitlist.RecoveryCredit, 50)}}
		got, _ := chosen(t, l, place(9), line)
		require.Equal(t, 1, got)
	})
	t.Run("a credit that weighs is served first, however far behind", func(t *testing.T) {
		line := append(inLine(1), seenBefore(300)...)
		last := person(1)
		last.JoinedAt = now
		line = append(line, last)
		l := &lines{granted: []waitlist.Adjustment{grant(last, waitlist.RecoveryCredit, 50)}}
		got, choice := chosen(t, l, place(9, weighs(policy.RecoveryCredit, 1)), line)
		require.Equal(t, len(line), got)
		require.Equal(t, 1, choice.Considered)
		require.Equal(t, 1, l.asked, "the whole queue in one read")
	})
	t.Run("what another venue granted doesn't weigh", func(t *testing.T) {
		line := inLine(1, 1)
		credit := grant(line[1], waitlist.RecoveryCredit, 50)
		credit.VenueID = uuid.New()
		got, _ := chosen(t, &lines{granted: []waitlist.Adjustment{credit}}, place(9, weighs(policy.RecoveryCredit, 1)), line)
		require.Equal(t, 1, got)
	})
	t.Run("who fills the slot better", func(t *testing.T) {
		got, _ := chosen(t, &lines{}, place(4, weighs(policy.SlotFit, 1)), inLine(1, 2, 5, 3))
		require.Equal(t, 3, got)
	})
}

func TestBarred(t *testing.T) {
	t.Parallel()
	for _, kind := range []waitlist.AdjustmentKind{waitlist.ExcludeAutomaticOffer, waitlist.RequiresStaffApproval} {
		line := inLine(1, 1)
		got, choice := chosen(t, &lines{granted: []waitlist.Adjustment{grant(line[0], kind, 0)}}, place(9), line)
		require.Equal(t, 2, got)
		require.Equal(t, problem.PolicyForbids, choice.Skipped[0].Code)
		require.Equal(t, string(kind), string(choice.Skipped[0].Reason), "with its reason")
	}
	listed := func(s *inventory.Standing) { s.Switches.AllowListed = true }
	t.Run("who isn't on the allow list", func(t *testing.T) {
		line := inLine(1, 1)
		l := &lines{allowed: map[availability.Member]bool{{Venue: venue, Customer: line[1].CustomerID}: true}}
		got, choice := chosen(t, l, place(9, listed), line)
		require.Equal(t, 2, got)
		require.Equal(t, waitlist.NotOnAllowList, choice.Skipped[0].Reason)
	})
	t.Run("nor of this venue", func(t *testing.T) {
		line := inLine(1)
		got, _ := chosen(t, &lines{allowed: map[availability.Member]bool{{Venue: uuid.New(), Customer: line[0].CustomerID}: true}}, place(9, listed), line)
		require.Zero(t, got)
	})
	t.Run("where there is none, nobody reads it", func(t *testing.T) {
		l := &lines{}
		got, _ := chosen(t, l, place(9), inLine(1))
		require.Equal(t, 1, got)
		require.Zero(t, l.reads["allow lists"])
	})
}

// TestFit: what stands in the way of one candidate and not of the next.
func TestFit(t *testing.T) {
	t.Parallel()
	paced := func(s *inventory.Standing) {
		s.Rules.PacingCovers, s.Arrivals = new(6), inventory.Arrivals{Parties: 1, Covers: 4}
	}
	bestFit := func(s *inventory.Standing) { s.Rules.WaitlistFit = policy.BestFitWithSkipLimit }
	t.Run("too many people at once: it waits, and so does everybody behind it", func(t *testing.T) {
		got, choice := chosen(t, &lines{}, place(0, paced), inLine(3, 2))
		require.Zero(t, got)
		require.Equal(t, 1, choice.Considered)
	})
	t.Run("or it is passed, and that is counted", func(t *testing.T) {
		got, choice := chosen(t, &lines{}, place(0, paced, bestFit), inLine(3, 2))
		require.Equal(t, 2, got)
		require.Equal(t, problem.PacingExceeded, choice.Skipped[0].Code)
		require.True(t, choice.Skipped[0].Counted)
	})
	t.Run("a party whose turn is longer than the gap holds nobody up", func(t *testing.T) {
		gap := place(0, func(s *inventory.Standing) {
			s.Resource.Kind, s.Slot.Capacity = inventory.Exclusive, 1
			s.Rules.TurnTimes = []policy.TurnTime{{FromPartySize: 3, Duration: 2 * time.Hour}}
			s.Busy = []inventory.Busy{{Span: policy.Span{From: s.Slot.EndsAt, Until: s.Slot.EndsAt.Add(time.Hour)}}}
		})
		line := inLine(4, 2)
		line[0].Units, line[1].Units = 1, 1
		got, choice := chosen(t, &lines{}, gap, line)
		require.Equal(t, 2, got)
		require.Equal(t, problem.SlotOccupied, choice.Skipped[0].Code)
		require.False(t, choice.Skipped[0].Counted, "waiting here doesn't help it")
	})
}

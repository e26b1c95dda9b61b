package waitlist_test

import (
	"bytes"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

// amounts are drawn close together, so that they tie, or anywhere, so that they overflow.
func amounts() *rapid.Generator[int] {
	return rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, 10000), rapid.Int(), rapid.Just(math.MaxInt))
}

// people are a queue as storage might give it: each entry once.
func people() *rapid.Generator[[]waitlist.Candidate] {
	return rapid.Custom(func(t *rapid.T) []waitlist.Candidate {
		queue := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) waitlist.Candidate {
			return waitlist.Candidate{
				Priority: rapid.IntRange(0, 100).Draw(t, "priority"), Credit: amounts().Draw(t, "credit"), Benefit: amounts().Draw(t, "benefit"),
				PartySize: amounts().Draw(t, "party"), JoinedAt: evening.Add(time.Duration(rapid.IntRange(-3, 200).Draw(t, "joined")) * 20 * time.Second),
			}
		}), 0, 12).Draw(t, "queue")
		for i, place := range rapid.Permutation(numbers(len(queue))).Draw(t, "ids") {
			queue[i].EntryID[15*(place%2)] = byte(place + 1)
		}
		return queue
	})
}

func rooms() *rapid.Generator[waitlist.Room] {
	return rapid.Custom(func(t *rapid.T) waitlist.Room {
		return waitlist.Room{Shared: rapid.Bool().Draw(t, "shared"), MaxParty: amounts().Draw(t, "max party"), Capacity: amounts().Draw(t, "capacity")}
	})
}

func weights() *rapid.Generator[policy.Rules] {
	return rapid.Custom(func(t *rapid.T) policy.Rules {
		rules := policy.Default()
		rules.WaitlistWeights = slices.Clone(rules.WaitlistWeights)
		for i := range rules.WaitlistWeights {
			rules.WaitlistWeights[i].Weight = rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 10000)).Draw(t, "weight")
		}
		return rules
	})
}

func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// fifo is the order of joining, said in other words than the rule's.
func fifo(queue []waitlist.Candidate) []waitlist.Candidate {
	sorted := slices.Clone(queue)
	slices.SortFunc(sorted, func(a, b waitlist.Candidate) int {
		switch {
		case a.JoinedAt.Before(b.JoinedAt):
			return -1
		case b.JoinedAt.Before(a.JoinedAt):
			return 1
		}
		return bytes.Compare(a.EntryID[:], b.EntryID[:])
	})
	return sorted
}

func TestOrderWithoutWeightsIsFirstComeFirstServed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		queue, slot := people().Draw(t, "queue"), rooms().Draw(t, "slot")
		now := evening.Add(time.Duration(rapid.Int64().Draw(t, "now")))
		for _, rules := range []policy.Rules{policy.Default(), {}} {
			require.Equal(t, fifo(queue), append([]waitlist.Candidate{}, waitlist.Order(queue, rules, slot, now)...))
		}
	})
}

func TestOrderProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		queue, slot, rules := people().Draw(t, "queue"), rooms().Draw(t, "slot"), weights().Draw(t, "rules")
		now := evening.Add(time.Duration(rapid.IntRange(-10, 200).Draw(t, "now")) * time.Minute)
		given := slices.Clone(queue)
		got := waitlist.Order(queue, rules, slot, now)

		require.Equal(t, given, queue, "the given queue is left alone")
		require.ElementsMatch(t, queue, got, "nobody is lost and nobody comes twice")
		shuffled := rapid.Permutation(queue).Draw(t, "shuffled")
		require.Equal(t, got, waitlist.Order(shuffled, rules, slot, now), "the order given decides nothing")
		for i := 1; i < len(got); i++ {
			ahead, behind := got[i-1], got[i]
			require.Equal(t, []waitlist.Candidate{ahead, behind}, waitlist.Order(queueOf(behind, ahead), rules, slot, now), "others decide nothing between two")
			above, below := waitlist.Score(ahead, rules, slot, now), waitlist.Score(behind, rules, slot, now)
			require.GreaterOrEqual(t, below, 0, "no sum turns over")
			require.GreaterOrEqual(t, above, below)
			if above == below {
				require.Equal(t, queueOf(ahead, behind), fifo(queueOf(behind, ahead)), "equals stand as they joined")
			}
		}
	})
}

// TestMoreNeverHarms raises one of the things that weigh: nobody falls behind for it, however large it becomes.
func TestMoreNeverHarms(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		slot, rules, now := rooms().Draw(t, "slot"), weights().Draw(t, "rules"), evening.Add(time.Hour)
		more := rapid.Custom(func(t *rapid.T) waitlist.Candidate {
			return waitlist.Candidate{
				Priority: amounts().Draw(t, "priority"), Credit: amounts().Draw(t, "credit"), Benefit: amounts().Draw(t, "benefit"),
				PartySize: amounts().Draw(t, "party"), JoinedAt: evening,
			}
		}).Draw(t, "more")
		less := more
		switch by := rapid.IntRange(1, 1000).Draw(t, "by"); rapid.SampledFrom(policy.FactorValues()).Draw(t, "in") {
		case policy.Priority:
			less.Priority -= min(by, max(more.Priority, 0))
		case policy.RecoveryCredit:
			less.Credit -= min(by, max(more.Credit, 0))
		case policy.Benefit:
			less.Benefit -= min(by, max(more.Benefit, 0))
		case policy.WaitingAge:
			less.JoinedAt = more.JoinedAt.Add(time.Duration(by) * time.Second)
		case policy.SlotFit:
			less.PartySize -= min(by, max(more.PartySize, 0))
		}
		require.GreaterOrEqual(t, waitlist.Score(more, rules, slot, now), waitlist.Score(less, rules, slot, now))
	})
}

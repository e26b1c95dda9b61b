package waitlist_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

// TestQueueProperties plays a queue to its end many times over: units become free, whoever is chosen leaves.
func TestQueueProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rules := policy.Default()
		rules.WaitlistFit = rapid.SampledFrom(policy.FitValues()).Draw(t, "fit")
		rules.SkipLimit = rapid.IntRange(0, 4).Draw(t, "limit")
		queue := rapid.SliceOfN(candidates(), 0, 12).Draw(t, "queue")
		for range rapid.IntRange(1, 12).Draw(t, "rounds") {
			free := rapid.IntRange(0, 5).Draw(t, "free")
			choice := walk(t, rules, free, queue, rapid.IntRange(1, 13).Draw(t, "part"))
			queue = served(t, rules, free, queue, choice)
		}
	})
}

func candidates() *rapid.Generator[waitlist.Candidate] {
	return rapid.Custom(func(t *rapid.T) waitlist.Candidate {
		return waitlist.Candidate{
			EntryID: uuid.New(), Units: rapid.IntRange(1, 6).Draw(t, "units"), AlreadyOffered: rapid.IntRange(0, 4).Draw(t, "offered") == 0,
		}
	})
}

// walk gives the queue in parts; however it is cut, the answer must be that of the whole.
func walk(t *rapid.T, rules policy.Rules, free int, queue []waitlist.Candidate, size int) waitlist.Choice {
	whole := waitlist.NewQueue(free, rules).Next(queue, true)
	q, choice := waitlist.NewQueue(free, rules), waitlist.Choice{Undecided: true}
	for at := 0; choice.Undecided; at += size {
		end := min(at+size, len(queue))
		choice = q.Next(queue[min(at, end):end], end == len(queue))
	}
	require.Equal(t, whole, choice)
	return choice
}

// served checks what was chosen against the rules in words, and returns the queue as it is afterwards.
func served(t *rapid.T, rules policy.Rules, free int, queue []waitlist.Candidate, choice waitlist.Choice) (rest []waitlist.Candidate) {
	require.LessOrEqual(t, len(choice.Skipped), choice.Considered)
	if choice.Chosen == nil {
		noneToServe(t, rules, free, queue)
		return queue
	}
	require.LessOrEqual(t, choice.Chosen.Units, free, "never chooses one that doesn't fit")
	require.False(t, choice.Chosen.AlreadyOffered, "never offers a place twice by itself")
	passing := true
	for i, c := range queue {
		if c.EntryID == choice.Chosen.EntryID {
			passing = false
			continue
		}
		if passing {
			require.Equal(t, c.EntryID, choice.Skipped[i].EntryID, "whoever is passed is on record")
			if !c.AlreadyOffered {
				require.Equal(t, problem.CapacityExceeded, choice.Skipped[i].Code)
				require.Greater(t, c.Units, free, "nobody who fits is passed")
				require.Equal(t, policy.BestFitWithSkipLimit, rules.WaitlistFit, "strict order passes nobody")
				c.PassedOver++
				require.LessOrEqual(t, c.PassedOver, rules.SkipLimit, "nobody is passed more often than the limit")
			}
		}
		rest = append(rest, c)
	}
	return rest
}

// noneToServe demands a reason: nothing fits, or somebody too large who may not be passed stands before all who fit.
func noneToServe(t *rapid.T, rules policy.Rules, free int, queue []waitlist.Candidate) {
	for _, c := range queue {
		if free <= 0 {
			return
		}
		if c.AlreadyOffered {
			continue
		}
		require.Greater(t, c.Units, free, "somebody who fits heads the queue and nobody was chosen")
		if rules.WaitlistFit == policy.StrictFIFO || c.PassedOver >= rules.SkipLimit {
			return
		}
	}
}

package waitlist_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

// wants is a candidate that needs so many units.
func wants(units int) waitlist.Candidate {
	return waitlist.Candidate{EntryID: uuid.New(), Units: units}
}

func passed(c waitlist.Candidate, times int) waitlist.Candidate {
	c.PassedOver = times
	return c
}

func offeredBefore(c waitlist.Candidate) waitlist.Candidate {
	c.AlreadyOffered = true
	return c
}

func strict(r *policy.Rules) { r.WaitlistFit = policy.StrictFIFO }
func bestFit(r *policy.Rules) {
	r.WaitlistFit, r.SkipLimit = policy.BestFitWithSkipLimit, 3
}

func TestQueue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		rules      func(*policy.Rules)
		free       int
		queue      []waitlist.Candidate
		chosen     int // place in the queue, 0: nobody
		considered int
		skipped    []problem.Code
	}{
		{"the head is served", strict, 1, queueOf(wants(1), wants(1)), 1, 1, nil},
		{"nobody waits", strict, 1, nil, 0, 0, nil},
		{"nothing is free", strict, 0, queueOf(wants(1)), 0, 0, nil},
		{"less than nothing is free", bestFit, -2, queueOf(wants(1)), 0, 0, nil},
		{"a head that fits exactly is served", strict, 4, queueOf(wants(4)), 1, 1, nil},
		{"a large head waits and all wait behind it", strict, 3, queueOf(wants(4), wants(1)), 0, 1, nil},
		{"whoever was offered the place is passed by", strict, 1, queueOf(offeredBefore(wants(1)), wants(1)), 2, 2, []problem.Code{problem.PolicyForbids}},
		{"a large one that was offered the place holds nobody up", strict, 1, queueOf(offeredBefore(wants(9)), wants(1)), 2, 2, []problem.Code{problem.PolicyForbids}},
		{"all were offered the place", strict, 1, queueOf(offeredBefore(wants(1)), offeredBefore(wants(1))), 0, 2, []problem.Code{problem.PolicyForbids, problem.PolicyForbids}},
		{"a smaller one passes a large head", bestFit, 3, queueOf(wants(4), wants(2)), 2, 2, []problem.Code{problem.CapacityExceeded}},
		{"and several large ones", bestFit, 1, queueOf(wants(4), wants(2), wants(1)), 3, 3, []problem.Code{problem.CapacityExceeded, problem.CapacityExceeded}},
		{"once more before the limit", bestFit, 1, queueOf(passed(wants(4), 2), wants(1)), 2, 2, []problem.Code{problem.CapacityExceeded}},
		{"at the limit nobody passes", bestFit, 1, queueOf(passed(wants(4), 3), wants(1)), 0, 1, nil},
		{"nobody passes the second either", bestFit, 1, queueOf(wants(5), passed(wants(4), 3), wants(1)), 0, 2, []problem.Code{problem.CapacityExceeded}},
		{"a limit of zero is first come, first served", func(r *policy.Rules) { bestFit(r); r.SkipLimit = 0 }, 1, queueOf(wants(4), wants(1)), 0, 1, nil},
		{"promotion is off", func(r *policy.Rules) { r.AutoPromote = false }, 1, queueOf(wants(1)), 0, 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := policy.Default()
			c.rules(&rules)
			got := waitlist.NewQueue(c.free, rules).Next(c.queue, true)
			require.False(t, got.Undecided)
			require.Equal(t, c.considered, got.Considered)
			if c.chosen == 0 {
				require.Nil(t, got.Chosen)
			} else {
				require.Equal(t, c.queue[c.chosen-1], *got.Chosen)
			}
			var codes []problem.Code
			for i, s := range got.Skipped {
				require.Equal(t, i+1, s.Position)
				require.Equal(t, c.queue[i].EntryID, s.EntryID)
				codes = append(codes, s.Code)
			}
			require.Equal(t, c.skipped, codes)
		})
	}
}

func TestQueueInParts(t *testing.T) {
	t.Parallel()
	rules := policy.Default()
	bestFit(&rules)

	t.Run("a part that doesn't settle it asks for the next", func(t *testing.T) {
		q := waitlist.NewQueue(1, rules)
		require.True(t, q.Next(queueOf(wants(4), wants(3)), false).Undecided)
		got := q.Next(queueOf(wants(2), wants(1)), true)
		require.False(t, got.Undecided)
		require.Equal(t, 1, got.Chosen.Units)
		require.Equal(t, 4, got.Considered)
		require.Len(t, got.Skipped, 3)
		require.Equal(t, 3, got.Skipped[2].Position, "places count over all parts")
	})
	t.Run("a settled queue looks no further", func(t *testing.T) {
		q := waitlist.NewQueue(1, rules)
		first := q.Next(queueOf(wants(1)), false)
		require.False(t, first.Undecided)
		require.Equal(t, first, q.Next(queueOf(wants(1)), false))
	})
	t.Run("the end settles it", func(t *testing.T) {
		q := waitlist.NewQueue(1, rules)
		require.True(t, q.Next(queueOf(wants(4)), false).Undecided)
		got := q.Next(nil, true)
		require.False(t, got.Undecided)
		require.Nil(t, got.Chosen)
	})
	t.Run("with nothing free it is settled before it begins", func(t *testing.T) {
		require.False(t, waitlist.NewQueue(0, rules).Next(nil, false).Undecided)
	})
}

func queueOf(c ...waitlist.Candidate) []waitlist.Candidate { return c }

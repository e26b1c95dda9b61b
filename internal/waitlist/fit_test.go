package waitlist_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

func barred(c waitlist.Candidate, why waitlist.Reason) waitlist.Candidate {
	c.Barred = why
	return c
}

func TestQueueAsking(t *testing.T) {
	t.Parallel()
	var (
		serves  = waitlist.Serves()
		full    = waitlist.Waits(problem.CapacityExceeded)
		paced   = waitlist.Waits(problem.PacingExceeded)
		gap     = waitlist.Never(problem.SlotOccupied)
		nobody  = 0
		byGap   = waitlist.Skipped{Code: problem.SlotOccupied}
		byPace  = waitlist.Skipped{Code: problem.PacingExceeded, Counted: true}
		bySize  = waitlist.Skipped{Code: problem.CapacityExceeded, Counted: true}
		because = func(why waitlist.Reason) waitlist.Skipped {
			return waitlist.Skipped{Code: problem.PolicyForbids, Reason: why}
		}
	)
	for _, c := range []struct {
		name    string
		rules   func(*policy.Rules)
		queue   []waitlist.Candidate
		fits    []waitlist.Fit // two units are free
		chosen  int
		skipped []waitlist.Skipped
	}{
		{"the slot serves the head", strict, queueOf(wants(1)), []waitlist.Fit{serves}, 1, nil},
		{"a slot that says nothing serves", strict, queueOf(wants(1)), []waitlist.Fit{{}}, 1, nil},
		{"who waits holds everybody", strict, queueOf(wants(1), wants(1)), []waitlist.Fit{full, serves}, nobody, nil},
		{"as does whom the pace holds", strict, queueOf(wants(1), wants(1)), []waitlist.Fit{paced, serves}, nobody, nil},
		{"who waits may be passed", bestFit, queueOf(wants(1), wants(1)), []waitlist.Fit{full, serves}, 2, []waitlist.Skipped{bySize}},
		{"as may whom the pace holds", bestFit, queueOf(wants(1), wants(1)), []waitlist.Fit{paced, serves}, 2, []waitlist.Skipped{byPace}},
		{"until the limit", bestFit, queueOf(passed(wants(1), 3), wants(1)), []waitlist.Fit{paced, serves}, nobody, nil},
		{"the units count even if the slot says that it serves", strict, queueOf(wants(3), wants(1)), []waitlist.Fit{serves, serves}, nobody, nil},
		{"and are what is recorded", bestFit, queueOf(wants(3), wants(1)), []waitlist.Fit{serves, serves}, 2, []waitlist.Skipped{bySize}},
		{"unless the slot has a word of its own", bestFit, queueOf(wants(3), wants(1)), []waitlist.Fit{paced, serves}, 2, []waitlist.Skipped{byPace}},
		{"who can't be served here holds nobody", strict, queueOf(wants(1), wants(1)), []waitlist.Fit{gap, serves}, 2, []waitlist.Skipped{byGap}},
		{"nor if it is too large besides", strict, queueOf(wants(9), wants(1)), []waitlist.Fit{gap, serves}, 2, []waitlist.Skipped{byGap}},
		{"nor at its limit", bestFit, queueOf(passed(wants(1), 3), wants(1)), []waitlist.Fit{gap, serves}, 2, []waitlist.Skipped{byGap}},
		{"nobody can be served here", strict, queueOf(wants(1), wants(1)), []waitlist.Fit{gap, gap}, nobody, []waitlist.Skipped{byGap, byGap}},
		{"who is excluded holds nobody", strict, queueOf(barred(wants(9), waitlist.Excluded), wants(1)), []waitlist.Fit{full, serves}, 2,
			[]waitlist.Skipped{because(waitlist.Excluded)}},
		{"nor who needs staff", bestFit, queueOf(barred(passed(wants(9), 3), waitlist.NeedsStaff), wants(1)), []waitlist.Fit{serves, serves}, 2,
			[]waitlist.Skipped{because(waitlist.NeedsStaff)}},
		{"nor who is not on the list", strict, queueOf(barred(wants(1), waitlist.NotOnAllowList), wants(1)), []waitlist.Fit{serves, serves}, 2,
			[]waitlist.Skipped{because(waitlist.NotOnAllowList)}},
		{"the bar is named, not the slot", strict, queueOf(barred(wants(1), waitlist.Excluded)), []waitlist.Fit{gap}, nobody,
			[]waitlist.Skipped{because(waitlist.Excluded)}},
		{"nor the earlier offer", strict, queueOf(barred(offeredBefore(wants(1)), waitlist.Excluded)), []waitlist.Fit{serves}, nobody,
			[]waitlist.Skipped{because(waitlist.Excluded)}},
		{"an earlier offer is named as such", strict, queueOf(offeredBefore(wants(1))), []waitlist.Fit{gap}, nobody,
			[]waitlist.Skipped{because(waitlist.OfferedBefore)}},
		{"all ways of being passed at once", bestFit,
			queueOf(barred(wants(1), waitlist.Excluded), wants(1), wants(1), wants(3), offeredBefore(wants(1)), wants(2)),
			[]waitlist.Fit{serves, gap, paced, serves, serves, serves}, 6,
			[]waitlist.Skipped{because(waitlist.Excluded), byGap, byPace, bySize, because(waitlist.OfferedBefore)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := policy.Default()
			c.rules(&rules)
			got := waitlist.NewQueue(2, rules).Asking(answers(c.queue, c.fits)).Next(c.queue, true)
			require.False(t, got.Undecided)
			if c.chosen == nobody {
				require.Nil(t, got.Chosen)
			} else {
				require.Equal(t, c.queue[c.chosen-1], *got.Chosen)
			}
			for i := range c.skipped {
				c.skipped[i].EntryID, c.skipped[i].Position = c.queue[i].EntryID, i+1
			}
			require.Equal(t, c.skipped, got.Skipped)
		})
	}
	t.Run("nothing is asked when nothing is free", func(t *testing.T) {
		q := waitlist.NewQueue(0, policy.Default()).Asking(func(waitlist.Candidate) waitlist.Fit { panic("asked") })
		require.Nil(t, q.Next(queueOf(wants(1)), true).Chosen)
	})
}

// answers gives each candidate of a queue the fit that is listed for it.
func answers(queue []waitlist.Candidate, fits []waitlist.Fit) func(waitlist.Candidate) waitlist.Fit {
	return func(c waitlist.Candidate) waitlist.Fit {
		for i := range queue {
			if queue[i].EntryID == c.EntryID {
				return fits[i]
			}
		}
		panic("asked for somebody who doesn't wait")
	}
}

// TestSkippedAsStored shows that records of before are still read, and that a record says no more than it did where the
// code says all.
func TestSkippedAsStored(t *testing.T) {
	t.Parallel()
	const id = "00000000-0000-0000-0000-000000000000"
	for _, c := range []struct {
		stored string
		want   waitlist.Skipped
	}{
		{`{"entryId":"` + id + `","position":2,"code":"CAPACITY_EXCEEDED"}`, waitlist.Skipped{Position: 2, Code: problem.CapacityExceeded, Counted: true}},
		{`{"entryId":"` + id + `","position":3,"code":"POLICY_FORBIDS"}`, waitlist.Skipped{Position: 3, Code: problem.PolicyForbids}},
		{`{"entryId":"` + id + `","position":1,"code":"POLICY_FORBIDS","reason":"REQUIRES_STAFF_APPROVAL"}`,
			waitlist.Skipped{Position: 1, Code: problem.PolicyForbids, Reason: waitlist.NeedsStaff}},
	} {
		raw, err := json.Marshal(c.want)
		require.NoError(t, err)
		require.Equal(t, c.stored, string(raw))
		var got waitlist.Skipped
		require.NoError(t, json.Unmarshal([]byte(c.stored), &got))
		c.want.Counted = false // is for whoever carries the choice out, at once
		require.Equal(t, c.want, got)
	}
}

package waitlist_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

// day is a queue, with what the slot says about each who waits in it this round.
type day struct {
	rules policy.Rules
	free  int
	queue []waitlist.Candidate
	fits  map[uuid.UUID]waitlist.Fit
}

// TestQueueProperties plays a queue to its end many times over: units become free, time passes, the slot suits now these
// and now those, whoever is chosen leaves.
func TestQueueProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := day{rules: weights().Draw(t, "weights"), queue: candidates().Draw(t, "queue")}
		d.rules.WaitlistFit = rapid.SampledFrom(policy.FitValues()).Draw(t, "fit")
		d.rules.SkipLimit = rapid.IntRange(0, 4).Draw(t, "limit")
		now := evening
		for range rapid.IntRange(1, 12).Draw(t, "rounds") {
			now = now.Add(time.Duration(rapid.IntRange(0, 90).Draw(t, "minutes")) * time.Minute)
			d.queue = waitlist.Order(d.queue, d.rules, table, now)
			d.free, d.fits = rapid.IntRange(0, 5).Draw(t, "free"), d.suits(t)
			d.queue = d.served(t, d.walk(t, rapid.IntRange(1, 13).Draw(t, "part")))
		}
	})
}

func candidates() *rapid.Generator[[]waitlist.Candidate] {
	return rapid.Custom(func(t *rapid.T) []waitlist.Candidate {
		queue := people().Draw(t, "people")
		for i := range queue {
			c := &queue[i]
			c.Units = rapid.IntRange(1, 6).Draw(t, "units")
			c.AlreadyOffered = rapid.IntRange(0, 4).Draw(t, "offered") == 0
			c.Barred = rapid.SampledFrom([]waitlist.Reason{"", "", "", "", waitlist.Excluded, waitlist.NeedsStaff, waitlist.NotOnAllowList}).Draw(t, "barred")
		}
		return queue
	})
}

var (
	ample = waitlist.Serves()
	paced = waitlist.Waits(problem.PacingExceeded)
	short = waitlist.Never(problem.SlotOccupied)
)

func (d day) suits(t *rapid.T) map[uuid.UUID]waitlist.Fit {
	fits := map[uuid.UUID]waitlist.Fit{}
	for _, c := range d.queue {
		fits[c.EntryID] = rapid.SampledFrom([]waitlist.Fit{ample, ample, ample, paced, short}).Draw(t, "fit")
	}
	return fits
}

func (d day) start() *waitlist.Queue {
	return waitlist.NewQueue(d.free, d.rules).Asking(func(c waitlist.Candidate) waitlist.Fit { return d.fits[c.EntryID] })
}

// walk gives the queue in parts; however it is cut, the answer must be that of the whole.
func (d day) walk(t *rapid.T, size int) waitlist.Choice {
	whole := d.start().Next(d.queue, true)
	q, choice := d.start(), waitlist.Choice{Undecided: true}
	for at := 0; choice.Undecided; at += size {
		end := min(at+size, len(d.queue))
		choice = q.Next(d.queue[min(at, end):end], end == len(d.queue))
	}
	require.Equal(t, whole, choice)
	return choice
}

// outside says that a candidate isn't to be served here, for a reason that holds nobody up.
func (d day) outside(c waitlist.Candidate) bool {
	return c.AlreadyOffered || c.Barred != "" || d.fits[c.EntryID] == short
}

// enough says that there is enough for the candidate.
func (d day) enough(c waitlist.Candidate) bool {
	return c.Units <= d.free && d.fits[c.EntryID] == ample
}

// served checks what was chosen against the rules in words, and returns the queue as it is afterwards.
func (d day) served(t *rapid.T, choice waitlist.Choice) (rest []waitlist.Candidate) {
	if choice.Chosen == nil {
		d.noneToServe(t)
		return d.queue
	}
	require.True(t, d.enough(*choice.Chosen), "never chooses one that doesn't fit")
	require.False(t, d.outside(*choice.Chosen), "never chooses one that is barred, was offered the place or can't have it")
	require.Len(t, choice.Skipped, choice.Considered-1, "the choice ends with the chosen")
	passing := true
	for i, c := range d.queue {
		if c.EntryID == choice.Chosen.EntryID {
			require.Equal(t, i+1, choice.Considered)
			passing = false
			continue
		}
		if passing {
			c = d.passed(t, c, i+1, choice.Skipped[i])
		}
		rest = append(rest, c)
	}
	require.False(t, passing, "the chosen is one who waits")
	return rest
}

// passed checks the record of one who was passed by.
func (d day) passed(t *rapid.T, c waitlist.Candidate, place int, s waitlist.Skipped) waitlist.Candidate {
	require.Equal(t, c.EntryID, s.EntryID, "whoever is passed is on record")
	require.Equal(t, place, s.Position)
	require.Equal(t, !d.outside(c), s.Counted, "only who would have been next is counted")
	require.Equal(t, s.Code == problem.PolicyForbids, s.Reason != "", "what is forbidden has its reason, the rest needs none")
	if !s.Counted {
		return c
	}
	require.Contains(t, []problem.Code{problem.CapacityExceeded, problem.PacingExceeded}, s.Code)
	require.False(t, d.enough(c), "nobody who fits is passed")
	require.Equal(t, policy.BestFitWithSkipLimit, d.rules.WaitlistFit, "strict order passes nobody")
	c.PassedOver++
	require.LessOrEqual(t, c.PassedOver, d.rules.SkipLimit, "nobody is passed more often than the limit")
	return c
}

// noneToServe demands a reason: nothing fits, or somebody who waits and may not be passed stands before all who fit.
func (d day) noneToServe(t *rapid.T) {
	for _, c := range d.queue {
		if d.free <= 0 {
			return
		}
		if d.outside(c) {
			continue
		}
		require.False(t, d.enough(c), "somebody who fits heads the queue and nobody was chosen")
		if d.rules.WaitlistFit == policy.StrictFIFO || c.PassedOver >= d.rules.SkipLimit {
			return
		}
	}
}

package waitlist_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

var (
	evening = time.Date(2030, 5, 4, 18, 0, 0, 0, time.UTC)
	table   = waitlist.Room{MaxParty: 4, Capacity: 1}
)

// weighing is a policy in which some factors weigh.
func weighing(weights map[policy.Factor]int) policy.Rules {
	rules := policy.Default()
	for i, w := range rules.WaitlistWeights {
		rules.WaitlistWeights[i].Weight = weights[w.Factor]
	}
	return rules
}

func TestWhatAFactorIsWorth(t *testing.T) {
	t.Parallel()
	shared := waitlist.Room{Shared: true, MaxParty: 4, Capacity: 30}
	joined := func(ago time.Duration) waitlist.Candidate { return waitlist.Candidate{JoinedAt: evening.Add(-ago)} }
	party := func(size int) waitlist.Candidate { return waitlist.Candidate{PartySize: size} }
	for _, c := range []struct {
		name   string
		factor policy.Factor
		of     waitlist.Candidate
		slot   waitlist.Room
		want   int
	}{
		{"priority", policy.Priority, waitlist.Candidate{Priority: 70, Credit: 1, Benefit: 2, PartySize: 3}, table, 70},
		{"no priority", policy.Priority, waitlist.Candidate{Credit: 1, Benefit: 2}, table, 0},
		{"recovery credit", policy.RecoveryCredit, waitlist.Candidate{Priority: 1, Credit: 250, Benefit: 2}, table, 250},
		{"benefit", policy.Benefit, waitlist.Candidate{Priority: 1, Credit: 2, Benefit: 40}, table, 40},
		{"below zero is nothing", policy.Benefit, waitlist.Candidate{Benefit: -40}, table, 0},
		{"just joined", policy.WaitingAge, joined(0), table, 0},
		{"a moment, over the turn of a minute", policy.WaitingAge, joined(tick), table, 1},
		{"a minute less a moment, within one minute", policy.WaitingAge, joined(time.Minute), table, 1},
		{"a minute", policy.WaitingAge, joined(time.Minute), table, 1},
		{"two days", policy.WaitingAge, joined(48 * time.Hour), table, 2880},
		{"joined after now", policy.WaitingAge, joined(-time.Hour), table, 0},
		{"half a table", policy.SlotFit, party(2), table, 50},
		{"the whole table", policy.SlotFit, party(4), table, 100},
		{"more than the table", policy.SlotFit, party(5), table, 100},
		{"nobody at the table", policy.SlotFit, party(0), table, 0},
		{"a part of what is shared, rounded down", policy.SlotFit, party(4), shared, 13},
		{"all of what is shared", policy.SlotFit, party(30), shared, 100},
		{"a table for nobody", policy.SlotFit, party(2), waitlist.Room{Capacity: 1}, 0},
		{"a shared room for nobody", policy.SlotFit, party(2), waitlist.Room{Shared: true, MaxParty: 4}, 0},
		{"a factor nobody knows", policy.Factor("LUCK"), waitlist.Candidate{Priority: 1, Credit: 1, Benefit: 1, PartySize: 1}, table, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := policy.Default()
			rules.WaitlistWeights = []policy.FactorWeight{{Factor: c.factor, Weight: 3}}
			require.Equal(t, 3*c.want, waitlist.Score(c.of, rules, c.slot, evening))
			rules.WaitlistWeights[0].Weight = -3
			require.Zero(t, waitlist.Score(c.of, rules, c.slot, evening), "no weight counts against anybody")
		})
	}
}

func TestScoreAddsUp(t *testing.T) {
	t.Parallel()
	c := waitlist.Candidate{Priority: 1, Credit: 2, Benefit: 3, JoinedAt: evening.Add(-4 * time.Minute), PartySize: 2}
	rules := weighing(map[policy.Factor]int{policy.Priority: 10000, policy.RecoveryCredit: 1000, policy.Benefit: 100, policy.WaitingAge: 10, policy.SlotFit: 1})
	require.Equal(t, 10000+2000+300+40+50, waitlist.Score(c, rules, table, evening))
	c.Credit = math.MaxInt
	require.Equal(t, math.MaxInt, waitlist.Score(c, rules, table, evening))
	c.Credit, c.PartySize = -1, math.MinInt
	require.Equal(t, 10000+300+40, waitlist.Score(c, rules, table, evening))
}

func TestWeighted(t *testing.T) {
	t.Parallel()
	require.False(t, waitlist.Weighted(policy.Default()))
	require.False(t, waitlist.Weighted(policy.Rules{}))
	for _, f := range policy.FactorValues() {
		require.True(t, waitlist.Weighted(weighing(map[policy.Factor]int{f: 1})), f)
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	ids := []uuid.UUID{{15: 1}, {15: 2}, {0: 1}} // as storage sorts them
	at := func(minute int, c waitlist.Candidate) waitlist.Candidate {
		c.JoinedAt = evening.Add(time.Duration(minute) * time.Minute)
		return c
	}
	now := evening.Add(time.Hour)
	for _, c := range []struct {
		name    string
		weights map[policy.Factor]int
		queue   [3]waitlist.Candidate // with the ids in turn
		want    [3]int
	}{
		{"who joined first", nil, [3]waitlist.Candidate{at(2, waitlist.Candidate{Priority: 9}), at(0, waitlist.Candidate{}), at(1, waitlist.Candidate{Credit: 9})}, [3]int{1, 2, 0}},
		{"at the same moment, by id", nil, [3]waitlist.Candidate{}, [3]int{0, 1, 2}},
		{"who was let down", map[policy.Factor]int{policy.RecoveryCredit: 1},
			[3]waitlist.Candidate{at(0, waitlist.Candidate{}), at(1, waitlist.Candidate{Credit: 5}), at(2, waitlist.Candidate{Credit: 6})}, [3]int{2, 1, 0}},
		{"equals by joining", map[policy.Factor]int{policy.Benefit: 7},
			[3]waitlist.Candidate{at(2, waitlist.Candidate{Benefit: 5}), at(1, waitlist.Candidate{Benefit: 5}), at(0, waitlist.Candidate{})}, [3]int{1, 0, 2}},
		{"a heavier factor outweighs a larger value", map[policy.Factor]int{policy.Benefit: 10, policy.RecoveryCredit: 1},
			[3]waitlist.Candidate{at(0, waitlist.Candidate{Credit: 9}), at(1, waitlist.Candidate{Credit: 11}), at(2, waitlist.Candidate{Benefit: 1})}, [3]int{1, 2, 0}},
		{"waiting makes up for priority", map[policy.Factor]int{policy.Priority: 1, policy.WaitingAge: 1},
			[3]waitlist.Candidate{at(30, waitlist.Candidate{Priority: 29}), at(0, waitlist.Candidate{}), at(30, waitlist.Candidate{Priority: 31})}, [3]int{2, 1, 0}},
		{"who fills the table best", map[policy.Factor]int{policy.SlotFit: 1},
			[3]waitlist.Candidate{at(0, waitlist.Candidate{PartySize: 2}), at(1, waitlist.Candidate{PartySize: 3}), at(2, waitlist.Candidate{PartySize: 4})}, [3]int{2, 1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var queue, want []waitlist.Candidate
			for i, one := range c.queue {
				one.EntryID = ids[i]
				queue = append(queue, one)
			}
			for _, i := range c.want {
				want = append(want, queue[i])
			}
			require.Equal(t, want, waitlist.Order(queue, weighing(c.weights), table, now))
		})
	}
	require.Empty(t, waitlist.Order(nil, policy.Default(), table, now))
}

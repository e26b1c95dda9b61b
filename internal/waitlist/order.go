package waitlist

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/slotq/slotq/internal/policy"
)

// Room is how large a slot is, to see how well a party fills it.
type Room struct {
	Shared   bool // parties share it; otherwise one takes the whole
	MaxParty int  // of its resource
	Capacity int  // in people, where it is shared
}

// Weighted reports whether any factor weighs. If none does, the queue's order is that of joining, in which storage can
// already read it part by part; otherwise whoever joined last may be first, and Order needs all of it.
func Weighted(rules policy.Rules) bool {
	return slices.ContainsFunc(rules.WaitlistWeights, func(w policy.FactorWeight) bool { return w.Weight > 0 })
}

// Order is the whole queue of a slot in the order in which it is served: the highest score first, and among equals whoever
// joined first, then by id. It doesn't depend on the order given, which it leaves alone.
func Order(candidates []Candidate, rules policy.Rules, slot Room, now time.Time) []Candidate {
	type scored struct {
		Candidate
		score int
	}
	line := make([]scored, 0, len(candidates))
	for _, c := range candidates {
		line = append(line, scored{c, Score(c, rules, slot, now)})
	}
	slices.SortFunc(line, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), a.JoinedAt.Compare(b.JoinedAt), bytes.Compare(a.EntryID[:], b.EntryID[:]))
	})
	ordered := make([]Candidate, 0, len(line))
	for _, s := range line {
		ordered = append(ordered, s.Candidate)
	}
	return ordered
}

// Score is what the factors give a candidate at a slot: the sum of weight times value, in whole numbers. A sum that is too
// large for a number stays at the largest one, so nobody falls behind for having too much. Nothing counts against a
// candidate: a value or a weight below zero is none.
func Score(c Candidate, rules policy.Rules, slot Room, now time.Time) int {
	score := 0
	for _, w := range rules.WaitlistWeights {
		score = plus(score, times(w.Weight, c.value(w.Factor, slot, now)))
	}
	return score
}

// value is what a factor is worth before it is weighed.
func (c Candidate) value(f policy.Factor, slot Room, now time.Time) int {
	switch f {
	case policy.Priority:
		return c.Priority
	case policy.RecoveryCredit:
		return c.Credit
	case policy.Benefit:
		return c.Benefit
	case policy.WaitingAge: // whole minutes of the clock, so that the difference between two entries never changes
		return int(now.Truncate(time.Minute).Sub(c.JoinedAt.Truncate(time.Minute)) / time.Minute)
	case policy.SlotFit:
		return slot.filledBy(c.PartySize)
	default:
		return 0
	}
}

// filledBy is the part of the slot that a party fills: of its capacity where it is shared, of its largest party where one
// takes the whole. In percent, rounded down, never more than 100; a slot for nobody is filled by nobody.
func (r Room) filledBy(party int) int {
	whole := r.MaxParty
	if r.Shared {
		whole = r.Capacity
	}
	switch {
	case whole <= 0:
		return 0
	case party >= whole:
		return 100
	default:
		return times(party, 100) / whole
	}
}

// plus and times count from zero up to the largest number, and stay there.
func plus(a, b int) int {
	a, b = max(a, 0), max(b, 0)
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

func times(a, b int) int {
	a, b = max(a, 0), max(b, 0)
	if b > 0 && a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}

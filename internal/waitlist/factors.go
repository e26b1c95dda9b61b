package waitlist

import (
	"time"

	"github.com/slotq/slotq/internal/policy"
)

// FactorScore is what one factor gives an entry: its share of the score is weight times value.
type FactorScore struct {
	Factor policy.Factor
	Weight int
	Value  int
}

// Factors are what weighs for a candidate at whatever slot: every factor that has a weight, but for how well it fits, which
// only a slot can tell. Empty where nothing weighs and turns go by joining.
func (c Candidate) Factors(rules policy.Rules, now time.Time) []FactorScore {
	scores := []FactorScore{}
	for _, w := range rules.WaitlistWeights {
		if w.Weight > 0 && w.Factor != policy.SlotFit {
			scores = append(scores, FactorScore{Factor: w.Factor, Weight: w.Weight, Value: max(c.value(w.Factor, Room{}, now), 0)})
		}
	}
	return scores
}

package waitlist_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestOpenOfferCommands(t *testing.T) {
	t.Parallel()
	owner, venue, intent := uuid.New(), uuid.New(), uuid.New()
	open := waitlist.Offer{VenueID: venue, CustomerID: owner, Status: waitlist.OfferOpen, Version: 4, ExpiresAt: deadline}
	staff := actor.Actor{Role: actor.Staff}
	before := deadline.Add(-tick)
	all := waitlist.OfferCommands()
	for name, c := range map[string]struct {
		offer waitlist.Offer
		by    actor.Actor
		now   time.Time
		want  []waitlist.OfferCommand
	}{
		"staff":                        {open, staff, before, all},
		"its customer":                 {open, actor.Actor{Role: actor.Customer, CustomerID: &owner}, before, all[:2]},
		"another customer":             {open, actor.Actor{Role: actor.Customer, CustomerID: &venue}, before, all[:0]},
		"an agent":                     {open, actor.Actor{Role: actor.Agent, CustomerID: &owner}, before, all[:0]},
		"staff of another venue":       {open, actor.Actor{Role: actor.Staff, VenueIDs: []uuid.UUID{owner}}, before, all[:0]},
		"a key that may only look":     {open, actor.Actor{Role: actor.Staff, Scopes: []actor.Capability{actor.OfferRead}}, before, all[:0]},
		"at its deadline":              {open, staff, deadline, all[:0]},
		"while an intent has it":       {waitlist.Offer{Status: waitlist.OfferOpen, Version: 4, ExpiresAt: deadline, IntentID: &intent}, staff, before, all[:0]},
		"once somebody has decided it": {waitlist.Offer{Status: waitlist.OfferDeclined, Version: 4, ExpiresAt: deadline}, staff, before, all[:0]},
	} {
		require.Equal(t, append([]waitlist.OfferCommand{}, c.want...), waitlist.OpenOfferCommands(c.offer, c.by, c.now), name)
	}
}

func TestFactors(t *testing.T) {
	t.Parallel()
	c := waitlist.Candidate{Priority: 70, Credit: 250, Benefit: 3, PartySize: 4, JoinedAt: evening.Add(-time.Hour)}
	require.Empty(t, c.Factors(policy.Default(), evening))
	require.Empty(t, c.Factors(weighing(map[policy.Factor]int{policy.SlotFit: 9}), evening), "how well it fits is said by a slot")
	rules := weighing(map[policy.Factor]int{policy.Priority: 10, policy.RecoveryCredit: 1, policy.WaitingAge: 2, policy.SlotFit: 5})
	factors := c.Factors(rules, evening)
	require.Equal(t, []waitlist.FactorScore{{Factor: policy.Priority, Weight: 10, Value: 70}, {Factor: policy.RecoveryCredit, Weight: 1, Value: 250}, {Factor: policy.WaitingAge, Weight: 2, Value: 60}}, factors)
	sum := 0
	for _, f := range factors {
		sum += f.Weight * f.Value
	}
	require.Equal(t, waitlist.Score(c, rules, waitlist.Room{}, evening), sum, "they are what the order goes by")
	require.Zero(t, waitlist.Candidate{JoinedAt: evening.Add(time.Hour)}.Factors(rules, evening)[2].Value, "nothing counts against anybody")
}

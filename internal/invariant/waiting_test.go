package invariant

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
)

// TestForgottenQueue: forgotten is who promotion would choose, and nobody else. Two places of four are free, the parties
// wait in this order, and no vacancy says so.
func TestForgottenQueue(t *testing.T) {
	t.Parallel()
	bestFit := func(limit int) func(*policy.Rules) {
		return func(r *policy.Rules) { r.WaitlistFit, r.SkipLimit = policy.BestFitWithSkipLimit, limit }
	}
	plain := func(*policy.Rules) {}
	weighted := func(r *policy.Rules) { r.WaitlistWeights[0].Weight = 5 }
	for name, c := range map[string]struct {
		rules   func(*policy.Rules)
		parties []int
		chosen  int // the index of the party that is forgotten; -1 when nobody is
	}{
		"the first in line fits":                              {plain, []int{2, 1}, 0},
		"the first in line does not, and all wait behind it":  {plain, []int{3, 1}, -1},
		"a party that fits may pass one that does not":        {bestFit(1), []int{3, 1}, 1},
		"it may pass several":                                 {bestFit(1), []int{3, 4, 2}, 2},
		"it may not pass any more":                            {bestFit(0), []int{3, 1}, -1},
		"weights order the queue, and everybody fits":         {weighted, []int{1, 2}, 0},
		"weights order the queue, and it may begin with a no": {weighted, []int{1, 3}, -1},
		"the venue does not promote":                          {func(r *policy.Rules) { r.AutoPromote = false }, []int{1}, -1},
		"the slot has come too near":                          {func(r *policy.Rules) { r.LeadTime = 30 * time.Hour }, []int{1}, -1},
		"nobody waits":                                        {plain, nil, -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &scene{House: housetest.New(t), t: t}
			slot := s.Slot(s.Resource(inventory.Pooled, 4, 1, 4), 20*time.Hour, time.Hour)
			s.confirm(s.Guest("Two"), 2, slot)
			var entries []string
			for i, party := range c.parties {
				entries = append(entries, s.join(s.Guest(fmt.Sprint(i)), party, slot).String())
			}
			s.plant(`DELETE FROM vacancies`)
			s.Activate(uuid.New(), 2, c.rules)
			violations := of(s.quiet().Violations, "waiting-forgotten")
			if c.chosen < 0 {
				require.Empty(t, violations)
				return
			}
			require.Len(t, violations, 1)
			require.Contains(t, violations[0].Detail, entries[c.chosen])
		})
	}

	t.Run("somebody who was offered the slot before is not offered it again", func(t *testing.T) {
		t.Parallel()
		s := &scene{House: housetest.New(t, func(r *policy.Rules) { r.OnOfferLapse = policy.RequeueAtEnd }), t: t}
		offer := s.offered(s.Guest("Once"))
		s.Rewind("offers", "expires_at", offer)
		s.plant(`UPDATE reservations SET expires_at = now() - interval '1 second' WHERE promotional`, `UPDATE waitlist_entries SET offer_expires_at = now() - interval '1 second'`)
		s.settle()
		require.Equal(t, 1, s.Count(`SELECT count(*) FROM waitlist_entries WHERE status = 'WAITING'`))
		require.Empty(t, s.quiet().Violations)
	})
}

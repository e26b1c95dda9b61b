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

	t.Run("nor is whom something else keeps from it", func(t *testing.T) {
		t.Parallel()
		for name, change := range map[string]func(s *scene, slot uuid.UUID){
			"offers are off":           func(s *scene, _ uuid.UUID) { s.plant(`UPDATE venues SET offers_on = false`) },
			"it isn't on the list":     func(s *scene, _ uuid.UUID) { s.plant(`UPDATE venues SET allow_listed = true`) },
			"staff are to look":        func(s *scene, _ uuid.UUID) { s.barred("REQUIRES_STAFF_APPROVAL") },
			"it is excluded":           func(s *scene, _ uuid.UUID) { s.barred("EXCLUDE_AUTOMATIC_OFFER") },
			"the slot is for walk-ins": func(s *scene, _ uuid.UUID) { s.plant(`UPDATE slots SET walk_in_only = true`) },
			"the table is":             func(s *scene, _ uuid.UUID) { s.plant(`UPDATE resources SET walk_in_only = true`) },
			"the slot is withdrawn":    func(s *scene, _ uuid.UUID) { s.plant(`UPDATE slots SET state = 'WITHDRAWN'`) },
			"a pause":                  func(s *scene, slot uuid.UUID) { s.Pause(nil, slot) },
			"somebody has it, a bit later": func(s *scene, slot uuid.UUID) {
				s.plant(`UPDATE venues SET offers_on = false`)
				s.confirm(s.Guest("Has"), 2, s.Beside(slot, s.tableOf(slot), time.Minute, time.Hour))
				s.plant(`UPDATE venues SET offers_on = true`)
			},
			"guests need longer than staff": func(s *scene, _ uuid.UUID) {
				s.Activate(uuid.New(), 2, func(r *policy.Rules) {
					r.Channels = []policy.ChannelRule{{Channel: policy.Guest, LeadTime: new(50 * time.Hour)}}
				})
			},
			"arrivals are limited": func(s *scene, _ uuid.UUID) {
				s.Activate(uuid.New(), 2, func(r *policy.Rules) { r.PacingParties = new(1) })
			},
			"parties stay": func(s *scene, _ uuid.UUID) {
				s.Activate(uuid.New(), 2, func(r *policy.Rules) { r.BufferAfter = time.Hour })
			},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := &scene{House: housetest.New(t), t: t}
				slot := s.Evening()
				entry := s.join(s.Guest("Waits"), 2, slot)
				s.plant(`DELETE FROM vacancies`)
				require.Contains(t, of(s.quiet().Violations, "waiting-forgotten")[0].Detail, entry.String())
				change(s, slot)
				s.plant(`DELETE FROM vacancies`)
				require.Empty(t, of(s.quiet().Violations, "waiting-forgotten"))
			})
		}
	})
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

// barred lets a restriction rest on everybody.
func (s *scene) barred(kind string) {
	s.plant(`INSERT INTO adjustments (id, tenant_id, venue_id, customer_id, kind, amount, reason, granted_by, created_at)
		SELECT gen_random_uuid(), tenant_id, '` + s.Venue.String() + `', id, '` + kind + `', 0, 'test', 'test', created_at FROM customers`)
}

func (s *scene) tableOf(slot uuid.UUID) (table uuid.UUID) {
	s.Scan(`SELECT resource_id FROM slots WHERE id = $1`, []any{slot}, &table)
	return table
}

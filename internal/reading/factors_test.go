package reading_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestFactorsOfEntries(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	weighs := func(weights map[policy.Factor]int) func(*policy.Rules) {
		return func(r *policy.Rules) {
			for i, w := range r.WaitlistWeights {
				r.WaitlistWeights[i].Weight = weights[w.Factor]
			}
		}
	}
	venue := h.venue("UTC", weighs(map[policy.Factor]int{policy.Priority: 3, policy.Benefit: 5, policy.WaitingAge: 1, policy.SlotFit: 9}))
	plain := h.venue("UTC")
	hour := func(n int) time.Time { return h.now.Add(time.Duration(n) * time.Hour) }
	regular, stranger := h.customer(), h.customer()
	h.adjust(venue, regular) // a benefit of 7
	h.adjust(venue, regular)
	h.adjust(plain, stranger) // counts elsewhere
	join := func(venue, customer uuid.UUID) uuid.UUID {
		return h.join(venue, wish{customer: customer, from: hour(1), to: hour(9), joinedAt: h.now.Truncate(time.Minute).Add(-30 * time.Minute)})
	}
	first, second, other := join(venue, regular), join(venue, stranger), join(plain, stranger)
	h.exec(`UPDATE waitlist_entries SET priority = 40, version = version + 1 WHERE id = $1`, second)
	gone, offered := h.join(venue, wish{customer: regular, from: hour(20), to: hour(22)}), join(venue, h.customer())
	h.exec(`UPDATE waitlist_entries SET status = 'CANCELLED', version = version + 1 WHERE id = $1`, gone)
	h.offer(offered, h.slot(h.table(venue), hour(2)), proposal{})
	over := h.join(venue, wish{from: hour(-9), to: h.now})
	all := []uuid.UUID{first, second, other, gone, offered, over, uuid.New()}

	t.Run("what weighs for those who wait, how well they fit apart", func(t *testing.T) {
		got, err := h.reader.FactorsOfEntries(t.Context(), h.staff, all)
		require.NoError(t, err)
		require.Len(t, got, 3)
		require.Empty(t, got[other], "there turns go by joining alone")
		scores := func(priority, benefit, age int) []waitlist.FactorScore {
			return []waitlist.FactorScore{{Factor: policy.Priority, Weight: 3, Value: priority}, {Factor: policy.Benefit, Weight: 5, Value: benefit}, {Factor: policy.WaitingAge, Weight: 1, Value: age}}
		}
		waited := got[first][2].Value
		require.InDelta(t, 30, waited, 2, "minutes")
		require.Equal(t, scores(0, 14, waited), got[first])
		require.Equal(t, scores(40, 0, waited), got[second])
	})
	t.Run("customers and agents are told nothing, staff of the venue alone", func(t *testing.T) {
		for what, a := range map[string]int{"a customer": 0, "an agent": 1} {
			by := h.guest(regular)
			if a == 1 {
				by = h.agentOf(regular)
			}
			got, err := h.reader.FactorsOfEntries(t.Context(), by, all)
			require.NoError(t, err)
			require.Empty(t, got, what)
		}
		got, err := h.reader.FactorsOfEntries(t.Context(), h.only(plain), all)
		require.NoError(t, err)
		require.Equal(t, []uuid.UUID{other}, keys(got))
		foreign := h.neighbour()
		got, err = foreign.reader.FactorsOfEntries(t.Context(), foreign.staff, all)
		require.NoError(t, err)
		require.Empty(t, got)
	})
	t.Run("many cost what one does", func(t *testing.T) {
		through, m := metered(t, h.db)
		reader := newReader(through)
		_, err := reader.Now(t.Context(), h.staff)
		require.NoError(t, err)
		for _, ids := range [][]uuid.UUID{{first}, all} {
			require.Equal(t, 6, m.cost(t, func(ctx context.Context) error { // BEGIN with the scope, clock, entries, rules, adjustments, COMMIT
				_, err := reader.FactorsOfEntries(ctx, h.staff, ids)
				return err
			}))
		}
		require.Zero(t, m.cost(t, func(ctx context.Context) error {
			_, err := reader.FactorsOfEntries(ctx, h.guest(regular), all)
			return err
		}))
	})
}

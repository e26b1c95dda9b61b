package reading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/waitlist"
)

func TestPolicyPreview(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	venue, elsewhere := h.venue("UTC", func(r *policy.Rules) { r.AutoPromote = false }), h.venue("UTC")
	start := h.now.Add(24 * time.Hour)
	slot, other := h.slot(h.room(venue, 4), start), h.slot(h.table(elsewhere), start)
	wishing := func(party int) uuid.UUID {
		return h.join(venue, wish{party: party, from: start, to: start.Add(time.Hour)})
	}
	h.book(booking{party: 2}, slot)
	large := wishing(4)
	small := h.join(venue, wish{party: 2, from: start, to: start.Add(time.Hour), joinedAt: h.now.Add(time.Second)})
	rules := policy.Default()
	strict := h.policy(venue, 2, rules, false)
	rules.WaitlistFit, rules.SkipLimit = policy.BestFitWithSkipLimit, 1
	best := h.policy(venue, 3, rules, false)

	t.Run("each version would choose by its own rules", func(t *testing.T) {
		got, err := h.reader.PolicyPreview(t.Context(), h.staff, strict, slot)
		require.NoError(t, err)
		require.Equal(t, waitlist.Selection{
			TenantID: h.tenant, VenueID: venue, SlotID: slot, PolicyVersionID: strict, PolicyDigest: policy.Default().Digest(),
			Considered: 1, Skipped: []waitlist.Skipped{}, CreatedAt: got.CreatedAt,
		}, got)
		got, err = h.reader.PolicyPreview(t.Context(), h.staff, best, slot)
		require.NoError(t, err)
		require.Equal(t, small, got.EntryID)
		require.Equal(t, rules.Digest(), got.PolicyDigest)
		require.Equal(t, 2, got.Considered)
		require.Equal(t, []waitlist.Skipped{{EntryID: large, Position: 1, Code: problem.CapacityExceeded, Counted: true}}, got.Skipped)
	})
	t.Run("the one in force promotes nobody here", func(t *testing.T) {
		active, err := h.reader.ActivePolicies(t.Context(), h.staff, []uuid.UUID{venue})
		require.NoError(t, err)
		got, err := h.reader.PolicyPreview(t.Context(), h.staff, active[venue].ID, slot)
		require.NoError(t, err)
		require.Equal(t, uuid.Nil, got.EntryID)
		require.Zero(t, got.Considered)
	})
	t.Run("one answer for all that can't be tried", func(t *testing.T) {
		next := h.neighbour()
		there := next.venue("UTC")
		foreign := next.slot(next.table(there), start)
		for what, ids := range map[string][2]uuid.UUID{
			"no such version": {uuid.New(), slot}, "no such slot": {strict, uuid.New()}, "a slot of another venue": {strict, other},
			"a slot of another tenant": {strict, foreign}, "the two for each other": {slot, strict},
		} {
			_, err := h.reader.PolicyPreview(t.Context(), h.staff, ids[0], ids[1])
			requireUnknown(t, err, what)
		}
		_, err := h.reader.PolicyPreview(t.Context(), h.only(elsewhere), strict, slot)
		requireUnknown(t, err, "a venue that isn't granted")
		_, err = h.reader.PolicyPreview(t.Context(), next.staff, strict, slot)
		requireUnknown(t, err, "another tenant's")
	})
	t.Run("whoever is a customer sees nobody who was passed over", func(t *testing.T) {
		got, err := h.reader.PolicyPreview(t.Context(), h.guest(h.customer()), best, slot)
		require.NoError(t, err)
		require.Empty(t, got.Skipped)
	})
}

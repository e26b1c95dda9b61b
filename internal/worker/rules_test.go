package worker_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// TestRulesFollowTheClock: nobody pokes the loop, and yet plans come into force and ends of adjustments are noted, never early.
func TestRulesFollowTheClock(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h, ctx := housetest.In(t, db), context.Background()
	guest, amount, soon := h.Guest("Guest"), 1, time.Now().Add(4*time.Second) // a slow machine has planned both by then
	r := housetest.Must(t)(h.Desk.DraftPolicy(ctx, h.Admin, booking.DraftPolicy{VenueID: ref.Encode(ref.Venue, h.Venue), Key: h.Key()}, "test"))
	plan := housetest.ID(t, r, ref.PolicyVersion)
	housetest.Must(t)(h.Desk.ActivatePolicy(ctx, h.Admin, booking.ActivatePolicy{PolicyVersionID: ref.Encode(ref.PolicyVersion, plan), At: &soon, ExpectedVersion: 1, Key: h.Key()}, "test"))
	r = housetest.Must(t)(h.Desk.GrantAdjustment(ctx, h.Admin, booking.GrantAdjustment{
		VenueID: ref.Encode(ref.Venue, h.Venue), CustomerID: ref.Encode(ref.Customer, *guest.CustomerID), Kind: waitlist.Benefit,
		Amount: &amount, Reason: "for a while", ExpiresAt: &soon, Key: h.Key(),
	}, "test"))
	benefit := housetest.ID(t, r, ref.Adjustment)
	working(t, h)
	require.Eventually(t, func() bool {
		return h.Count(`SELECT count(*) FROM policy_versions WHERE id = $1 AND status = 'ACTIVE'`, plan)+h.Count(`SELECT count(*) FROM adjustments WHERE id = $1 AND lapse_noted`, benefit) == 2
	}, time.Minute, 20*time.Millisecond)
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM policy_versions WHERE id = $1 AND activated_at >= $2`, plan, soon), "not early")
	require.Zero(t, h.Count(`SELECT count(*) FROM policy_versions WHERE status = 'DRAFT'`))
}

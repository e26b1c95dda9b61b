package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/waitlist"
)

// FactorsOfEntries finds what the active rules weigh for waitlist entries that wait now, how well they fit a place apart. An
// entry that doesn't wait is missing, and so is every one for a customer and an agent: what others are granted shows in it.
func (r *Reader) FactorsOfEntries(ctx context.Context, a actor.Actor, entryIDs []uuid.UUID) (map[uuid.UUID][]waitlist.FactorScore, error) {
	factors := map[uuid.UUID][]waitlist.FactorScore{}
	if a.OwnOnly() {
		return factors, nil
	}
	err := r.each(ctx, a, entryIDs, func(ctx context.Context, rows Rows, want Want) error {
		now, err := rows.Clock(ctx)
		if err != nil {
			return err
		}
		entries, err := rows.Entries(ctx, want, []waitlist.EntryStatus{waitlist.Waiting}, now)
		if err != nil || len(entries) == 0 {
			return err
		}
		rules, granted, err := weighed(ctx, rows, entries, now)
		for _, e := range entries {
			c := waitlist.Candidate{EntryID: e.ID, CustomerID: e.CustomerID, JoinedAt: e.JoinedAt, Priority: e.Priority}
			factors[e.ID] = c.Adjusted(granted[e.VenueID], now).Factors(rules[e.VenueID], now)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what weighs for %d waitlist entries: %w", len(entryIDs), err)
	}
	return factors, nil
}

// weighed reads what weighs at the venues of entries: their rules, and what they have granted to whoever waits.
func weighed(ctx context.Context, rows Rows, entries []waitlist.Entry, now time.Time) (map[uuid.UUID]policy.Rules, map[uuid.UUID][]waitlist.Adjustment, error) {
	rules, granted := map[uuid.UUID]policy.Rules{}, map[uuid.UUID][]waitlist.Adjustment{}
	venues, customers := []uuid.UUID{}, []uuid.UUID{}
	for _, e := range entries {
		if _, known := rules[e.VenueID]; !known {
			rules[e.VenueID] = policy.Rules{}
			venues = append(venues, e.VenueID)
		}
		customers = append(customers, e.CustomerID)
	}
	versions, err := rows.ActivePolicies(ctx, Want{Venues: venues})
	if err != nil {
		return nil, nil, err
	}
	for _, v := range versions {
		rules[v.VenueID] = v.Rules
	}
	adjustments, err := rows.AdjustmentsOf(ctx, venues, customers, now)
	for _, a := range adjustments {
		granted[a.VenueID] = append(granted[a.VenueID], a)
	}
	return rules, granted, err
}

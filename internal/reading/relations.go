package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
)

// SlotsByID finds slots of venues that the actor is granted, as they stand now for the smallest party of their resource.
func (r *Reader) SlotsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]Slot, error) {
	return r.slotsOf(ctx, a, ids, slotsByID)
}

// CountedSlotsByID finds the same slots for those who ask of how they stand no more than Remaining: Blockers and Bookable say
// nothing of them.
func (r *Reader) CountedSlotsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]Slot, error) {
	return r.slotsOf(ctx, a, ids, countedSlotsByID)
}

// PlainSlotsByID finds the same slots for those who don't ask how they stand among others: Remaining, Blockers and Bookable
// say nothing of them.
func (r *Reader) PlainSlotsByID(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID]Slot, error) {
	return r.slotsOf(ctx, a, ids, plainSlotsByID)
}

type slotsRead func(ctx context.Context, rows Rows, want Want) (map[uuid.UUID]Slot, error)

func (r *Reader) slotsOf(ctx context.Context, a actor.Actor, ids []uuid.UUID, read slotsRead) (slots map[uuid.UUID]Slot, err error) {
	if len(ids) == 0 {
		return map[uuid.UUID]Slot{}, nil
	}
	err = r.snapshotByID(ctx, a.TenantID, func(ctx context.Context, rows Rows) (err error) {
		slots, err = read(ctx, rows, seenBy(a).only(ids))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read %d slots: %w", len(ids), err)
	}
	return slots, nil
}

func countedSlotsByID(ctx context.Context, rows Rows, want Want) (map[uuid.UUID]Slot, error) {
	now, standings, err := standingsOf(ctx, rows, want)
	if err == nil {
		err = count(ctx, rows, standings, now)
	}
	return shown(standings, now), err
}

func plainSlotsByID(ctx context.Context, rows Rows, want Want) (map[uuid.UUID]Slot, error) {
	now, standings, err := standingsOf(ctx, rows, want)
	return shown(standings, now), err
}

func slotsByID(ctx context.Context, rows Rows, want Want) (map[uuid.UUID]Slot, error) {
	now, standings, err := standingsOf(ctx, rows, want)
	if err != nil {
		return nil, err
	}
	rules, err := rulesOf(ctx, rows, standings)
	if err != nil {
		return nil, err
	}
	if err := settle(ctx, rows, standings, rules, now); err != nil {
		return nil, err
	}
	return shown(standings, now), nil
}

func standingsOf(ctx context.Context, rows Rows, want Want) (now time.Time, standings []inventory.Standing, err error) {
	if now, err = rows.Clock(ctx); err != nil {
		return now, nil, err
	}
	standings, err = rows.Slots(ctx, want, now)
	return now, standings, err
}

func shown(standings []inventory.Standing, now time.Time) map[uuid.UUID]Slot {
	slots := make(map[uuid.UUID]Slot, len(standings))
	for _, s := range standings {
		slots[s.Slot.ID] = Slot{Slot: s.Slot, Standing: s, Party: s.Resource.MinParty, Channel: policy.Guest, Now: now}
	}
	return slots
}

// rulesOf reads the active rules of the venues of some slots. Those of a venue without are zero: it sells nothing.
func rulesOf(ctx context.Context, rows Rows, standings []inventory.Standing) (map[uuid.UUID]policy.Rules, error) {
	rules := map[uuid.UUID]policy.Rules{}
	venues := []uuid.UUID{}
	for _, s := range standings {
		if _, known := rules[s.Slot.VenueID]; !known {
			rules[s.Slot.VenueID] = policy.Rules{}
			venues = append(venues, s.Slot.VenueID)
		}
	}
	if len(venues) == 0 {
		return rules, nil
	}
	versions, err := rows.ActivePolicies(ctx, Want{Venues: venues})
	for _, v := range versions {
		rules[v.VenueID] = v.Rules
	}
	return rules, err
}

// ActivePolicies finds, by venue, the version that the venue now decides by.
func (r *Reader) ActivePolicies(ctx context.Context, a actor.Actor, venueIDs []uuid.UUID) (map[uuid.UUID]policy.Version, error) {
	granted := []uuid.UUID{}
	for _, id := range venueIDs {
		if a.SeesVenue(id) {
			granted = append(granted, id)
		}
	}
	active := map[uuid.UUID]policy.Version{}
	err := r.each(ctx, a, granted, func(ctx context.Context, rows Rows, _ Want) error {
		versions, err := rows.ActivePolicies(ctx, Want{Venues: granted})
		for _, v := range versions {
			active[v.VenueID] = v
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the active policies of %d venues: %w", len(venueIDs), err)
	}
	return active, nil
}

// Positions finds the places, counted from 1, of waitlist entries that the actor may see and that now wait: one more than
// the entries before it with an overlapping range and a resource that could be the same. An entry that goes back to the
// end of the queue because its offer lapsed stands behind everybody, whether or not that has been recorded.
func (r *Reader) Positions(ctx context.Context, a actor.Actor, entryIDs []uuid.UUID) (map[uuid.UUID]int, error) {
	positions := map[uuid.UUID]int{}
	err := r.each(ctx, a, entryIDs, func(ctx context.Context, rows Rows, want Want) error {
		now, err := rows.Clock(ctx)
		if err != nil {
			return err
		}
		positions, err = rows.Positions(ctx, want, now)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the positions of %d waitlist entries: %w", len(entryIDs), err)
	}
	return positions, nil
}

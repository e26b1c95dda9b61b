package booking

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/event"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// AdjustCapacity changes the capacity of one slot.
type AdjustCapacity struct {
	SlotID          string
	Capacity        int
	ExpectedVersion int
	Reason          string
	Key             string
}

// AdjustCapacity changes the capacity of one slot; what is laid out later keeps it. What is added goes to the waitlist first.
// Below what is allocated it is CAPACITY_EXCEEDED, other than 1 for EXCLUSIVE POLICY_FORBIDS. Holds that have lapsed are in
// nobody's way: where their units are needed they are released first.
func (d *Desk) AdjustCapacity(ctx context.Context, by actor.Actor, in AdjustCapacity, correlationID string) (command.Result, error) {
	if err := checkVersion(in.ExpectedVersion); err != nil {
		return command.Result{}, err
	}
	if err := checkCapacity(in.Capacity); err != nil {
		return command.Result{}, err
	}
	var err error
	if in.Reason, err = givenReason(in.Reason); err != nil {
		return command.Result{}, err
	}
	c := call{actor: by, capability: actor.CapacityAdjust, operation: "adjustCapacity", key: in.Key, correlationID: correlationID, reason: in.Reason,
		input: struct {
			SlotID                    string
			Capacity, ExpectedVersion int
			Reason                    string
		}{in.SlotID, in.Capacity, in.ExpectedVersion, in.Reason}}
	released := 0 // versions by which our own releases have raised the slot
	for range tries {
		result, err := d.run(ctx, c, func(ctx context.Context, tx Tx) (verdict, error) { return decideCapacity(ctx, tx, by, in, released) })
		var over *lapsedHere
		if !errors.As(err, &over) {
			return result, err
		}
		if err := d.lapseEach(ctx, by.TenantID, over.holds); err != nil {
			return command.Result{}, err
		}
		released += len(over.holds)
	}
	return command.Result{}, fmt.Errorf("%w: holds on the slot lapsed %d times", problem.ErrUnavailable, tries)
}

func decideCapacity(ctx context.Context, tx Tx, by actor.Actor, in AdjustCapacity, released int) (verdict, error) {
	id, ok := ref.Decode(ref.Slot, in.SlotID)
	if !ok {
		return unknownReference("slot")
	}
	places, err := tx.LockPlaces(ctx, []uuid.UUID{id})
	if err != nil {
		return verdict{}, fmt.Errorf("lock slot %s: %w", id, err)
	}
	if len(places) != 1 || !by.SeesVenue(places[0].Slot.VenueID) {
		return unknownReference("slot")
	}
	slot := places[0].Slot
	shown := about(slot.VenueID, ref.Ref{Kind: ref.Slot, ID: slot.ID})
	if p := readAnother("slot", slot.Version, in.ExpectedVersion+released); p != nil {
		return refused(p, shown)
	}
	if resource := places[0].Resource; resource.Kind == inventory.Exclusive && in.Capacity != 1 {
		return refused(problem.New(problem.PolicyForbids, "One party takes %s as a whole, so its capacity stays 1.", resource.Name).WithField("capacity"), shown)
	}
	now, lapsed, err := tx.Lapsed(ctx, []uuid.UUID{id})
	if err != nil {
		return verdict{}, fmt.Errorf("read lapsed holds: %w", err)
	}
	if in.Capacity < slot.Taken {
		over, units := &lapsedHere{}, 0
		for _, hold := range lapsed {
			over.holds = append(over.holds, hold.Reservation.ID)
			units += unitsOf(hold.Allocations, id)
		}
		if in.Capacity < slot.Taken-units {
			return refused(problem.New(problem.CapacityExceeded, "%d units of the slot are allocated; its capacity can't be less.", slot.Taken-units), shown)
		}
		return verdict{}, over
	}
	s, after := newSheet(by.TenantID, now, nil), slot
	if change(&after.Capacity, &in.Capacity) {
		s.adjust(slot, after)
	}
	return verdict{changes: s.done(), answer: shown}, nil
}

// adjust writes the new capacity of a locked slot. What is added is noted for the waitlist, unless the slot has begun.
func (s *sheet) adjust(before, after inventory.Slot) {
	after.Version = before.Version + 1
	s.changes.House.Capacitated = append(s.changes.House.Capacitated, Change[inventory.Slot]{Before: before, After: after})
	s.announce(after.VenueID, event.SlotAdjusted, ref.Slot, after.ID, after.Version, nil, after)
	if after.Capacity > before.Capacity && after.StartsAt.After(s.now) {
		s.changes.Vacancies = append(s.changes.Vacancies, Vacancy{ID: ref.NewID(), VenueID: after.VenueID, SlotID: &after.ID, Cause: string(event.SlotAdjusted), FreedAt: &s.now, CreatedAt: s.now})
	}
}

// unitsOf are the units that allocations hold of a slot.
func unitsOf(held []inventory.Allocation, slot uuid.UUID) (units int) {
	for _, a := range held {
		if a.SlotID == slot {
			units += a.Units
		}
	}
	return units
}

package reading

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/actor"
)

// SlotsOfReservations finds the slots of reservations that the actor may see, by start, as SlotsByID does. Slots that a move
// left behind are not among them; those of a reservation that is over are.
func (r *Reader) SlotsOfReservations(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID][]Slot, error) {
	return r.slotsHeld(ctx, a, ids, slotsByID)
}

// CountedSlotsOfReservations finds them as CountedSlotsByID does.
func (r *Reader) CountedSlotsOfReservations(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID][]Slot, error) {
	return r.slotsHeld(ctx, a, ids, countedSlotsByID)
}

// PlainSlotsOfReservations finds them as PlainSlotsByID does.
func (r *Reader) PlainSlotsOfReservations(ctx context.Context, a actor.Actor, ids []uuid.UUID) (map[uuid.UUID][]Slot, error) {
	return r.slotsHeld(ctx, a, ids, plainSlotsByID)
}

func (r *Reader) slotsHeld(ctx context.Context, a actor.Actor, ids []uuid.UUID, read slotsRead) (held map[uuid.UUID][]Slot, err error) {
	if len(ids) == 0 {
		return map[uuid.UUID][]Slot{}, nil
	}
	err = r.snapshotByID(ctx, a.TenantID, func(ctx context.Context, rows Rows) error {
		held = make(map[uuid.UUID][]Slot, len(ids))
		of, err := rows.SlotIDs(ctx, seenBy(a).only(ids))
		if err != nil || len(of) == 0 {
			return err
		}
		slots, err := read(ctx, rows, seenBy(a).only(distinct(of)))
		if err != nil {
			return err
		}
		for reservation, named := range of {
			for _, id := range named {
				if slot, seen := slots[id]; seen {
					held[reservation] = append(held[reservation], slot)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the slots of %d reservations: %w", len(ids), err)
	}
	return held, nil
}

// distinct are all ids of some lists, each once.
func distinct(lists map[uuid.UUID][]uuid.UUID) []uuid.UUID {
	var all []uuid.UUID
	seen := map[uuid.UUID]bool{}
	for _, list := range lists {
		for _, id := range list {
			if !seen[id] {
				seen[id] = true
				all = append(all, id)
			}
		}
	}
	return all
}

package reading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// Slot is a slot with how it stood at one moment, and the party for which Bookable and Blockers speak.
type Slot struct {
	inventory.Slot
	Standing inventory.Standing
	Party    int
	Now      time.Time
	Channel  policy.Channel // by which it would be booked
}

// Remaining is the units nobody holds; lapsed holds count as free. They may be due to the waitlist.
func (s Slot) Remaining() int { return s.Standing.Remaining() }

// Blockers lists why the party can't book the slot; empty when it can.
func (s Slot) Blockers() []problem.Code { return s.Standing.Blockers(s.ask()) }

// Bookable reports whether a hold of the slot for the party, at the slot's version, would succeed.
func (s Slot) Bookable() bool { return len(s.Blockers()) == 0 }

// State says whether the slot is on offer. An event that is older than the question says nothing: then it was.
func (s Slot) State() inventory.SlotState {
	if s.Slot.State == "" {
		return inventory.Open
	}
	return s.Slot.State
}

func (s Slot) ask() inventory.Ask {
	return inventory.Ask{Party: s.Party, Channel: s.Channel, Now: s.Now}
}

// count completes of standings what Remaining needs.
func count(ctx context.Context, rows Rows, standings []inventory.Standing, now time.Time) error {
	asked := make([]*inventory.Standing, len(standings))
	for i := range standings {
		asked[i] = &standings[i]
	}
	return availability.FindBusy(ctx, rows, asked, now)
}

// settle completes standings: each gets the rules of its venue, what lies around it and the answer of its queue.
func settle(ctx context.Context, rows Rows, standings []inventory.Standing, rules map[uuid.UUID]policy.Rules, now time.Time) error {
	asked := make([]*inventory.Standing, len(standings))
	for i := range standings {
		standings[i].Rules = rules[standings[i].Slot.VenueID]
		asked[i] = &standings[i]
	}
	if err := availability.Complete(ctx, rows, asked, now); err != nil {
		return err
	}
	if err := availability.Settle(ctx, rows, asked, now); err != nil {
		return fmt.Errorf("settle %d slots: %w", len(standings), err)
	}
	return nil
}

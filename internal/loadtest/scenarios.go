package loadtest

import (
	"context"
	"errors"
	"fmt"
)

// scenario is a kind of load: what it needs, and what one call does.
type scenario struct {
	plan func(Options) Plan
	// prepare makes what the calls need besides the ground; nil is nothing.
	prepare func(context.Context, *Ground) error
	call    func(*Ground, Options) func(ctx context.Context, nth int) Answer
}

// errNoSlots says that more was asked than the ground has.
var errNoSlots = errors.New("the ground has no more free slots")

const (
	holdFields    = "reservation { id version status expiresAt }"
	confirmFields = "reservation { id version status }"
)

// scenarios are all there are, by name.
var scenarios = map[string]scenario{
	"hold": {
		plan: func(o Options) Plan { return PlanFor(o.arrivals().Total()) },
		call: func(g *Ground, _ Options) func(context.Context, int) Answer {
			return func(ctx context.Context, nth int) Answer {
				_, answer := g.Hold(ctx, nth, holdFields)
				return answer
			}
		},
	},
	"hot": {
		plan: func(o Options) Plan {
			capacity := o.Capacity
			if capacity == 0 {
				capacity = min(o.arrivals().Total(), mostUnits)
			}
			return Plan{Places: 1, Capacity: max(2, capacity), Days: 1} // of one unit it would be no shared slot
		},
		call: func(g *Ground, _ Options) func(context.Context, int) Answer {
			return func(ctx context.Context, _ int) Answer {
				_, answer := g.Hold(ctx, 0, holdFields)
				return answer
			}
		},
	},
	"story": {
		plan: func(o Options) Plan { return PlanFor(o.arrivals().Total()) },
		call: func(g *Ground, _ Options) func(context.Context, int) Answer { return g.Story },
	},
	"list": {
		plan:    func(Options) Plan { return PlanFor(listed) },
		prepare: func(ctx context.Context, g *Ground) error { return g.Furnish(ctx) },
		call: func(g *Ground, o Options) func(context.Context, int) Answer {
			if o.List == "availability" {
				return g.ListAvailability
			}
			return g.ListReservations
		},
	},
}

// Hold holds the nth slot for one person, and returns the payload.
func (g *Ground) Hold(ctx context.Context, nth int, fields string) (payload func(path string) string, _ Answer) {
	if nth >= len(g.Slots) {
		return nil, Answer{Err: errNoSlots}
	}
	made, answer := g.client.command(ctx, "holdSlot", "HoldSlotInput", fields, Vars{"slotIds": []string{g.Slots[nth]}, "partySize": 1})
	return func(path string) string { return made.Get(path).String() }, answer
}

// Story holds the nth slot and confirms it.
func (g *Ground) Story(ctx context.Context, nth int) Answer {
	made, answer := g.Hold(ctx, nth, holdFields)
	if !answer.Done() {
		return answer
	}
	_, answer = g.client.command(ctx, "confirmReservation", "ReservationCommandInput", confirmFields,
		Vars{"reservationId": made("reservation.id"), "expectedVersion": number(made("reservation.version"))})
	return answer
}

// mostUnits is the largest capacity that a resource may have.
const mostUnits = 100_000

// listed is how many reservations a list has to show.
const listed = 100

// Furnish makes reservations for lists to show.
func (g *Ground) Furnish(ctx context.Context) error {
	for nth := range listed {
		for {
			answer := g.Story(ctx, nth)
			wait, err := answer.patience()
			if err != nil {
				return fmt.Errorf("make reservation %d: %w", nth, err)
			}
			if !wait {
				break
			}
			if err := Wall.WaitUntil(ctx, Wall.Now().Add(groundPace)); err != nil {
				return err
			}
			nth = min(nth+listed, len(g.Slots)-1) // the slot may be held by now
		}
	}
	return nil
}

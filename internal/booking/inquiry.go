package booking

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/availability"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// inquiry is the Facts of one member of a group. What isn't known yet it waits for, until all others wait too.
type inquiry struct {
	*known
	wait    func(want) bool // false: there will be no answer
	read    []fact
	queued  bool // whether it has seen anybody waiting for a slot
	verdict verdict
	err     error
}

var _ Facts = (*inquiry)(nil)

// begin starts the decision. next runs it until it waits for something, which it returns, or is made.
func (a *inquiry) begin(ctx context.Context, decide func(context.Context, Facts) (verdict, error)) (next func() (want, bool), stop func()) {
	return iter.Pull(func(yield func(want) bool) {
		a.wait = yield
		a.verdict, a.err = decide(ctx, a)
	})
}

// decideAgain makes the decision by what is known by now, and gives up where it would need more.
func (a *inquiry) decideAgain(ctx context.Context, decide func(context.Context, Facts) (verdict, error)) {
	a.read, a.queued, a.wait = nil, false, func(want) bool { return false }
	a.verdict, a.err = decide(ctx, a)
}

// need makes sure that something is known.
func (a *inquiry) need(w want) error {
	a.read = append(a.read, w.facts()...)
	if a.knows(w) {
		return nil
	}
	if !a.wait(w) {
		return errAlone
	}
	return nil
}

// Now is the clock as it was read last.
func (a *inquiry) Now(context.Context) (time.Time, error) {
	err := a.need(want{kind: theClock})
	return a.now, err
}

// PolicyVersion finds rules.
func (a *inquiry) PolicyVersion(_ context.Context, id uuid.UUID) (*policy.Version, error) {
	err := a.need(want{kind: aPolicy, ids: []uuid.UUID{id}})
	return a.policies[id], err
}

// Reservation finds a reservation.
func (a *inquiry) Reservation(_ context.Context, id uuid.UUID) (*reservation.Reservation, error) {
	err := a.need(want{kind: aReservation, ids: []uuid.UUID{id}})
	return a.reservations[id], err
}

// Allocations lists what a reservation has.
func (a *inquiry) Allocations(_ context.Context, id uuid.UUID) ([]inventory.Allocation, error) {
	err := a.need(want{kind: allocations, ids: []uuid.UUID{id}})
	return slices.Clone(a.allocations[id]), err
}

// Offer finds an offer.
func (a *inquiry) Offer(_ context.Context, id uuid.UUID) (*waitlist.Offer, error) {
	err := a.need(want{kind: anOffer, ids: []uuid.UUID{id}})
	return a.offers[id], err
}

// MatchCustomer finds a customer.
func (a *inquiry) MatchCustomer(_ context.Context, emailKey, phoneKey *string) (*customer.Customer, error) {
	c := contact{}
	if emailKey != nil {
		c.email = *emailKey
	}
	if phoneKey != nil {
		c.phone = *phoneKey
	}
	err := a.need(want{kind: aContact, contact: c})
	return a.contacts[c], err
}

// LockCustomer locks a customer.
func (a *inquiry) LockCustomer(_ context.Context, id uuid.UUID) (*customer.Customer, error) {
	if err := a.need(want{kind: customerLock, ids: []uuid.UUID{id}}); err != nil || a.customers[id] == nil {
		return nil, err
	}
	found := *a.customers[id]
	return &found, nil
}

// ActiveReservations counts what a customer occupies.
func (a *inquiry) ActiveReservations(_ context.Context, id uuid.UUID, _ time.Time) (int, error) {
	err := a.need(want{kind: activeOf, ids: []uuid.UUID{id}})
	return a.active[id], err
}

// LockPlaces locks slots.
func (a *inquiry) LockPlaces(_ context.Context, slots []uuid.UUID) ([]Place, error) {
	if err := a.need(want{kind: slotLock, ids: slots}); err != nil {
		return nil, err
	}
	return listed(a.places, slots), nil
}

// Lapsed lists the holds on slots that are over.
func (a *inquiry) Lapsed(_ context.Context, slots []uuid.UUID) (time.Time, []LapsedHold, error) {
	if err := a.need(want{kind: lapsedOn, ids: slots}); err != nil {
		return time.Time{}, nil, err
	}
	var holds []LapsedHold
	for _, hold := range a.lapsed {
		if slices.ContainsFunc(hold.Allocations, func(u inventory.Allocation) bool { return slices.Contains(slots, u.SlotID) }) {
			holds = append(holds, hold)
		}
	}
	return a.now, holds, nil
}

// Busy lists the time that others keep.
func (a *inquiry) Busy(_ context.Context, reaches []availability.Reach, _ time.Time) (found []inventory.Busy, err error) {
	if err := a.need(want{kind: timeKept, reaches: reaches}); err != nil {
		return nil, err
	}
	var seen []uuid.UUID
	for _, reach := range reaches {
		if slices.Contains(seen, reach.Resource) {
			return nil, errAlone // each resource is asked for once
		}
		seen = append(seen, reach.Resource)
		for _, b := range a.busy[reach.Resource] {
			if b.Meets(reach.Span) {
				found = append(found, b)
			}
		}
	}
	return found, nil
}

// Queue reads the fronts of queues.
func (a *inquiry) Queue(_ context.Context, slots []uuid.UUID, _ time.Time, limit int) (map[uuid.UUID][]waitlist.Candidate, error) {
	if err := a.need(want{kind: queueOf, ids: slots, limit: limit}); err != nil {
		return nil, err
	}
	fronts := map[uuid.UUID][]waitlist.Candidate{}
	for _, slot := range slots {
		if front := a.queues[front{slot, limit}]; len(front) > 0 {
			fronts[slot], a.queued = slices.Clone(front), true
		}
	}
	return fronts, nil
}

// LockReservations locks reservations.
func (a *inquiry) LockReservations(_ context.Context, ids []uuid.UUID) ([]reservation.Reservation, error) {
	err := a.need(want{kind: reservationLock, ids: ids})
	return listed(a.heldReservations, ids), err
}

// LockOffers locks offers.
func (a *inquiry) LockOffers(_ context.Context, ids []uuid.UUID) ([]waitlist.Offer, error) {
	err := a.need(want{kind: offerLock, ids: ids})
	return listed(a.heldOffers, ids), err
}

// LockEntries locks entries.
func (a *inquiry) LockEntries(_ context.Context, ids []uuid.UUID) ([]waitlist.Entry, error) {
	err := a.need(want{kind: entryLock, ids: ids})
	return listed(a.heldEntries, ids), err
}

// AdjustmentsOf lists what is granted. It, and the three that follow, read what no member changes.
func (a *inquiry) AdjustmentsOf(ctx context.Context, venues, customers []uuid.UUID, now time.Time) ([]waitlist.Adjustment, error) {
	return a.tx.AdjustmentsOf(ctx, venues, customers, now)
}

// Allowed lists who is on the allow lists.
func (a *inquiry) Allowed(ctx context.Context, venues, customers []uuid.UUID) (map[availability.Member]bool, error) {
	return a.tx.Allowed(ctx, venues, customers)
}

// Pauses lists pauses.
func (a *inquiry) Pauses(ctx context.Context, venues []uuid.UUID, span policy.Span) ([]inventory.Pause, error) {
	return a.tx.Pauses(ctx, venues, span)
}

// Closed lists what is closed.
func (a *inquiry) Closed(ctx context.Context, resources []uuid.UUID) ([]uuid.UUID, error) {
	return a.tx.Closed(ctx, resources)
}

// Awaited would tell which intents wait. It, and all that follow, look further than at the member's own slots and rows: such
// decisions are made alone.
func (a *inquiry) Awaited(context.Context, []uuid.UUID) (map[uuid.UUID][]inventory.Waiter, error) {
	return nil, errAlone
}

// OfferOfHold would find the offer of a hold.
func (a *inquiry) OfferOfHold(context.Context, uuid.UUID) (*waitlist.Offer, error) {
	return nil, errAlone
}

// LockTime would lock the time of resources.
func (a *inquiry) LockTime(context.Context, []uuid.UUID) error { return errAlone }

// LockArrivals would lock who arrives.
func (a *inquiry) LockArrivals(context.Context, uuid.UUID, []time.Time) error { return errAlone }

// Arrivals would count who arrives.
func (a *inquiry) Arrivals(context.Context, []uuid.UUID, policy.Span, time.Time) (map[availability.Quarter]inventory.Arrivals, error) {
	return nil, errAlone
}

// Around would find neighbours.
func (a *inquiry) Around(context.Context, []uuid.UUID, []availability.Reach, []uuid.UUID, time.Time) ([]inventory.Standing, error) {
	return nil, errAlone
}

// ByID would read slots.
func (a *inquiry) ByID(context.Context, []uuid.UUID, time.Time) ([]inventory.Standing, error) {
	return nil, errAlone
}

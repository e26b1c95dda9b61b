package booking

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/availability"
)

// gather runs the decisions of members until each is made or given up. What several of them wait for is read once for all.
func gather(ctx context.Context, members []*member) error {
	type waiting struct {
		want want
		next func() (want, bool)
	}
	var all []waiting
	for _, m := range members {
		next, stop := m.begin(ctx, m.decide)
		defer stop()
		if w, waits := next(); waits {
			all = append(all, waiting{w, next})
		}
	}
	for len(all) > 0 {
		first := slices.MinFunc(all, func(a, b waiting) int { return int(a.want.kind - b.want.kind) }).want.kind
		var wants []want
		for _, w := range all {
			if w.want.kind == first {
				wants = append(wants, w.want)
			}
		}
		if err := members[0].load(ctx, first, wants); err != nil {
			return err
		}
		var still []waiting
		for _, w := range all {
			if w.want.kind == first {
				var waits bool
				if w.want, waits = w.next(); !waits {
					continue
				}
			}
			still = append(still, w)
		}
		all = still
	}
	return nil
}

// load reads or locks what is wanted of one kind.
func (k *known) load(ctx context.Context, what kind, wants []want) error {
	var ids []uuid.UUID
	for _, w := range wants {
		ids = append(ids, w.ids...)
	}
	ids = inOrder(ids)
	if err := k.loadRows(ctx, what, ids, wants); err != nil {
		return fmt.Errorf("read for a group: %w", err)
	}
	return nil
}

func (k *known) loadRows(ctx context.Context, what kind, ids []uuid.UUID, wants []want) (err error) {
	switch what {
	case anOffer:
		rows, err := k.tx.Offers(ctx, ids)
		return keep(k.offers, ids, rows, func(i int) uuid.UUID { return rows[i].ID }, err)
	case aReservation:
		rows, err := k.tx.Reservations(ctx, ids)
		return keep(k.reservations, ids, rows, func(i int) uuid.UUID { return rows[i].ID }, err)
	case allocations:
		return k.loadAllocations(ctx, ids)
	case aPolicy:
		rows, err := k.tx.PolicyVersions(ctx, ids)
		return keep(k.policies, ids, rows, func(i int) uuid.UUID { return rows[i].ID }, err)
	case aContact:
		return k.loadContacts(ctx, wants)
	case customerLock:
		rows, err := k.tx.LockCustomers(ctx, ids)
		return keep(k.customers, ids, rows, func(i int) uuid.UUID { return rows[i].ID }, err)
	case slotLock:
		rows, err := k.tx.LockPlaces(ctx, ids)
		return keep(k.places, ids, rows, func(i int) uuid.UUID { return rows[i].Slot.ID }, err)
	case lapsedOn:
		return k.loadLapsed(ctx, ids)
	case timeKept:
		return k.loadBusy(ctx, wants)
	case queueOf:
		return k.loadQueues(ctx, wants)
	case activeOf:
		counts, err := k.tx.ActiveReservationsOf(ctx, ids, k.now)
		for _, id := range ids {
			k.active[id] = counts[id]
		}
		return err
	case reservationLock:
		rows, err := k.tx.LockReservations(ctx, ids)
		return keep(k.heldReservations, ids, rows, func(i int) uuid.UUID { return rows[i].ID }, err)
	case offerLock:
		rows, err := k.tx.LockOffers(ctx, ids)
		return keep(k.heldOffers, ids, rows, func(i int) uuid.UUID { return rows[i].ID }, err)
	case entryLock:
		rows, err := k.tx.LockEntries(ctx, ids)
		return keep(k.heldEntries, ids, rows, func(i int) uuid.UUID { return rows[i].ID }, err)
	default:
		k.now, err = k.tx.Now(ctx)
		k.clocks = true
		return err
	}
}

// keep notes the rows that were found, and that the others aren't there.
func keep[T any](known map[uuid.UUID]*T, ids []uuid.UUID, rows []T, id func(int) uuid.UUID, err error) error {
	for _, id := range ids {
		known[id] = nil
	}
	for i := range rows {
		known[id(i)] = &rows[i]
	}
	return err
}

func (k *known) loadAllocations(ctx context.Context, ids []uuid.UUID) error {
	rows, err := k.tx.AllocationsOf(ctx, ids)
	for _, id := range ids {
		k.allocations[id] = nil
	}
	for _, row := range rows {
		k.allocations[row.ReservationID] = append(k.allocations[row.ReservationID], row)
	}
	return err
}

func (k *known) loadContacts(ctx context.Context, wants []want) error {
	for _, w := range wants {
		if k.knows(w) {
			continue
		}
		var email, phone *string
		if w.contact.email != "" {
			email = &w.contact.email
		}
		if w.contact.phone != "" {
			phone = &w.contact.phone
		}
		found, err := k.tx.MatchCustomer(ctx, email, phone)
		if err != nil {
			return err
		}
		k.contacts[w.contact] = found
	}
	return nil
}

func (k *known) loadLapsed(ctx context.Context, slots []uuid.UUID) error {
	now, holds, err := k.tx.Lapsed(ctx, slots)
	if err != nil {
		return err
	}
	for _, slot := range slots {
		k.looked[slot] = true
	}
	k.now = now
	for _, hold := range holds {
		if !slices.ContainsFunc(k.lapsed, func(h LapsedHold) bool { return h.Reservation.ID == hold.Reservation.ID }) {
			k.lapsed = append(k.lapsed, hold)
		}
	}
	return nil
}

func (k *known) loadBusy(ctx context.Context, wants []want) error {
	var reaches []availability.Reach
	for _, w := range wants {
		for _, r := range w.reaches {
			if !k.reached[r] {
				k.reached[r], reaches = true, append(reaches, r)
			}
		}
	}
	rows, err := k.tx.Busy(ctx, reaches, k.now)
	for _, b := range rows {
		k.busy[b.ResourceID] = append(k.busy[b.ResourceID], b)
	}
	return err
}

func (k *known) loadQueues(ctx context.Context, wants []want) error {
	slots := map[int][]uuid.UUID{}
	for _, w := range wants {
		slots[w.limit] = append(slots[w.limit], w.ids...)
	}
	for limit, ids := range slots {
		ids = inOrder(ids)
		fronts, err := k.tx.Queue(ctx, ids, k.now, limit)
		if err != nil {
			return err
		}
		for _, slot := range ids {
			k.queues[front{slot, limit}] = fronts[slot]
		}
	}
	return nil
}

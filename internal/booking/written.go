package booking

import (
	"reflect"
	"slices"

	"github.com/google/uuid"

	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/waitlist"
)

// written is what the members of a group have changed so far. Soft is what a decision can be made of again, since the group
// knows how it stands now; hard is what only the database could tell.
type written struct {
	soft, hard map[fact]bool
	entries    bool // who stands in the queues may have changed
	waits      bool // somebody waits who didn't before
}

// touches reports whether something was read that has changed since and is known.
func (w *written) touches(read []fact) bool {
	return slices.ContainsFunc(read, func(f fact) bool { return w.soft[f] })
}

// contradicts reports whether something was read that has changed since and isn't known.
func (w *written) contradicts(a *inquiry) bool {
	return (w.entries && a.queued) || slices.ContainsFunc(a.read, func(f fact) bool { return w.hard[f] || (w.waits && f.kind == queueOf) })
}

// joins reports whether changes are of the kinds that a group can tell apart.
func joins(c *Changes) bool {
	rest := *c
	rest.Now, rest.Events, rest.Audit, rest.Records, rest.Vacancies = Changes{}.Now, nil, nil, nil, nil
	rest.Customers, rest.Slots, rest.Booked, rest.Reservations, rest.Allocated, rest.Released = nil, nil, nil, nil, nil, nil
	rest.Entries, rest.Offers = nil, nil
	return reflect.ValueOf(rest).IsZero()
}

// note remembers what changes have changed.
func (w *written) note(c *Changes, k *known) {
	for _, r := range c.Booked {
		w.soft[fact{kind: activeOf, id: r.CustomerID}] = true
	}
	for _, change := range c.Slots {
		w.soft[fact{kind: slotLock, id: change.After.ID}] = true
	}
	for _, a := range c.Allocated {
		for _, leaf := range k.leaves(a.SlotID) {
			w.soft[fact{kind: timeKept, id: leaf}] = true
		}
	}
	for _, change := range c.Customers {
		w.hard[fact{kind: customerLock, id: change.Customer.ID}] = true
		for _, f := range contactOf(change.Customer).facts() {
			w.hard[f] = true
		}
	}
	for _, change := range c.Reservations {
		for _, what := range []kind{aReservation, reservationLock, allocations} {
			w.hard[fact{kind: what, id: change.After.ID}] = true
		}
		if !change.After.Status.Active() {
			w.hard[fact{kind: activeOf, id: change.After.CustomerID}] = true
		}
	}
	for _, r := range c.Released {
		for _, a := range k.allocations[r.ReservationID] {
			w.hard[fact{kind: lapsedOn, id: a.SlotID}] = true
			for _, leaf := range k.leaves(a.SlotID) {
				w.hard[fact{kind: timeKept, id: leaf}] = true
			}
		}
	}
	for _, change := range c.Offers {
		w.hard[fact{kind: anOffer, id: change.After.ID}], w.hard[fact{kind: offerLock, id: change.After.ID}] = true, true
	}
	for _, change := range c.Entries {
		w.hard[fact{kind: entryLock, id: change.After.ID}] = true
		w.entries, w.waits = true, w.waits || change.After.Status == waitlist.Waiting
	}
}

func contactOf(c customer.Customer) (found contact) {
	if key := customer.EmailKey(c.Email); key != nil {
		found.email = *key
	}
	if key := customer.PhoneKey(c.Phone); key != nil {
		found.phone = *key
	}
	return found
}

// leaves are the exclusive resources whose time a locked slot takes.
func (k *known) leaves(slot uuid.UUID) []uuid.UUID {
	if p := k.places[slot]; p != nil && p.Resource.Kind == inventory.Exclusive {
		return p.Resource.Leaves()
	}
	return nil
}

// take brings what is known up to what changes have made of it.
func (k *known) take(c *Changes) {
	for _, change := range c.Slots {
		if p := k.places[change.After.ID]; p != nil {
			p.Slot = change.After
		}
	}
	for _, r := range c.Booked {
		if _, counted := k.active[r.CustomerID]; counted {
			k.active[r.CustomerID]++
		}
	}
	for _, a := range c.Allocated {
		if a.Keeps == nil {
			continue
		}
		for _, leaf := range k.leaves(a.SlotID) {
			k.busy[leaf] = append(k.busy[leaf], inventory.Busy{Span: *a.Keeps, ResourceID: leaf, ReservationID: a.ReservationID, SlotID: a.SlotID})
		}
	}
}

// add adds changes that were decided behind these. A row that both change goes from how it was first to how it is last.
func (c *Changes) add(more *Changes) {
	if more.Now.After(c.Now) {
		c.Now = more.Now
	}
	for _, change := range more.Slots {
		if i := slices.IndexFunc(c.Slots, func(s Change[inventory.Slot]) bool { return s.After.ID == change.After.ID }); i >= 0 {
			c.Slots[i].After = change.After
			continue
		}
		c.Slots = append(c.Slots, change)
	}
	c.Customers = append(c.Customers, more.Customers...)
	c.Booked = append(c.Booked, more.Booked...)
	c.Reservations = append(c.Reservations, more.Reservations...)
	c.Allocated = append(c.Allocated, more.Allocated...)
	c.Released = append(c.Released, more.Released...)
	c.Entries = append(c.Entries, more.Entries...)
	c.Offers = append(c.Offers, more.Offers...)
	c.Vacancies = append(c.Vacancies, more.Vacancies...)
	c.Events = append(c.Events, more.Events...)
	c.Audit = append(c.Audit, more.Audit...)
	c.Records = append(c.Records, more.Records...)
}

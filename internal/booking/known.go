package booking

import (
	"bytes"
	"maps"
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

// kind is what a member of a group may want to know. They are in the order in which every decision asks, which is that of the
// locks: what is asked for first is read first, and then for all who ask for it.
type kind int

const (
	anOffer kind = iota
	aReservation
	allocations
	aPolicy
	aContact
	customerLock
	slotLock
	lapsedOn
	timeKept
	queueOf
	activeOf
	reservationLock
	offerLock
	entryLock
	theClock
)

// want is what a member waits for.
type want struct {
	kind    kind
	ids     []uuid.UUID
	reaches []availability.Reach // of timeKept
	limit   int                  // of queueOf
	contact contact              // of aContact
}

// contact is how somebody is found; empty where nothing was given.
type contact struct{ email, phone string }

// front is the beginning of a slot's queue.
type front struct {
	slot  uuid.UUID
	limit int
}

// fact is something that a decision was made of, or that one changed.
type fact struct {
	kind kind
	id   uuid.UUID
	text string
}

// facts are what a want is about.
func (w want) facts() []fact {
	var all []fact
	for _, id := range w.ids {
		all = append(all, fact{kind: w.kind, id: id})
	}
	for _, r := range w.reaches {
		all = append(all, fact{kind: w.kind, id: r.Resource})
	}
	return append(all, w.contact.facts()...)
}

func (c contact) facts() (all []fact) {
	for _, text := range []string{c.email, c.phone} {
		if text != "" {
			all = append(all, fact{kind: aContact, text: text})
		}
	}
	return all
}

// known is what a group has read and locked, and what it has decided about that since. What was looked for and isn't there is
// nil.
type known struct {
	tx     GroupTx
	now    time.Time
	clocks bool // whether now has been read behind all locks

	offers           map[uuid.UUID]*waitlist.Offer
	reservations     map[uuid.UUID]*reservation.Reservation
	allocations      map[uuid.UUID][]inventory.Allocation
	policies         map[uuid.UUID]*policy.Version
	contacts         map[contact]*customer.Customer
	customers        map[uuid.UUID]*customer.Customer
	places           map[uuid.UUID]*Place
	looked           map[uuid.UUID]bool // slots of which it is known what has lapsed
	lapsed           []LapsedHold
	reached          map[availability.Reach]bool
	busy             map[uuid.UUID][]inventory.Busy
	queues           map[front][]waitlist.Candidate
	active           map[uuid.UUID]int
	heldReservations map[uuid.UUID]*reservation.Reservation
	heldOffers       map[uuid.UUID]*waitlist.Offer
	heldEntries      map[uuid.UUID]*waitlist.Entry
}

func newKnown(tx GroupTx) *known {
	return &known{
		tx:     tx,
		offers: map[uuid.UUID]*waitlist.Offer{}, reservations: map[uuid.UUID]*reservation.Reservation{}, allocations: map[uuid.UUID][]inventory.Allocation{},
		policies: map[uuid.UUID]*policy.Version{}, contacts: map[contact]*customer.Customer{}, customers: map[uuid.UUID]*customer.Customer{},
		places: map[uuid.UUID]*Place{}, looked: map[uuid.UUID]bool{}, reached: map[availability.Reach]bool{}, busy: map[uuid.UUID][]inventory.Busy{},
		queues: map[front][]waitlist.Candidate{}, active: map[uuid.UUID]int{}, heldReservations: map[uuid.UUID]*reservation.Reservation{},
		heldOffers: map[uuid.UUID]*waitlist.Offer{}, heldEntries: map[uuid.UUID]*waitlist.Entry{},
	}
}

// knows reports whether everything that a want is about has been read.
func (k *known) knows(w want) bool {
	switch w.kind {
	case anOffer:
		return within(k.offers, w.ids)
	case aReservation:
		return within(k.reservations, w.ids)
	case allocations:
		return within(k.allocations, w.ids)
	case aPolicy:
		return within(k.policies, w.ids)
	case aContact:
		_, read := k.contacts[w.contact]
		return read
	case customerLock:
		return within(k.customers, w.ids)
	case slotLock:
		return within(k.places, w.ids)
	case lapsedOn:
		return within(k.looked, w.ids)
	case timeKept:
		return !slices.ContainsFunc(w.reaches, func(r availability.Reach) bool { return !k.reached[r] })
	case queueOf:
		return !slices.ContainsFunc(w.ids, func(slot uuid.UUID) bool { _, read := k.queues[front{slot, w.limit}]; return !read })
	case activeOf:
		return within(k.active, w.ids)
	case reservationLock:
		return within(k.heldReservations, w.ids)
	case offerLock:
		return within(k.heldOffers, w.ids)
	case entryLock:
		return within(k.heldEntries, w.ids)
	default:
		return k.clocks
	}
}

func within[T any](known map[uuid.UUID]T, ids []uuid.UUID) bool {
	return !slices.ContainsFunc(ids, func(id uuid.UUID) bool { _, read := known[id]; return !read })
}

// listed are those of the rows that there are, by id.
func listed[T any](rows map[uuid.UUID]*T, ids []uuid.UUID) (found []T) {
	for _, id := range inOrder(ids) {
		if row := rows[id]; row != nil {
			found = append(found, *row)
		}
	}
	return found
}

// inOrder are the ids, each once, in the order in which rows are locked.
func inOrder(ids []uuid.UUID) []uuid.UUID {
	set := map[uuid.UUID]bool{}
	for _, id := range ids {
		set[id] = true
	}
	return slices.SortedFunc(maps.Keys(set), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
}

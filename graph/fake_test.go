package graph_test

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/slotq/slotq/graph"
	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/agenda"
	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/customer"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/reading"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/waitlist"
)

// The rooms behind the door are stood in for here, and only here, so that the door is seen to do its own work. That all of
// it works together is shown with the real rooms elsewhere.

// The real rooms fit the door.
var (
	_ graph.Desk     = (*booking.Desk)(nil)
	_ graph.Reader   = (*reading.Reader)(nil)
	_ graph.Messages = (*feed.Subscription)(nil)
)

// desk answers every command alike and remembers the last one.
type desk struct {
	graph.Desk // what is not stood in for must not be called
	result     command.Result
	err        error

	by            actor.Actor
	in            any
	reason        string
	correlationID string
}

func (d *desk) answer(by actor.Actor, in any, reason, correlationID string) (command.Result, error) {
	d.by, d.in, d.reason, d.correlationID = by, in, reason, correlationID
	result := d.result
	result.CorrelationID = correlationID
	return result, d.err
}

func (d *desk) HoldSlot(_ context.Context, by actor.Actor, in booking.HoldSlot, id string) (command.Result, error) {
	return d.answer(by, in, "", id)
}

func (d *desk) ConfirmReservation(_ context.Context, by actor.Actor, in booking.ReservationCommand, id string) (command.Result, error) {
	return d.answer(by, in, "", id)
}

func (d *desk) CancelReservation(_ context.Context, by actor.Actor, in booking.ReservationCommand, reason, id string) (command.Result, error) {
	return d.answer(by, in, reason, id)
}

func (d *desk) MoveReservation(_ context.Context, by actor.Actor, in booking.MoveReservation, id string) (command.Result, error) {
	return d.answer(by, in, "", id)
}

func (d *desk) JoinWaitlist(_ context.Context, by actor.Actor, in booking.JoinWaitlist, id string) (command.Result, error) {
	return d.answer(by, in, "", id)
}

func (d *desk) ConfirmOffer(_ context.Context, by actor.Actor, in booking.ConfirmOffer, id string) (command.Result, error) {
	return d.answer(by, in, "", id)
}

func (d *desk) DeclineOffer(_ context.Context, by actor.Actor, in booking.DeclineOffer, id string) (command.Result, error) {
	return d.answer(by, in, "", id)
}

func (d *desk) RequestReservation(_ context.Context, by actor.Actor, in booking.RequestReservation, id string) (command.Result, error) {
	return d.answer(by, in, "", id)
}

func (d *desk) CancelIntent(_ context.Context, by actor.Actor, in booking.IntentCommand, id string) (command.Result, error) {
	return d.answer(by, in, "cancelIntent", id)
}

func (d *desk) RetryIntent(_ context.Context, by actor.Actor, in booking.IntentCommand, id string) (command.Result, error) {
	return d.answer(by, in, "retryIntent", id)
}

func (d *desk) ResolveAttempt(_ context.Context, by actor.Actor, in booking.ResolveAttempt, id string) (command.Result, error) {
	return d.answer(by, in, "", id)
}

func (d *desk) PrepareAction(_ context.Context, by actor.Actor, in booking.PrepareAction, id string) (command.Result, error) {
	return d.answer(by, in, "", id)
}

func (d *desk) ApproveAction(_ context.Context, by actor.Actor, in booking.ApprovalCommand, id string) (command.Result, error) {
	return d.answer(by, in, "approveAction", id)
}

func (d *desk) RejectAction(_ context.Context, by actor.Actor, in booking.ApprovalCommand, id string) (command.Result, error) {
	return d.answer(by, in, "rejectAction", id)
}

func (d *desk) ConfirmAction(_ context.Context, by actor.Actor, in booking.ApprovalCommand, id string) (command.Result, error) {
	return d.answer(by, in, "confirmAction", id)
}

// reader answers from maps, to everybody alike, and counts the batches.
type reader struct {
	graph.Reader // what is not stood in for must not be called
	now          time.Time
	tenant       *inventory.Tenant
	record       *command.Record
	venues       map[uuid.UUID]inventory.Venue
	resources    map[uuid.UUID]inventory.Resource
	slots        map[uuid.UUID]reading.Slot
	reservations map[uuid.UUID]reservation.Reservation
	customers    map[uuid.UUID]customer.Customer
	entries      map[uuid.UUID]waitlist.Entry
	offers       map[uuid.UUID]waitlist.Offer
	selections   map[uuid.UUID]waitlist.Selection
	policies     map[uuid.UUID]policy.Version
	active       map[uuid.UUID]policy.Version
	slotIDs      map[uuid.UUID][]uuid.UUID
	positions    map[uuid.UUID]int
	intents      map[uuid.UUID]intent.Intent
	attempts     map[uuid.UUID]intent.Attempt
	attemptsOf   map[uuid.UUID][]intent.Attempt
	inLine       map[uuid.UUID]int
	approvals    map[uuid.UUID]approval.Approval
	wanted       reading.Connection[intent.Intent]
	prepared     reading.Connection[approval.Approval]
	listed       reading.Connection[reservation.Reservation]
	actions      reading.ActionPage
	news         []agenda.News
	err          error
	thrown       any
	gate         chan struct{} // nil, or each batch gives a sign through it and takes another before it goes on

	mu     sync.Mutex
	page   reading.Page
	filter reading.ReservationFilter
	query  reading.AvailabilityQuery
	narrow reading.IntentFilter
	states []approval.Status
	kinds  []agenda.Kind
	asked  map[string]int

	touched []agenda.Touch
}

func (r *reader) count(what string) error {
	if r.gate != nil {
		r.gate <- struct{}{}
		<-r.gate
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.thrown != nil {
		panic(r.thrown)
	}
	if r.asked == nil {
		r.asked = map[string]int{}
	}
	r.asked[what]++
	return r.err
}

func (r *reader) times(what string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.asked[what]
}

// list checks a page as the real reader does.
func (r *reader) list(what string, p reading.Page) error {
	r.mu.Lock()
	r.page = p
	r.mu.Unlock()
	if p.First < 1 || p.First > 100 {
		return problem.NewInvalid("first", "must be from 1 to 100")
	}
	return r.count(what)
}

func (r *reader) Now(context.Context, actor.Actor) (time.Time, error) { return r.now, r.count("now") }

func (r *reader) Tenant(context.Context, actor.Actor) (*inventory.Tenant, error) {
	return r.tenant, r.count("tenant")
}

func (r *reader) Command(context.Context, actor.Actor, string) (*command.Record, error) {
	return r.record, r.count("command")
}

func (r *reader) Venues(_ context.Context, _ actor.Actor, p reading.Page) (c reading.Connection[inventory.Venue], err error) {
	return c, r.list("venues", p)
}

func (r *reader) Resources(_ context.Context, _ actor.Actor, _ uuid.UUID, p reading.Page) (c reading.Connection[inventory.Resource], err error) {
	return c, r.list("resources", p)
}

func (r *reader) Availability(_ context.Context, _ actor.Actor, q reading.AvailabilityQuery, p reading.Page) (c reading.Connection[reading.Slot], err error) {
	r.query = q
	return c, r.list("availability", p)
}

func (r *reader) Reservations(_ context.Context, _ actor.Actor, _ uuid.UUID, f reading.ReservationFilter, p reading.Page) (reading.Connection[reservation.Reservation], error) {
	r.filter = f
	return r.listed, r.list("reservations", p)
}

func (r *reader) Entries(_ context.Context, _ actor.Actor, _ uuid.UUID, _ []waitlist.EntryStatus, p reading.Page) (c reading.Connection[waitlist.Entry], err error) {
	return c, r.list("entries", p)
}

func (r *reader) Offers(_ context.Context, _ actor.Actor, _ uuid.UUID, _ []waitlist.OfferStatus, p reading.Page) (c reading.Connection[waitlist.Offer], err error) {
	return c, r.list("offers", p)
}

func (r *reader) Intents(_ context.Context, _ actor.Actor, f reading.IntentFilter, p reading.Page) (reading.Connection[intent.Intent], error) {
	r.narrow = f
	return r.wanted, r.list("intents", p)
}

func (r *reader) Approvals(_ context.Context, _ actor.Actor, states []approval.Status, p reading.Page) (reading.Connection[approval.Approval], error) {
	r.states = states
	return r.prepared, r.list("approvals", p)
}

func (r *reader) PolicyVersions(_ context.Context, _ actor.Actor, _ uuid.UUID, p reading.Page) (c reading.Connection[policy.Version], err error) {
	return c, r.list("policies", p)
}

func (r *reader) VenuesByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]inventory.Venue, error) {
	return r.venues, r.count("venuesByID")
}

func (r *reader) FirstResources(_ context.Context, _ actor.Actor, venues []uuid.UUID, first int) (map[uuid.UUID]reading.Connection[inventory.Resource], error) {
	pages := map[uuid.UUID]reading.Connection[inventory.Resource]{}
	for _, venue := range venues {
		pages[venue] = reading.Connection[inventory.Resource]{}
	}
	return pages, r.list("resources", reading.Page{First: first})
}

func (r *reader) ResourcesByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]inventory.Resource, error) {
	return r.resources, r.count("resourcesByID")
}

func (r *reader) SlotsByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]reading.Slot, error) {
	return r.slots, r.count("slotsByID")
}

func (r *reader) CountedSlotsByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]reading.Slot, error) {
	return r.slots, r.count("plainSlotsByID")
}

func (r *reader) PlainSlotsByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]reading.Slot, error) {
	return r.slots, r.count("plainSlotsByID")
}

func (r *reader) ReservationsByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]reservation.Reservation, error) {
	return r.reservations, r.count("reservationsByID")
}

func (r *reader) CustomersByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]customer.Customer, error) {
	return r.customers, r.count("customersByID")
}

func (r *reader) EntriesByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]waitlist.Entry, error) {
	return r.entries, r.count("entriesByID")
}

func (r *reader) OffersByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]waitlist.Offer, error) {
	return r.offers, r.count("offersByID")
}

func (r *reader) SelectionsByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]waitlist.Selection, error) {
	return r.selections, r.count("selectionsByID")
}

func (r *reader) PolicyVersionsByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]policy.Version, error) {
	return r.policies, r.count("policiesByID")
}

func (r *reader) ActivePolicies(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]policy.Version, error) {
	return r.active, r.count("active")
}

func (r *reader) SlotsOfReservations(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID][]reading.Slot, error) {
	return r.held(), r.count("slotsOf")
}

func (r *reader) CountedSlotsOfReservations(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID][]reading.Slot, error) {
	return r.held(), r.count("plainSlotsOf")
}

func (r *reader) PlainSlotsOfReservations(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID][]reading.Slot, error) {
	return r.held(), r.count("plainSlotsOf")
}

// held are the slots of reservations.
func (r *reader) held() map[uuid.UUID][]reading.Slot {
	all := map[uuid.UUID][]reading.Slot{}
	for reservation, ids := range r.slotIDs {
		for _, id := range ids {
			all[reservation] = append(all[reservation], r.slots[id])
		}
	}
	return all
}

func (r *reader) Positions(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]int, error) {
	return r.positions, r.count("positions")
}

func (r *reader) IntentsByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]intent.Intent, error) {
	return r.intents, r.count("intentsByID")
}

func (r *reader) AttemptsByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]intent.Attempt, error) {
	return r.attempts, r.count("attemptsByID")
}

func (r *reader) AttemptsOfIntents(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID][]intent.Attempt, error) {
	return r.attemptsOf, r.count("attemptsOf")
}

func (r *reader) QueuePositions(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]int, error) {
	return r.inLine, r.count("inLine")
}

func (r *reader) ApprovalsByID(context.Context, actor.Actor, []uuid.UUID) (map[uuid.UUID]approval.Approval, error) {
	return r.approvals, r.count("approvalsByID")
}

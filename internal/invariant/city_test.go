package invariant

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/ref"
)

// city is the house at a second place, which is tied to a provider, and in which a little of everything has happened. What
// is unfinished waits for a provider that doesn't say what it did.
type city struct {
	*housetest.House
	t        testing.TB
	provider *housetest.Upstream

	asked, booked, won         uuid.UUID // a request that was done, its reservation, and the attempt that is its booking
	unsure, kept               uuid.UUID // a request that isn't, and its hold
	moved, surplus             uuid.UUID // a move that was done, and the booking that it left behind
	moving, helper, mover      uuid.UUID // a move that isn't, what keeps its new place, and the reservation
	gone, given, cancelled     uuid.UUID // a cancellation that was done, its attempt, and the booking that it gave up
	late, discarded            uuid.UUID // a request whose first attempt came after its second
	waits                      uuid.UUID // a request that waits for the place of booked
	yes, offer                 uuid.UUID // an offer that was said yes to, and the intent that has it in hand
	pending, owner, superseded uuid.UUID // an approval that waits for a yes, whose it is, and the one before it
	web                        uuid.UUID // one that was prepared on the web
	approved, carried, done    uuid.UUID // one with a yes, and two that were carried out: by an intent, and at once
}

func newCity(t testing.TB, house *housetest.House) *city {
	t.Helper()
	c := &city{House: house.SecondVenue(), t: t, provider: housetest.NewUpstream()}
	slow := housetest.Usual()
	slow.Settle = time.Hour
	c.Tie("city", slow)
	c.finish()
	c.begin()
	c.ask(house)
	require.Equal(t, 1, c.Count(`SELECT count(*) FROM attempts WHERE id = $1 AND status = 'DISCARDED' AND compensation = 'DONE'`, c.discarded))
	require.Equal(t, 1, c.Count(`SELECT count(*) FROM intents WHERE id = $1 AND status = 'WAITING_FOR_SEAT'`, c.waits))
	return c
}

// finish lets happen what comes to its end.
func (c *city) finish() {
	slot := c.Evening()
	c.asked = c.work(c.request(c.Guest("Gil"), false, slot))
	c.booked, c.won = c.row("reservation_id", c.asked), c.row("completed_by", c.asked)
	c.waits = c.work(c.request(c.Guest("Hana"), true, slot))

	mover := c.Guest("Ian")
	first := c.work(c.request(mover, false, c.Evening()))
	c.surplus = c.row("completed_by", first)
	c.moved = c.work(c.move(mover, c.row("reservation_id", first)))
	c.work(first) // what the move has left behind

	leaver := c.Guest("Jin")
	second := c.work(c.request(leaver, false, c.Evening()))
	c.cancelled = c.row("completed_by", second)
	c.gone = c.work(c.accepted(c.Desk.CancelReservation(ctx, leaver, c.at("reservations", c.row("reservation_id", second)), "CUSTOMER_REQUEST", "test")))
	c.given = c.row("completed_by", c.gone)

	c.late = c.unclear(c.request(c.Guest("Kai"), false, c.Evening()))
	var reference, target string
	c.Scan(`SELECT id, reference, target FROM attempts WHERE intent_id = $1`, []any{c.late}, &c.discarded, &reference, &target)
	housetest.Must(c.t)(c.Desk.ResolveAttempt(ctx, c.Staff, booking.ResolveAttempt{
		AttemptID: ref.Encode(ref.Attempt, c.discarded), ExpectedVersion: c.version("attempts", c.discarded), Resolution: intent.ResolveFailed, Reason: "asked them", Key: c.Key(),
	}, "test"))
	c.work(c.late)
	c.provider.Land(reference, target)
	c.work(c.late)
}

// begin leaves unfinished what the provider doesn't speak about.
func (c *city) begin() {
	c.unsure = c.unclear(c.request(c.Guest("Leo"), false, c.Evening()))
	c.kept = c.row("reservation_id", c.unsure)

	mover := c.Guest("Mina")
	c.mover = c.row("reservation_id", c.work(c.request(mover, false, c.Evening())))
	c.moving = c.unclear(c.move(mover, c.mover))
	c.helper = c.row("hold_id", c.moving)

	s := &scene{House: c.House, t: c.t}
	entry := s.join(c.Guest("Noa"), 2, c.Evening())
	_, err := c.Desk.CatchUp(ctx, c.Tenant)
	require.NoError(c.t, err)
	c.Scan(`SELECT id FROM offers WHERE entry_id = $1`, []any{entry}, &c.offer)
	c.yes = c.unclear(c.accepted(c.Desk.ConfirmOffer(ctx, c.Staff, booking.ConfirmOffer{
		OfferID: ref.Encode(ref.Offer, c.offer), ExpectedVersion: 1, Source: "PHONE", Key: c.Key(),
	}, "test")))
}

// ask has an agent prepare and a person say yes. At the house itself, where no provider has a say, things are done at once.
func (c *city) ask(house *housetest.House) {
	guest := c.Guest("Ora")
	agent := c.Person(actor.Agent, "Bot")
	agent.CustomerID = guest.CustomerID
	c.owner = *guest.CustomerID
	wish := func(slot uuid.UUID) booking.Action {
		return booking.Action{RequestReservation: &booking.RequestReservationAction{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 2}}
	}
	twice := c.Evening()
	c.superseded, c.pending = c.prepare(agent, wish(twice)), c.prepare(agent, wish(twice))
	c.web = c.prepare(guest, wish(c.Evening()))
	c.approved = c.approve(guest, c.prepare(agent, wish(c.Evening())))
	c.carried = c.approve(guest, c.prepare(agent, wish(c.Evening())))
	c.work(c.accepted(c.Desk.ConfirmAction(ctx, agent, c.on(c.carried, 2), "test")))

	s := &scene{House: house, t: c.t}
	held := s.confirm(guest, 2, house.Evening())
	c.done = c.approve(guest, c.prepare(agent, booking.Action{CancelReservation: &booking.CancelReservationAction{
		ReservationID: ref.Encode(ref.Reservation, held), ExpectedVersion: 2, ReasonCode: "CUSTOMER_REQUEST",
	}}))
	housetest.Must(c.t)(c.Desk.ConfirmAction(ctx, agent, c.on(c.done, 2), "test"))
	housetest.Must(c.t)(c.Desk.RejectAction(ctx, guest, c.on(c.prepare(agent, wish(c.Evening())), 1), "test"))
}

func (c *city) request(by actor.Actor, wait bool, slot uuid.UUID) uuid.UUID {
	return c.accepted(c.Desk.RequestReservation(ctx, by, booking.RequestReservation{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 2, WaitForSeat: wait, Key: c.Key()}, "test"))
}

func (c *city) move(by actor.Actor, reservation uuid.UUID) uuid.UUID {
	at := c.at("reservations", reservation)
	return c.accepted(c.Desk.MoveReservation(ctx, by, booking.MoveReservation{
		ReservationID: at.ReservationID, ExpectedVersion: at.ExpectedVersion, SlotIDs: []string{ref.Encode(ref.Slot, c.Evening())}, Key: at.Key,
	}, "test"))
}

func (c *city) prepare(by actor.Actor, action booking.Action) uuid.UUID {
	return housetest.ID(c.t, housetest.Must(c.t)(c.Desk.PrepareAction(ctx, by, booking.PrepareAction{Action: action, Key: c.Key()}, "test")), ref.Approval)
}

func (c *city) approve(by actor.Actor, id uuid.UUID) uuid.UUID {
	housetest.Must(c.t)(c.Desk.ApproveAction(ctx, by, c.on(id, 1), "test"))
	return id
}

func (c *city) on(approval uuid.UUID, version int) booking.ApprovalCommand {
	return booking.ApprovalCommand{ApprovalID: ref.Encode(ref.Approval, approval), ExpectedVersion: version, Key: c.Key()}
}

func (c *city) at(table string, id uuid.UUID) booking.ReservationCommand {
	return booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: c.version(table, id), Key: c.Key()}
}

func (c *city) version(table string, id uuid.UUID) int {
	return c.Count(`SELECT version FROM `+table+` WHERE id = $1`, id)
}

// row is what an intent names in a column.
func (c *city) row(column string, of uuid.UUID) (id uuid.UUID) {
	c.t.Helper()
	c.Scan(`SELECT `+column+` FROM intents WHERE id = $1`, []any{of}, &id)
	return id
}

// unclear does an intent about which the provider doesn't say what became of it.
func (c *city) unclear(id uuid.UUID) uuid.UUID {
	c.t.Helper()
	c.provider.Next(housetest.Loses)
	c.work(id)
	require.Equal(c.t, 1, c.Count(`SELECT count(*) FROM attempts WHERE intent_id = $1 AND status = 'UNKNOWN'`, id))
	return id
}

// work does at once whatever workers would do about an intent in time.
func (c *city) work(id uuid.UUID) uuid.UUID {
	c.t.Helper()
	for more := true; more; {
		c.Hurry()
		before := c.changes(id)
		_, err := housetest.Errand(ctx, c.Desk, c.provider, c.Tenant, id)
		require.NoError(c.t, err)
		more = c.changes(id) != before
	}
	return id
}

// changes counts what has happened to an intent and its attempts.
func (c *city) changes(id uuid.UUID) int {
	return c.Count(`SELECT i.version + (SELECT coalesce(sum(version), 0) FROM attempts WHERE intent_id = i.id) FROM intents i WHERE id = $1`, id)
}

func (c *city) accepted(r command.Result, err error) uuid.UUID {
	c.t.Helper()
	require.NoError(c.t, err)
	require.Equal(c.t, command.Accepted, r.Outcome, fmt.Sprint(r.Problem))
	return housetest.ID(c.t, r, ref.Intent)
}

package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ref"
)

// tied is a venue where a provider has a say, which doesn't always say what it did.
type tied struct {
	asked, won                  uuid.UUID // an intent that was done, and the attempt that did it
	unsure, doubt, kept         uuid.UUID // one that isn't, its attempt of unknown outcome, and its hold
	moving, mover               uuid.UUID // an unfinished move, with a hold for the new place, and its reservation
	yes, promised               uuid.UUID // an unfinished yes to an offer, and the offer
	pending, approved, consumed uuid.UUID // approvals
}

// ordering does things at the venue of a house.
type ordering struct {
	*housetest.House
	t        *testing.T
	upstream *housetest.Upstream
}

func furnishTied(t *testing.T, house *housetest.House) (v tied) {
	t.Helper()
	h, ctx := ordering{house.SecondVenue(), t, housetest.NewUpstream()}, context.Background()
	slow := housetest.Usual()
	slow.Settle = time.Hour
	h.Tie("city", slow)
	guest := h.Guest("Dan")
	v.asked = h.request(guest)
	h.Work(t, h.upstream)
	h.Scan(`SELECT reservation_id, completed_by FROM intents WHERE id = $1`, []any{v.asked}, &v.mover, &v.won)

	v.unsure = h.request(h.Guest("Eve"))
	h.upstream.Next(housetest.Loses)
	h.Work(t, h.upstream)
	h.Scan(`SELECT a.id, i.reservation_id FROM attempts a JOIN intents i ON i.id = a.intent_id WHERE i.id = $1 AND a.status = 'UNKNOWN'`, []any{v.unsure}, &v.doubt, &v.kept)

	v.moving = h.accepted(h.Desk.MoveReservation(ctx, guest, booking.MoveReservation{
		ReservationID: ref.Encode(ref.Reservation, v.mover), ExpectedVersion: h.Count(`SELECT version FROM reservations WHERE id = $1`, v.mover),
		SlotIDs: []string{ref.Encode(ref.Slot, h.Evening())}, Key: h.Key(),
	}, "test"))
	v.promised = h.offered(h.Guest("Fay"), h.Evening())
	v.yes = h.accepted(h.Desk.ConfirmOffer(ctx, h.Staff, booking.ConfirmOffer{OfferID: ref.Encode(ref.Offer, v.promised), ExpectedVersion: 1, Source: "PHONE", Key: h.Key()}, "test"))
	h.prepared(guest, &v)
	return v
}

// prepared has an agent of the guest prepare three things, of which the guest approves two and the agent carries out one.
func (h ordering) prepared(guest actor.Actor, v *tied) {
	must, ctx := housetest.Must(h.t), context.Background()
	agent := h.Person(actor.Agent, "Bot")
	agent.CustomerID = guest.CustomerID
	on := func(id uuid.UUID, version int) booking.ApprovalCommand {
		return booking.ApprovalCommand{ApprovalID: ref.Encode(ref.Approval, id), ExpectedVersion: version, Key: h.Key()}
	}
	for _, id := range []*uuid.UUID{&v.pending, &v.approved, &v.consumed} {
		*id = housetest.ID(h.t, must(h.Desk.PrepareAction(ctx, agent, booking.PrepareAction{Key: h.Key(), Action: booking.Action{
			RequestReservation: &booking.RequestReservationAction{SlotIDs: []string{ref.Encode(ref.Slot, h.Evening())}, PartySize: 2},
		}}, "test")), ref.Approval)
	}
	must(h.Desk.ApproveAction(ctx, guest, on(v.approved, 1), "test"))
	must(h.Desk.ApproveAction(ctx, guest, on(v.consumed, 1), "test"))
	h.accepted(h.Desk.ConfirmAction(ctx, agent, on(v.consumed, 2), "test"))
}

func (h ordering) request(by actor.Actor) uuid.UUID {
	return h.accepted(h.Desk.RequestReservation(context.Background(), by, booking.RequestReservation{SlotIDs: []string{ref.Encode(ref.Slot, h.Evening())}, PartySize: 2, Key: h.Key()}, "test"))
}

// offered is an open offer of a free slot.
func (h ordering) offered(to actor.Actor, slot uuid.UUID) (offer uuid.UUID) {
	h.t.Helper()
	var from, until time.Time
	h.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{slot}, &from, &until)
	housetest.Must(h.t)(h.Desk.JoinWaitlist(context.Background(), to, booking.JoinWaitlist{
		VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, From: from, To: until, Key: h.Key(),
	}, "test"))
	_, err := h.Desk.CatchUp(context.Background(), h.Tenant)
	require.NoError(h.t, err)
	h.Scan(`SELECT id FROM offers WHERE venue_id = $1`, []any{h.Venue}, &offer)
	return offer
}

func (h ordering) accepted(r command.Result, err error) uuid.UUID {
	h.t.Helper()
	require.NoError(h.t, err)
	require.Equal(h.t, command.Accepted, r.Outcome, "problem: %v", r.Problem)
	return housetest.ID(h.t, r, ref.Intent)
}

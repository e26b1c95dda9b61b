package booking_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// property is a house with one of each thing that a command can be about.
type property struct {
	*housetest.House
	guest                      actor.Actor
	slot, booked, entry, offer uuid.UUID
}

func newProperty(t *testing.T, h *housetest.House) property {
	t.Helper()
	p := property{House: h, guest: h.Guest("Owner"), slot: h.Evening()}
	p.booked = housetest.ID(t, housetest.Must(t)(hold(h, p.guest, 2, h.Evening())), ref.Reservation)
	p.entry = join(t, h, h.Guest("Waits"), 2, h.Evening())
	catchUp(t, h)
	p.offer = openOffer(t, h, p.entry)
	return p
}

// commandsOn are all commands, each about things that are named by the given function.
func commandsOn(h *housetest.House, by actor.Actor, slot uuid.UUID, name func(ref.Kind) string) map[string]func() (command.Result, error) {
	desk, now := h.Desk, time.Now().Add(24*time.Hour)
	r := func() booking.ReservationCommand {
		return booking.ReservationCommand{ReservationID: name(ref.Reservation), ExpectedVersion: 1, Key: h.Key()}
	}
	return map[string]func() (command.Result, error){
		"holdSlot": func() (command.Result, error) {
			return desk.HoldSlot(ctx, by, booking.HoldSlot{SlotIDs: []string{name(ref.Slot)}, PartySize: 2, Key: h.Key()}, "x")
		},
		"extendHold":          func() (command.Result, error) { return desk.ExtendHold(ctx, by, r(), "x") },
		"confirmReservation":  func() (command.Result, error) { return desk.ConfirmReservation(ctx, by, r(), "x") },
		"cancelReservation":   func() (command.Result, error) { return desk.CancelReservation(ctx, by, r(), "OTHER", "x") },
		"checkInReservation":  func() (command.Result, error) { return desk.CheckInReservation(ctx, by, r(), "x") },
		"completeReservation": func() (command.Result, error) { return desk.CompleteReservation(ctx, by, r(), "x") },
		"markNoShow":          func() (command.Result, error) { return desk.MarkNoShow(ctx, by, r(), "x") },
		"moveReservation": func() (command.Result, error) {
			return desk.MoveReservation(ctx, by, booking.MoveReservation{ReservationID: name(ref.Reservation), SlotIDs: ids(slot), ExpectedVersion: 1, Key: h.Key()}, "x")
		},
		"joinWaitlist": func() (command.Result, error) {
			return desk.JoinWaitlist(ctx, by, booking.JoinWaitlist{VenueID: name(ref.Venue), PartySize: 2, From: now, To: now.Add(time.Hour), Key: h.Key()}, "x")
		},
		"leaveWaitlist": func() (command.Result, error) {
			return desk.LeaveWaitlist(ctx, by, booking.LeaveWaitlist{EntryID: name(ref.Entry), ExpectedVersion: 1, Key: h.Key()}, "x")
		},
		"offerToEntry": func() (command.Result, error) {
			return desk.OfferToEntry(ctx, by, booking.OfferToEntry{EntryID: name(ref.Entry), SlotIDs: ids(slot), ExpectedVersion: 1, Reason: "x", Key: h.Key()}, "x")
		},
		"confirmOffer": func() (command.Result, error) {
			return desk.ConfirmOffer(ctx, by, booking.ConfirmOffer{OfferID: name(ref.Offer), ExpectedVersion: 1, Source: "CUSTOMER", Key: h.Key()}, "x")
		},
		"declineOffer": func() (command.Result, error) {
			return desk.DeclineOffer(ctx, by, booking.DeclineOffer{OfferID: name(ref.Offer), ExpectedVersion: 1, ReasonCode: "OTHER", Key: h.Key()}, "x")
		},
		"withdrawOffer": func() (command.Result, error) {
			return desk.WithdrawOffer(ctx, by, booking.WithdrawOffer{OfferID: name(ref.Offer), ExpectedVersion: 1, Reason: "x", Key: h.Key()}, "x")
		},
	}
}

// own is what a guest may give at all; the rest is for staff.
var own = map[string]bool{
	"holdSlot": true, "extendHold": true, "confirmReservation": true, "cancelReservation": true, "moveReservation": true,
	"joinWaitlist": true, "leaveWaitlist": true, "confirmOffer": true, "declineOffer": true,
}

// TestOneAnswerForAllThatOneMayNotName: malformed, of another kind, gone, of another tenant, of a venue that isn't granted,
// somebody else's - the answer is the same, so that nothing can be guessed.
func TestOneAnswerForAllThatOneMayNotName(t *testing.T) {
	t.Parallel()
	h := newProperty(t, housetest.New(t))
	abroad := newProperty(t, housetest.In(t, h.DB))
	next := newProperty(t, h.SecondVenue())
	named := func(p property) func(ref.Kind) string {
		things := map[ref.Kind]uuid.UUID{ref.Slot: p.slot, ref.Reservation: p.booked, ref.Entry: p.entry, ref.Offer: p.offer, ref.Venue: p.Venue}
		return func(kind ref.Kind) string { return ref.Encode(kind, things[kind]) }
	}
	local := actor.Actor{TenantID: h.Tenant, PrincipalID: h.Staff.PrincipalID, Role: actor.Staff, VenueIDs: []uuid.UUID{h.Venue}}
	stranger := h.Guest("Stranger")
	before := h.Count(`SELECT count(*) FROM events`) + abroad.Count(`SELECT count(*) FROM events`)

	for _, c := range []struct {
		name  string
		by    actor.Actor
		names func(ref.Kind) string
		but   map[string]bool // what a stranger may do, for it isn't anybody's
	}{
		{"of another tenant", h.Staff, named(abroad), nil},
		{"of a venue that isn't granted", local, named(next), nil},
		{"of somebody else", stranger, named(h), map[string]bool{"holdSlot": true, "joinWaitlist": true}},
		{"that doesn't exist", h.Staff, func(k ref.Kind) string { return ref.Encode(k, uuid.New()) }, nil},
		{"of another kind", h.Staff, func(ref.Kind) string { return ref.Encode(ref.Tenant, h.Tenant) }, nil},
		{"malformed", h.Staff, func(ref.Kind) string { return "42" }, nil},
		{"empty", h.Staff, func(ref.Kind) string { return "" }, nil},
		{"endless", h.Staff, func(ref.Kind) string { return strings.Repeat("rv_", 10_000) }, nil},
	} {
		for operation, give := range commandsOn(h.House, c.by, h.slot, c.names) {
			if c.but[operation] || (c.by.Role == actor.Customer && !own[operation]) {
				continue
			}
			t.Run(operation+" "+c.name, func(t *testing.T) {
				r := rejected(t, problem.ReferenceNotFound)(give())
				require.Empty(t, r.Refs)
				require.Nil(t, r.Problem.CurrentVersion)
			})
		}
	}
	require.Equal(t, before, h.Count(`SELECT count(*) FROM events`)+abroad.Count(`SELECT count(*) FROM events`), "nothing was touched")
}

// TestWhoMayGiveWhat: the capability is asked for before anything is looked at.
func TestWhoMayGiveWhat(t *testing.T) {
	t.Parallel()
	h := newProperty(t, housetest.New(t))
	nothing := func(k ref.Kind) string { return ref.Encode(k, uuid.New()) }
	for name, by := range map[string]actor.Actor{"a guest": h.guest, "an agent": h.Person(actor.Agent, "Bot"), "nobody": {TenantID: h.Tenant}} {
		for operation, give := range commandsOn(h.House, by, h.slot, nothing) {
			t.Run(name+" and "+operation, func(t *testing.T) {
				_, err := give()
				if by.Role == actor.Customer && own[operation] {
					require.NoError(t, err)
					return
				}
				if operation == "confirmOffer" && by.Role == actor.Agent {
					var invalid *problem.Invalid // it may not even say that its customer said so
					require.ErrorAs(t, err, &invalid)
					return
				}
				require.ErrorIs(t, err, problem.ErrForbidden)
			})
		}
	}
}

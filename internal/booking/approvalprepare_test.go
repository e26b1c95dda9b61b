package booking_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// TestWhatAPreparationSupersedes: an agent's, what was prepared for the same target; the web's, whatever the owner had
// prepared on the web.
func TestWhatAPreparationSupersedes(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	states := func(approvals ...uuid.UUID) (all []string) {
		for _, id := range approvals {
			all = append(all, status(h, "approvals", id))
		}
		return all
	}
	t.Run("seat 1, seat 2, seat 1 again", func(t *testing.T) {
		guest, one, two := h.Guest("Ahn"), h.Evening(), h.Evening()
		agent, other := agentOf(h, guest), agentOf(h, guest)
		first, second := prepared(t, h, agent, seats(2, one)), prepared(t, h, agent, seats(2, two))
		third := prepared(t, h, other, seats(3, one))
		require.Equal(t, []string{"SUPERSEDED", "PENDING", "PENDING"}, states(first, second, third), "by the target, whoever prepares and for how many")
		rejected(t, problem.ApprovalSuperseded)(h.Desk.ApproveAction(ctx, guest, onto(h, first, 1), "test"))
	})
	t.Run("the same slots in another order are the same target, one of them alone is not", func(t *testing.T) {
		guest, table := h.Guest("Bae"), h.Table()
		one, two := h.Slot(table, 30*time.Hour, time.Hour), h.Slot(table, 31*time.Hour, time.Hour)
		agent := agentOf(h, guest)
		both, single := prepared(t, h, agent, seats(2, one, two)), prepared(t, h, agent, seats(2, one))
		require.Equal(t, []string{"SUPERSEDED", "PENDING", "PENDING"}, states(both, single, prepared(t, h, agent, seats(2, two, one))))
	})
	t.Run("another action on the same reservation is another target; the same to another place is not", func(t *testing.T) {
		guest := h.Guest("Cha")
		agent, booked := agentOf(h, guest), confirmed(t, h, guest, 2, h.Evening())
		moving := func() booking.Action { return movingTo(booked, 2, h.Evening()) }
		cancelled, moved := prepared(t, h, agent, givingUp(booked, 2)), prepared(t, h, agent, moving())
		require.Equal(t, []string{"PENDING", "SUPERSEDED", "PENDING"}, states(cancelled, moved, prepared(t, h, agent, moving())))
	})
	t.Run("on the web one waits at a time; what an agent prepared for another target stays", func(t *testing.T) {
		guest, one, two := h.Guest("Do"), h.Evening(), h.Evening()
		first, agents := prepared(t, h, guest, seats(2, one)), prepared(t, h, agentOf(h, guest), seats(2, two))
		last := prepared(t, h, guest, seats(2, h.Evening()))
		require.Equal(t, []string{"SUPERSEDED", "PENDING", "PENDING"}, states(first, agents, last))
		require.Equal(t, []string{"SUPERSEDED", "PENDING"}, states(agents, prepared(t, h, guest, seats(2, two))), "but not for the same one")
		require.Equal(t, "SUPERSEDED", status(h, "approvals", last))
	})
	t.Run("one owner's never touches another's", func(t *testing.T) {
		slot := h.Evening()
		mine, other := prepared(t, h, h.Guest("Eun"), seats(2, slot)), prepared(t, h, h.Guest("Feng"), seats(2, slot))
		staff := prepared(t, h, h.Staff, seats(2, slot))
		require.Equal(t, []string{"PENDING", "PENDING", "PENDING"}, states(mine, other, staff))
	})
	t.Run("one whose time is over is recorded as that, and makes way", func(t *testing.T) {
		guest, slot := h.Guest("Go"), h.Evening()
		old := prepared(t, h, guest, seats(2, slot))
		h.Deadline("approvals", "expires_at", old, 0)
		require.Equal(t, []string{"EXPIRED", "PENDING"}, states(old, prepared(t, h, guest, seats(2, slot))))
	})
	t.Run("what has a yes already stays", func(t *testing.T) {
		guest, slot := h.Guest("Han"), h.Evening()
		agent := agentOf(h, guest)
		old := approved(t, h, agent, guest, seats(2, slot))
		require.Equal(t, []string{"APPROVED", "PENDING"}, states(old, prepared(t, h, agent, seats(2, slot))))
	})
	sound(t, h)
}

// TestPreparingAtOnce: however many prepare at once, one waits per target; on the web one in all. Nothing was prepared before,
// so there is no older one at which they would meet.
func TestPreparingAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	const callers = 6
	for what, begin := range map[string]func() (by actor.Actor, actions []booking.Action){
		"an agent, for one target": func() (actor.Actor, []booking.Action) {
			return agentOf(h, h.Guest("Ahn")), slices.Repeat([]booking.Action{seats(2, h.Evening())}, callers)
		},
		"a guest on the web, for many": func() (actor.Actor, []booking.Action) {
			guest := h.Guest("Bae")
			var actions []booking.Action
			for range callers {
				actions = append(actions, givingUp(confirmed(t, h, guest, 2, h.Evening()), 2))
			}
			return guest, actions
		},
		"staff on the web, for many": func() (actor.Actor, []booking.Action) {
			var actions []booking.Action
			for range callers {
				actions = append(actions, seats(2, h.Evening()))
			}
			return h.Person(actor.Staff, "Cho"), actions
		},
	} {
		t.Run(what, func(t *testing.T) {
			for range 8 {
				by, actions := begin()
				for _, r := range together(t, callers, func(i int) (command.Result, error) { return preparing(h, by, actions[i]) }) {
					require.Equal(t, command.Committed, r.Outcome)
				}
				owned := func(state string) int {
					return h.Count(`SELECT count(*) FROM approvals WHERE principal_id = $1 AND status = $2`, by.PrincipalID, state)
				}
				require.Equal(t, []int{1, callers - 1}, []int{owned("PENDING"), owned("SUPERSEDED")})
			}
		})
	}
	sound(t, h)
}

// TestPreparingTakesNothing: it is refused as the action would be, and leaves everything where it is.
func TestPreparingTakesNothing(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	other := h.SecondVenue()
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	mine, full := confirmed(t, h, guest, 2, h.Evening()), h.Evening()
	theirs := confirmed(t, h, h.Guest("Bae"), 2, full)
	wishes := h.Guest("Waits")
	join(t, h, wishes, 2, full)
	soon := confirmed(t, h, guest, 2, h.Slot(h.Table(), time.Hour, time.Hour))
	far := h.Slot(h.Table(), 90*24*time.Hour, time.Hour)
	entry := join(t, h, h.Guest("Offered"), 2, h.Evening())
	catchUp(t, h)
	offer := openOffer(t, h, entry)
	outside := h.Staff
	outside.VenueIDs = []uuid.UUID{other.Venue}
	wish := func(venue uuid.UUID, party int, in time.Duration) booking.Action {
		return booking.Action{JoinWaitlist: &booking.JoinWaitlistAction{VenueID: ref.Encode(ref.Venue, venue), PartySize: party, From: time.Now().Add(in), To: time.Now().Add(in + time.Hour)}}
	}
	waitingFor := seats(2, full)
	waitingFor.RequestReservation.WaitForSeat = true
	for _, c := range []struct {
		what   string
		by     actor.Actor
		action booking.Action
		code   problem.Code // empty: it is prepared
	}{
		{"a free place", agent, seats(2, h.Evening()), ""},
		{"a taken place", agent, seats(2, full), problem.SlotOccupied},
		{"a taken place, to be waited for", agent, waitingFor, ""},
		{"too many", agent, seats(9, h.Evening()), problem.PartyTooLarge},
		{"nobody", agent, seats(0, h.Evening()), problem.PartyTooSmall},
		{"too far ahead", agent, seats(2, far), problem.OutsideBookingWindow},
		{"a slot that isn't", agent, seats(2, uuid.New()), problem.ReferenceNotFound},
		{"something that isn't a slot", agent, booking.Action{RequestReservation: &booking.RequestReservationAction{SlotIDs: []string{"sl_x"}, PartySize: 2}}, problem.ReferenceNotFound},
		{"a slot of a venue that isn't granted", outside, seats(2, h.Evening()), problem.ReferenceNotFound},
		{"my reservation", agent, givingUp(mine, 2), ""},
		{"my reservation at an old version", agent, givingUp(mine, 1), problem.VersionStale},
		{"somebody else's reservation", agent, givingUp(theirs, 2), problem.ReferenceNotFound},
		{"an agent is bound as its customer is", agent, givingUp(soon, 2), problem.OutsideCancellationWindow},
		{"staff are not", h.Staff, givingUp(soon, 2), ""},
		{"a move", agent, movingTo(mine, 2, h.Evening()), ""},
		{"a move to a taken place", agent, movingTo(mine, 2, full), problem.SlotOccupied},
		{"a move to another venue", agent, movingTo(mine, 2, other.Evening()), problem.ReferenceNotFound},
		{"a wish", agent, wish(h.Venue, 2, 50*time.Hour), ""},
		{"a wish for the past", agent, wish(h.Venue, 2, -2*time.Hour), problem.OutsideBookingWindow},
		{"a wish at a venue that isn't", agent, wish(uuid.New(), 2, time.Hour), problem.ReferenceNotFound},
		{"a wish where I am booked", agent, wish(h.Venue, 2, 30*time.Hour), problem.AlreadyBooked},
		{"an offer", h.Staff, accepting(offer, 1), ""},
		{"an offer at an old version", h.Staff, accepting(offer, 2), problem.DecisionStale},
		{"somebody else's offer", agent, accepting(offer, 1), problem.ReferenceNotFound},
	} {
		t.Run(c.what, func(t *testing.T) {
			inventoryNow := func() []int {
				return []int{h.Count(`SELECT sum(version + taken) FROM slots`), h.Count(`SELECT sum(version) FROM reservations`), h.Count(`SELECT count(*) FROM allocations`),
					h.Count(`SELECT count(*) FROM intents`), h.Count(`SELECT sum(version) FROM offers`), h.Count(`SELECT sum(version) FROM waitlist_entries`), h.Count(`SELECT count(*) FROM customers`), h.Count(`SELECT count(*) FROM vacancies`)}
			}
			before := inventoryNow()
			if c.code != "" {
				untouched(t, h, func() { rejected(t, c.code)(preparing(h, c.by, c.action)) })
			} else {
				prepared(t, h, c.by, c.action)
			}
			require.Equal(t, before, inventoryNow())
		})
	}
	sound(t, h)
}

// TestPreparingOneAction: what isn't exactly one well-formed action is never looked at.
func TestPreparingOneAction(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	both := seats(2, h.Evening())
	both.CancelReservation = givingUp(uuid.New(), 1).CancelReservation
	slot := h.Evening()
	now := time.Now()
	for field, action := range map[string]booking.Action{
		"action":          {},
		"expectedVersion": givingUp(uuid.New(), 0),
		"slotIds":         seats(2, slot, slot),
		"to":              {JoinWaitlist: &booking.JoinWaitlistAction{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, From: now, To: now}},
	} {
		var invalid *problem.Invalid
		_, err := preparing(h, h.Staff, action)
		require.ErrorAs(t, err, &invalid, field)
		require.Equal(t, field, invalid.Field)
	}
	var invalid *problem.Invalid
	_, err := preparing(h, h.Staff, both)
	require.ErrorAs(t, err, &invalid)
	require.Equal(t, "action", invalid.Field)
	require.Zero(t, h.Count(`SELECT count(*) FROM commands`))
}

// TestHowLongAnApprovalLives: the policy's time, and never past what it is for.
func TestHowLongAnApprovalLives(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.ApprovalTTL = 2 * time.Hour })
	lives := func(id uuid.UUID) time.Duration {
		var from, to time.Time
		h.Scan(`SELECT created_at, expires_at FROM approvals WHERE id = $1`, []any{id}, &from, &to)
		return to.Sub(from)
	}
	require.Equal(t, 2*time.Hour, lives(prepared(t, h, h.Staff, seats(2, h.Evening()))))
	until := func(id uuid.UUID) (at time.Time) {
		h.Scan(`SELECT expires_at FROM approvals WHERE id = $1`, []any{id}, &at)
		return at
	}
	var at time.Time
	soon := h.Slot(h.Table(), time.Hour, time.Hour)
	h.Scan(`SELECT starts_at FROM slots WHERE id = $1`, []any{soon}, &at)
	require.Equal(t, at, until(prepared(t, h, h.Staff, seats(2, soon))), "the first start")

	entry := join(t, h, h.Guest("Waits"), 2, h.Evening())
	catchUp(t, h)
	offer := openOffer(t, h, entry)
	h.Scan(`SELECT expires_at FROM offers WHERE id = $1`, []any{offer}, &at)
	require.Equal(t, at, until(prepared(t, h, h.Staff, accepting(offer, 1))), "the offer's deadline")

	held := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Holds"), 2, h.Evening())), ref.Reservation)
	h.Scan(`SELECT expires_at FROM reservations WHERE id = $1`, []any{held}, &at)
	require.Equal(t, at, until(prepared(t, h, h.Staff, givingUp(held, 1))), "the hold's deadline")
	booked := confirmed(t, h, h.Guest("Books"), 2, h.Evening())
	require.Equal(t, 2*time.Hour, lives(prepared(t, h, h.Staff, givingUp(booked, 2))), "which means nothing once it is confirmed")

	begun := confirmed(t, h, h.Guest("Begun"), 2, h.Slot(h.Table(), 10*time.Minute, time.Hour))
	h.Deadline("slots", "starts_at", slotUnder(h, begun), -time.Second)
	require.Equal(t, 2*time.Hour, lives(prepared(t, h, h.Staff, givingUp(begun, 2))), "what has begun may still be cancelled by staff")
}

// TestHowManyWait: an owner has at most fifty waiting for a yes; what is over or superseded doesn't count.
func TestHowManyWait(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Busy")
	agent := agentOf(h, guest)
	pool := h.Resource(inventory.Pooled, 100, 1, 10)
	slot := func(i int) uuid.UUID { return h.Slot(pool, time.Duration(30+i)*time.Hour, time.Hour) }
	var slots, approvals []uuid.UUID
	for i := range 50 {
		slots = append(slots, slot(i))
		approvals = append(approvals, prepared(t, h, agent, seats(2, slots[i])))
	}
	one := slot(50)
	untouched(t, h, func() { rejected(t, problem.PolicyForbids)(preparing(h, agent, seats(2, one))) })
	approvals[7] = prepared(t, h, agent, seats(2, slots[7]))
	h.Deadline("approvals", "expires_at", approvals[9], 0)
	prepared(t, h, agent, seats(2, one))
	rejected(t, problem.PolicyForbids)(preparing(h, agent, seats(2, slots[9])))
	housetest.Must(t)(h.Desk.RejectAction(ctx, guest, onto(h, approvals[7], 1), "test"))
	prepared(t, h, agent, seats(2, slots[9]))
	sound(t, h)
}

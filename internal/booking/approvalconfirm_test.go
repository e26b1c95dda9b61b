package booking_test

import (
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

// TestCarryingOut: each of the five actions, prepared by an agent, approved by a person, carried out by the agent in the name
// of its customer.
func TestCarryingOut(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	consumed := func(t *testing.T, id uuid.UUID, column string, want any) {
		t.Helper()
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM approvals WHERE id = $1 AND status = 'CONSUMED' AND version = 3 AND `+column+` = $2`, id, want))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE kind = 'approval.consumed' AND entity_id = $1 AND entity_version = 3 AND customer_id = $2`, id, guest.CustomerID))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'confirmAction' AND subject = $1 AND actor = $2`, ref.Encode(ref.Approval, id), agent.Label()))
	}
	t.Run("requestReservation", func(t *testing.T) {
		slot := h.Evening()
		id := approved(t, h, agent, guest, seats(3, slot))
		r, err := carrying(h, agent, id)
		made := accepted(t)(r, err)
		require.Equal(t, ref.Ref{Kind: ref.Approval, ID: id}, r.Refs[0])
		consumed(t, id, "intent_id", made)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM intents i JOIN intent_slots s ON s.intent_id = i.id WHERE i.id = $1 AND i.customer_id = $2 AND i.approval_id = $3 AND i.party_size = 3 AND s.slot_id = $4 AND NOT i.wait_for_seat`,
			made, guest.CustomerID, id, slot))
	})
	t.Run("cancelReservation", func(t *testing.T) {
		booked := confirmed(t, h, guest, 2, h.Evening())
		id := approved(t, h, agent, guest, givingUp(booked, 2))
		r := housetest.Must(t)(carrying(h, agent, id))
		require.Equal(t, []ref.Ref{{Kind: ref.Approval, ID: id}, {Kind: ref.Reservation, ID: booked}}, r.Refs[:2])
		consumed(t, id, "result", ref.Encode(ref.Reservation, booked))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND status = 'CANCELLED' AND status_reason = 'CUSTOMER_REQUEST'`, booked))
	})
	t.Run("moveReservation", func(t *testing.T) {
		booked, to := confirmed(t, h, guest, 2, h.Evening()), h.Evening()
		id := approved(t, h, agent, guest, movingTo(booked, 2, to))
		housetest.Must(t)(carrying(h, agent, id))
		consumed(t, id, "result", ref.Encode(ref.Reservation, booked))
		require.Equal(t, to, slotUnder(h, booked))
	})
	t.Run("joinWaitlist", func(t *testing.T) {
		from := time.Now().Add(100 * time.Hour)
		id := approved(t, h, agent, guest, booking.Action{JoinWaitlist: &booking.JoinWaitlistAction{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, From: from, To: from.Add(time.Hour)}})
		entry := housetest.ID(t, housetest.Must(t)(carrying(h, agent, id)), ref.Entry)
		consumed(t, id, "result", ref.Encode(ref.Entry, entry))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM waitlist_entries WHERE id = $1 AND customer_id = $2 AND from_at = $3`, entry, guest.CustomerID, from.Truncate(time.Microsecond)))
	})
	for who, c := range map[string]struct {
		by     func(guest actor.Actor) actor.Actor
		source string
	}{
		"an agent":     {func(guest actor.Actor) actor.Actor { return agentOf(h, guest) }, "AGENT"},
		"the customer": {func(guest actor.Actor) actor.Actor { return guest }, "CUSTOMER"},
		"staff":        {func(actor.Actor) actor.Actor { return h.Staff }, "FRONT_DESK"},
	} {
		t.Run("confirmOffer by "+who, func(t *testing.T) {
			waits := h.Guest("Waits")
			entry := join(t, h, waits, 2, h.Evening())
			catchUp(t, h)
			offer := openOffer(t, h, entry)
			by := c.by(waits)
			id := approved(t, h, agentOf(h, waits), waits, accepting(offer, 1))
			housetest.Must(t)(carrying(h, by, id))
			var source, person string
			h.Scan(`SELECT source, decided_by FROM offers WHERE id = $1 AND status = 'ACCEPTED'`, []any{offer}, &source, &person)
			require.Equal(t, c.source, source)
			require.Contains(t, person, by.Label(), "whoever did it is named")
			require.Equal(t, "FULFILLED", status(h, "waitlist_entries", entry))
		})
	}
	t.Run("what staff prepared for the house", func(t *testing.T) {
		id := approved(t, h, h.Staff, h.Admin, seats(2, h.Evening()))
		rejected(t, problem.ReferenceNotFound)(carrying(h, agent, id))
		r, err := carrying(h, h.Admin, id)
		made := accepted(t)(r, err)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM intents i JOIN customers c ON c.id = i.customer_id WHERE i.id = $1 AND c.name = 'Walk-in'`, made), "is for a walk-in")
	})
	catchUp(t, h)
	sound(t, h)
}

// TestCarriedOutOnce: twenty confirm at once, each with a key of its own; it is done once, and everybody hears of the same.
func TestCarriedOutOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	booked := confirmed(t, h, guest, 2, h.Evening())
	for _, c := range []struct {
		what    string
		by      [2]actor.Actor
		id      uuid.UUID
		outcome command.Outcome
		kind    ref.Kind
	}{
		{"a request", [2]actor.Actor{agent, guest}, approved(t, h, agent, guest, seats(2, h.Evening())), command.Accepted, ref.Intent},
		{"a cancellation", [2]actor.Actor{agent, guest}, approved(t, h, agent, guest, givingUp(booked, 2)), command.Committed, ref.Reservation},
		{"a request of staff", [2]actor.Actor{h.Staff, h.Staff}, approved(t, h, h.Staff, h.Staff, seats(2, h.Evening())), command.Accepted, ref.Intent},
	} {
		t.Run(c.what, func(t *testing.T) {
			intents := h.Count(`SELECT count(*) FROM intents`)
			results := together(t, 20, func(i int) (command.Result, error) { return carrying(h, c.by[i%2], c.id) })
			var firsts int
			for _, r := range results {
				require.Equal(t, c.outcome, r.Outcome, "problem: %v", r.Problem)
				require.Equal(t, housetest.ID(t, results[0], c.kind), housetest.ID(t, r, c.kind))
				if !r.Replayed {
					firsts++
				}
			}
			require.Equal(t, 1, firsts, "19 replays")
			if c.kind == ref.Intent {
				require.Equal(t, intents+1, h.Count(`SELECT count(*) FROM intents`))
			}
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE kind = 'approval.consumed' AND entity_id = $1`, c.id))
			for _, version := range []int{1, 2, 3, 7} {
				untouched(t, h, func() {
					in := onto(h, c.id, version)
					for range 2 { // a fresh key, and that same key
						r, err := h.Desk.ConfirmAction(ctx, c.by[1], in, "again")
						require.NoError(t, err)
						require.True(t, r.Replayed)
						require.Equal(t, c.outcome, r.Outcome)
						require.Equal(t, housetest.ID(t, results[0], c.kind), housetest.ID(t, r, c.kind))
						require.Equal(t, "again", r.CorrelationID)
					}
				})
			}
			untouched(t, h, func() { rejected(t, problem.ApprovalConsumed)(carrying(h, h.Admin, c.id)) })
		})
	}
	sound(t, h)
}

// TestWhatCantBeCarriedOut: each with its own code, and nothing changes.
func TestWhatCantBeCarriedOut(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	elsewhere, stranger := h.SecondVenue(), housetest.In(t, h.DB)
	guest, other := h.Guest("Ahn"), h.Guest("Bae")
	agent, othersAgent := agentOf(h, guest), agentOf(h, other)
	outside := h.Person(actor.Staff, "Elsewhere")
	outside.VenueIDs = []uuid.UUID{elsewhere.Venue}
	fresh := func() uuid.UUID { return approved(t, h, agent, guest, seats(2, h.Evening())) }
	pending := prepared(t, h, agent, seats(2, h.Evening()))
	slot := h.Evening()
	superseded := prepared(t, h, agent, seats(2, slot))
	prepared(t, h, agent, seats(2, slot))
	refusedByPerson := prepared(t, h, agent, seats(2, h.Evening()))
	housetest.Must(t)(h.Desk.RejectAction(ctx, guest, onto(h, refusedByPerson, 1), "test"))
	late, swept := fresh(), fresh()
	h.Deadline("approvals", "expires_at", late, 0)
	h.Deadline("approvals", "expires_at", swept, 0)
	_, err := h.Desk.ExpireApproval(ctx, h.Tenant, swept)
	require.NoError(t, err)
	waits := fresh()
	for _, c := range []struct {
		what    string
		by      actor.Actor
		id      uuid.UUID
		version int
		code    problem.Code
	}{
		{"nobody said yes", agent, pending, 1, problem.ApprovalRequired},
		{"nobody said yes, and the version is old", agent, pending, 9, problem.ApprovalRequired},
		{"prepared anew", agent, superseded, 2, problem.ApprovalSuperseded},
		{"somebody said no", agent, refusedByPerson, 2, problem.IllegalTransition},
		{"too late", agent, late, 2, problem.ApprovalExpired},
		{"too late, whatever the version", agent, late, 1, problem.ApprovalExpired},
		{"too late, and recorded", agent, swept, 3, problem.ApprovalExpired},
		{"at another version", agent, waits, 1, problem.VersionStale},
		{"another owner", other, waits, 2, problem.ReferenceNotFound},
		{"another owner's agent", othersAgent, waits, 2, problem.ReferenceNotFound},
		{"staff elsewhere", outside, waits, 2, problem.ReferenceNotFound},
		{"no such thing", agent, uuid.New(), 2, problem.ReferenceNotFound},
	} {
		t.Run(c.what, func(t *testing.T) {
			untouched(t, h, func() { rejected(t, c.code)(h.Desk.ConfirmAction(ctx, c.by, onto(h, c.id, c.version), "test")) })
		})
	}
	t.Run("another tenant", func(t *testing.T) {
		untouched(t, h, func() {
			rejected(t, problem.ReferenceNotFound)(stranger.Desk.ConfirmAction(ctx, stranger.Admin, onto(stranger, waits, 2), "test"))
		})
	})
	t.Run("and after all that it can still be carried out", func(t *testing.T) {
		r, err := carrying(h, agent, waits)
		accepted(t)(r, err)
	})
	sound(t, h)
}

// TestNotWhatWasApproved: whoever got at the row, what is carried out is what a person said yes to, or nothing.
func TestNotWhatWasApproved(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	other := ref.Encode(ref.Slot, h.Evening())
	for what, forgery := range map[string]string{
		"another place":  `arguments = jsonb_set(arguments, '{SlotIDs}', '["` + other + `"]')`,
		"another party":  `arguments = jsonb_set(arguments, '{PartySize}', '4')`,
		"one thing more": `arguments = arguments || '{"WaitForSeat": true}'`,
		"nonsense":       `arguments = '[1]'`,
		"another action": `action = 'cancelReservation'`,
		"another digest": `args_digest = repeat('0', 64)`,
	} {
		t.Run(what, func(t *testing.T) {
			id := approved(t, h, agent, guest, seats(2, h.Evening()))
			forge(t, h, `UPDATE approvals SET `+forgery+` WHERE id = $1`, id)
			untouched(t, h, func() { rejected(t, problem.DecisionStale)(carrying(h, agent, id)) })
			require.Equal(t, "APPROVED", status(h, "approvals", id))
		})
	}
	t.Run("the same, as the database keeps it", func(t *testing.T) {
		id := approved(t, h, agent, guest, seats(2, h.Evening()))
		forge(t, h, `UPDATE approvals SET arguments = '{}'::jsonb || arguments WHERE id = $1`, id)
		r, err := carrying(h, agent, id)
		accepted(t)(r, err)
	})
}

// TestRefusedWhenCarriedOut: what the action is refused for, it is refused for here; the yes stands, and may do another time.
func TestRefusedWhenCarriedOut(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	agent := agentOf(h, guest)
	stands := func(t *testing.T, id uuid.UUID) {
		t.Helper()
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM approvals WHERE id = $1 AND status = 'APPROVED' AND version = 2 AND intent_id IS NULL AND result IS NULL`, id))
	}
	t.Run("the new place is gone, and free again", func(t *testing.T) {
		booked, to := confirmed(t, h, guest, 2, h.Evening()), h.Evening()
		id := approved(t, h, agent, guest, movingTo(booked, 2, to))
		held := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("First"), 2, to)), ref.Reservation)
		in := onto(h, id, 2)
		untouched(t, h, func() {
			r := rejected(t, problem.SlotOccupied)(h.Desk.ConfirmAction(ctx, agent, in, "test"))
			require.Equal(t, ref.Ref{Kind: ref.Approval, ID: id}, r.Refs[0])
			require.True(t, rejected(t, problem.SlotOccupied)(h.Desk.ConfirmAction(ctx, agent, in, "test")).Replayed)
		})
		stands(t, id)
		cancel(t, h, h.Staff, held, 1)
		housetest.Must(t)(carrying(h, agent, id))
	})
	t.Run("the reservation has changed", func(t *testing.T) {
		booked := confirmed(t, h, guest, 2, h.Evening())
		id := approved(t, h, agent, guest, givingUp(booked, 2))
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, booked, 2, h.Evening()), "test"))
		untouched(t, h, func() { rejected(t, problem.VersionStale)(carrying(h, agent, id)) })
		stands(t, id)
	})
	t.Run("staff carry it out by the customer's rules", func(t *testing.T) {
		booked := confirmed(t, h, guest, 2, h.Slot(h.Table(), 3*time.Hour, time.Hour))
		id := approved(t, h, agent, guest, givingUp(booked, 2))
		forge(t, h, `UPDATE reservations SET starts_at = clock_timestamp() + interval '1 hour' WHERE id = $1`, booked)
		untouched(t, h, func() { rejected(t, problem.OutsideCancellationWindow)(carrying(h, h.Staff, id)) })
		stands(t, id)
	})
	t.Run("the customer has booked meanwhile", func(t *testing.T) {
		slot := h.Slot(h.Table(), 200*time.Hour, time.Hour)
		var from, to time.Time
		h.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{slot}, &from, &to)
		id := approved(t, h, agent, guest, booking.Action{JoinWaitlist: &booking.JoinWaitlistAction{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, From: from, To: to}})
		confirmed(t, h, guest, 2, slot)
		untouched(t, h, func() { rejected(t, problem.AlreadyBooked)(carrying(h, agent, id)) })
		stands(t, id)
	})
	t.Run("somebody does the same by hand at the same time", func(t *testing.T) {
		for range 10 {
			booked := confirmed(t, h, guest, 2, h.Evening())
			id := approved(t, h, agent, guest, givingUp(booked, 2))
			results := together(t, 2, func(i int) (command.Result, error) {
				if i == 0 {
					return carrying(h, agent, id)
				}
				return h.Desk.CancelReservation(ctx, h.Staff, on(h, booked, 2), "OTHER", "test")
			})
			if results[0].Outcome == command.Committed {
				require.Equal(t, problem.VersionStale, code(results[1]))
				require.Equal(t, "CONSUMED", status(h, "approvals", id))
			} else {
				require.Equal(t, problem.VersionStale, code(results[0]))
				require.Equal(t, command.Committed, results[1].Outcome)
				stands(t, id)
			}
		}
	})
	sound(t, h)
}

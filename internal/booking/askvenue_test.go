package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

func confirmsItself(r *policy.Rules) { r.Confirmation = policy.Request }

// asked is a hold that a guest has confirmed, where that only asks.
func asked(t *testing.T, h *housetest.House, guest actor.Actor, slot uuid.UUID) uuid.UUID {
	t.Helper()
	id := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, slot)), ref.Reservation)
	housetest.Must(t)(h.Desk.ConfirmReservation(ctx, guest, on(h, id, 1), "test"))
	return id
}

// TestAskingTheVenue: where the venue confirms itself, a customer's yes only asks.
func TestAskingTheVenue(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, confirmsItself)

	t.Run("the hold stays, for as long as the venue may take", func(t *testing.T) {
		slot, guest := h.Evening(), h.Guest("Asks")
		id := asked(t, h, guest, slot)
		require.Equal(t, "reservation.held reservation.requested", kindsOf(h, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND status = 'HELD' AND version = 2 AND expires_at = requested_at + interval '1 day'`, id))
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Other"), 2, slot))
		for _, again := range []func() (command.Result, error){
			func() (command.Result, error) { return h.Desk.ConfirmReservation(ctx, guest, on(h, id, 2), "test") },
			func() (command.Result, error) { return h.Desk.ExtendHold(ctx, guest, on(h, id, 2), "test") },
			func() (command.Result, error) { return h.Desk.ExtendHold(ctx, h.Staff, on(h, id, 2), "test") },
		} {
			rejected(t, problem.PolicyForbids)(again())
		}
		housetest.Must(t)(h.Desk.ConfirmReservation(ctx, h.Staff, on(h, id, 2), "test"))
		require.Equal(t, "CONFIRMED", status(h, "reservations", id))
	})
	t.Run("never past the start", func(t *testing.T) {
		id := asked(t, h, h.Guest("Near"), h.Slot(h.Table(), 3*time.Hour, time.Hour))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND expires_at = starts_at`, id))
	})
	t.Run("the venue declines, and the next in line is offered the place", func(t *testing.T) {
		slot := h.Evening()
		id := asked(t, h, h.Guest("Declined"), slot)
		entry := join(t, h, h.Guest("Waits"), 2, slot)
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
		housetest.Must(t)(h.Desk.CancelReservation(ctx, h.Staff, on(h, id, 2), "STAFF_DECISION", "test"))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	})
	t.Run("what nobody answers lapses, and the next in line is offered the place", func(t *testing.T) {
		slot := h.Evening()
		id := asked(t, h, h.Guest("Forgotten"), slot)
		entry := join(t, h, h.Guest("Waits"), 2, slot)
		h.RunOut(id)
		rejected(t, problem.HoldExpired)(h.Desk.ConfirmReservation(ctx, h.Staff, on(h, id, 2), "test"))
		catchUp(t, h)
		require.Equal(t, "EXPIRED", status(h, "reservations", id))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
		offer := openOffer(t, h, entry)
		require.NotEqual(t, uuid.Nil, offer)
	})
	t.Run("staff's own confirmation confirms", func(t *testing.T) {
		id := housetest.ID(t, housetest.Must(t)(hold(h, h.Staff, 2, h.Evening())), ref.Reservation)
		housetest.Must(t)(h.Desk.ConfirmReservation(ctx, h.Staff, on(h, id, 1), "test"))
		require.Equal(t, "CONFIRMED", status(h, "reservations", id))
	})
	t.Run("asking by an intent would be asking twice", func(t *testing.T) {
		guest := h.Guest("Twice")
		rejected(t, problem.PolicyForbids)(request(h, guest, false, h.Evening()))
		rejected(t, problem.PolicyForbids)(request(h, guest, true, h.Evening()))
		rejected(t, problem.PolicyForbids)(preparing(h, agentOf(h, guest), seats(2, h.Evening())))
		accepted(t)(request(h, h.Staff, false, h.Evening()))
	})
	sound(t, h)
}

// TestTheVenuesAnswerAtTheDeadline: staff say yes while a sweeper lets the request lapse. One of them is first.
func TestTheVenuesAnswerAtTheDeadline(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, confirmsItself)
	for i := range 8 {
		slot := h.Evening()
		id := asked(t, h, h.Guest("Anxious"), slot)
		h.Deadline("reservations", "expires_at", id, time.Duration(i)*2*time.Millisecond)
		results := together(t, 2, func(k int) (command.Result, error) {
			if k == 0 {
				return h.Desk.ConfirmReservation(ctx, h.Staff, on(h, id, 2), "test")
			}
			_, err := h.Desk.LapseHold(ctx, h.Tenant, id)
			return command.Result{}, err
		})
		if results[0].Outcome == command.Committed {
			require.Equal(t, "CONFIRMED", status(h, "reservations", id))
		} else {
			require.Contains(t, []problem.Code{problem.HoldExpired, problem.VersionStale}, results[0].Problem.Code)
			_, err := h.Desk.LapseHold(ctx, h.Tenant, id)
			require.NoError(t, err)
			require.Equal(t, "EXPIRED", status(h, "reservations", id))
			require.Zero(t, taken(h, slot))
		}
	}
	sound(t, h)
}

// TestAskingWhereAnOutsideSystemHasASay: the venue is asked first, the outside system once it has said yes.
func TestAskingWhereAnOutsideSystemHasASay(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t, confirmsItself), housetest.NewUpstream()
	slot := h.Evening()
	h.Tie("upstream", housetest.Usual())
	id := asked(t, h, h.Guest("Far"), slot)
	require.Zero(t, h.Count(`SELECT count(*) FROM intents`))
	made := accepted(t)(h.Desk.ConfirmReservation(ctx, h.Staff, on(h, id, 2), "test"))
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", made))
	require.Equal(t, "CONFIRMED", status(h, "reservations", id))
}

// TestRulesOfTheReservation: what was held under other rules is confirmed under them.
func TestRulesOfTheReservation(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Before")
	id := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, h.Evening())), ref.Reservation)
	h.Activate(uuid.New(), 2, confirmsItself)
	housetest.Must(t)(h.Desk.ConfirmReservation(ctx, guest, on(h, id, 1), "test"))
	require.Equal(t, string(reservation.Confirmed), status(h, "reservations", id))
}

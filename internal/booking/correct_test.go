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
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
)

// correcting asks for a reservation to be made anew as it stands.
func correcting(h *housetest.House, id uuid.UUID, becomes reservation.Status) booking.CorrectReservation {
	return booking.CorrectReservation{ReservationID: ref.Encode(ref.Reservation, id), Becomes: becomes, Reason: "the wrong row", ExpectedVersion: version(h, id), Key: h.Key()}
}

// correct makes it anew and returns what was made.
func correct(t *testing.T, h *housetest.House, id uuid.UUID, becomes reservation.Status) uuid.UUID {
	t.Helper()
	return housetest.ID(t, housetest.Must(t)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, id, becomes), "test")), ref.Reservation)
}

// begun is a confirmed reservation that began a while ago.
func begun(t *testing.T, h *housetest.House, by actor.Actor) (id, slot uuid.UUID) {
	t.Helper()
	slot = h.Evening()
	id = confirmed(t, h, by, 2, slot)
	h.Deadline("slots", "starts_at", slot, -20*time.Minute)
	h.Deadline("reservations", "starts_at", id, -20*time.Minute)
	return id, slot
}

func TestCorrections(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	done := func(t *testing.T) func(command.Result, error) command.Result { return housetest.Must(t) }

	t.Run("a party that was given up and has come", func(t *testing.T) {
		guest := h.Guest("Came")
		id, slot := begun(t, h, guest)
		done(t)(h.Desk.MarkNoShow(ctx, h.Staff, on(h, id, 2), "test"))
		in := correcting(h, id, reservation.CheckedIn)
		r := done(t)(h.Desk.CorrectReservation(ctx, h.Staff, in, "test"))
		made := housetest.ID(t, r, ref.Reservation)
		require.Equal(t, "NO_SHOW", status(h, "reservations", id), "the old row stays as it ended")
		require.Equal(t, "reservation.held reservation.confirmed reservation.checked_in", kindsOf(h, made))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations n JOIN reservations o ON o.id = n.corrects_id AND o.customer_id = n.customer_id AND o.party_size = n.party_size AND o.policy_version_id = n.policy_version_id
			WHERE n.id = $1 AND o.id = $2 AND n.no_show_at IS NULL AND n.override_reason IS NULL`, made, id))
		require.Equal(t, 1, taken(h, slot))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'correctReservation' AND reason = 'the wrong row' AND subject = $1`, ref.Encode(ref.Reservation, made)))

		again, err := h.Desk.CorrectReservation(ctx, h.Staff, in, "test")
		require.NoError(t, err)
		require.True(t, again.Replayed)
		p := rejected(t, problem.IllegalTransition)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, id, reservation.Confirmed), "test")).Problem
		require.Contains(t, p.Message, ref.Encode(ref.Reservation, made), "whoever asks again hears what stands for it")
	})
	t.Run("a party that was checked in and isn't here", func(t *testing.T) {
		guest := h.Guest("Twin")
		id, slot := begun(t, h, guest)
		join(t, h, h.Guest("Waits"), 2, h.Evening())
		done(t)(h.Desk.CheckInReservation(ctx, h.Staff, on(h, id, 2), "test"))
		made := correct(t, h, id, reservation.Confirmed)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND status = 'COMPLETED' AND status_reason = 'CORRECTED'`, id))
		require.Equal(t, "CONFIRMED", status(h, "reservations", made))
		require.Equal(t, 1, taken(h, slot))
		rejected(t, problem.IllegalTransition)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, id, reservation.CheckedIn), "test"))
		done(t)(h.Desk.MarkNoShow(ctx, h.Staff, on(h, made, 2), "test"))
		correct(t, h, made, reservation.CheckedIn)
	})
	t.Run("what was cancelled by mistake", func(t *testing.T) {
		slot, guest := h.Evening(), h.Guest("Back")
		id := confirmed(t, h, guest, 2, slot)
		cancel(t, h, h.Staff, id, 2)
		rejected(t, problem.PolicyForbids)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, id, reservation.CheckedIn), "test"))
		made := correct(t, h, id, reservation.Confirmed)
		cancel(t, h, guest, made, 2)
		require.Zero(t, taken(h, slot))
	})
	t.Run("a place that others took meanwhile is theirs", func(t *testing.T) {
		slot := h.Evening()
		id := confirmed(t, h, h.Guest("First"), 2, slot)
		cancel(t, h, h.Staff, id, 2)
		other := confirmed(t, h, h.Guest("Second"), 2, slot)
		rejected(t, problem.SlotOccupied)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, id, reservation.Confirmed), "test"))
		cancel(t, h, h.Staff, other, 2)
		correct(t, h, id, reservation.Confirmed)
	})
	t.Run("so is one that is due to who waits", func(t *testing.T) {
		slot := h.Evening()
		id := confirmed(t, h, h.Guest("First"), 2, slot)
		join(t, h, h.Guest("Waits"), 2, slot)
		cancel(t, h, h.Staff, id, 2)
		rejected(t, problem.SlotOccupied)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, id, reservation.Confirmed), "test"))
	})
	t.Run("what closed meanwhile is noted", func(t *testing.T) {
		slot := h.Evening()
		id := confirmed(t, h, h.Guest("Shut"), 2, slot)
		cancel(t, h, h.Staff, id, 2)
		h.Exec(`UPDATE resources SET active = false WHERE id = (SELECT resource_id FROM slots WHERE id = $1)`, slot)
		made := correct(t, h, id, reservation.Confirmed)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND override_codes = 'RESOURCE_CLOSED' AND override_reason = 'the wrong row'`, made))
	})
	t.Run("not what lapsed, stands, is over, or isn't as it was read", func(t *testing.T) {
		lapsed := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Slow"), 2, h.Evening())), ref.Reservation)
		h.RunOut(lapsed)
		rejected(t, problem.IllegalTransition)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, lapsed, reservation.Confirmed), "test"))
		stands := confirmed(t, h, h.Guest("Stands"), 2, h.Evening())
		rejected(t, problem.IllegalTransition)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, stands, reservation.CheckedIn), "test"))
		stale := correcting(h, stands, reservation.Confirmed)
		stale.ExpectedVersion = 1
		rejected(t, problem.VersionStale)(h.Desk.CorrectReservation(ctx, h.Staff, stale, "test"))
		over, slot := begun(t, h, h.Guest("Over"))
		done(t)(h.Desk.MarkNoShow(ctx, h.Staff, on(h, over, 2), "test"))
		h.Deadline("slots", "ends_at", slot, -time.Second)
		h.Deadline("reservations", "ends_at", over, -time.Second)
		rejected(t, problem.IllegalTransition)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, over, reservation.CheckedIn), "test"))
	})
	t.Run("it is work for staff of the venue, with a reason", func(t *testing.T) {
		guest := h.Guest("Own")
		id := confirmed(t, h, guest, 2, h.Evening())
		cancel(t, h, guest, id, 2)
		_, err := h.Desk.CorrectReservation(ctx, guest, correcting(h, id, reservation.Confirmed), "test")
		require.ErrorIs(t, err, problem.ErrForbidden)
		foreign := housetest.In(t, h.DB)
		rejected(t, problem.ReferenceNotFound)(h.Desk.CorrectReservation(ctx, foreign.Staff, correcting(h, id, reservation.Confirmed), "test"))
		in := correcting(h, id, reservation.Confirmed)
		in.Reason = " "
		invalid(t, "reason")(h.Desk.CorrectReservation(ctx, h.Staff, in, "test"))
		in = correcting(h, id, reservation.Completed)
		invalid(t, "becomes")(h.Desk.CorrectReservation(ctx, h.Staff, in, "test"))
	})
	sound(t, h)
}

// TestCorrectingTwiceAtOnce: two hosts see the same mistake. It is corrected once.
func TestCorrectingTwiceAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	slot := h.Evening()
	id := confirmed(t, h, h.Guest("Back"), 2, slot)
	cancel(t, h, h.Staff, id, 2)
	results := together(t, 6, func(int) (command.Result, error) {
		return h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, id, reservation.Confirmed), "test")
	})
	require.Equal(t, map[string]int{"COMMITTED": 1, "ILLEGAL_TRANSITION": 5}, tally(results))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE corrects_id = $1`, id))
	sound(t, h)
}

// TestCorrectingWhatAnOutsideSystemKnows: it would not hear of it.
func TestCorrectingWhatAnOutsideSystemKnows(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	id := confirmed(t, h, h.Guest("Back"), 2, h.Evening())
	cancel(t, h, h.Staff, id, 2)
	h.Tie("upstream", housetest.Usual())
	rejected(t, problem.PolicyForbids)(h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, id, reservation.Confirmed), "test"))
}

// TestOverrides: staff may pass over the rules of the house, with a reason that is kept, and over nothing else.
func TestOverrides(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) {
		r.MaxActiveReservationsPerCustomer = 1
		r.PacingParties = pointer(1)
	})
	over := func(slot uuid.UUID, party int) booking.HoldSlot {
		return booking.HoldSlot{SlotIDs: ids(slot), PartySize: party, Override: &booking.Override{Reason: "a feast"}, Key: h.Key()}
	}
	at := time.Duration(30) * time.Hour
	next := func() uuid.UUID { at += time.Hour; return h.Slot(h.Table(), at, 30*time.Minute) }
	paced := func() uuid.UUID {
		first := next()
		housetest.Must(t)(hold(h, h.Staff, 2, first))
		return h.Slot(h.Table(), at, 30*time.Minute)
	}
	for _, c := range []struct {
		passes string
		slot   func() uuid.UUID
	}{
		{"RESOURCE_CLOSED", func() uuid.UUID {
			slot := next()
			h.Exec(`UPDATE resources SET active = false WHERE id = (SELECT resource_id FROM slots WHERE id = $1)`, slot)
			return slot
		}},
		{"WALK_IN_ONLY", func() uuid.UUID {
			slot := next()
			h.Exec(`UPDATE slots SET walk_in_only = true WHERE id = $1`, slot)
			return slot
		}},
		{"OUTSIDE_BOOKING_WINDOW", func() uuid.UUID { return h.Slot(h.Table(), -time.Minute, time.Hour) }},
		{"PACING_EXCEEDED", paced},
		{"", next},
	} {
		t.Run("passes over "+c.passes, func(t *testing.T) {
			slot := c.slot()
			if c.passes != "" {
				rejected(t, problem.Code(c.passes))(hold(h, h.Staff, 2, slot))
			}
			id := housetest.ID(t, housetest.Must(t)(h.Desk.HoldSlot(ctx, h.Staff, over(slot, 2), "test")), ref.Reservation)
			var codes, reason string
			h.Scan(`SELECT override_codes, coalesce(override_reason, '') FROM reservations WHERE id = $1`, []any{id}, &codes, &reason)
			require.Equal(t, c.passes, codes)
			require.Equal(t, c.passes != "", reason == "a feast", "one that passed over nothing leaves no trace")
		})
	}
	t.Run("the most that a customer may have", func(t *testing.T) {
		known := &booking.Contact{Name: "Kim", Email: pointer("kim@example.com")}
		first := over(next(), 2)
		first.Customer, first.Override = known, nil
		housetest.Must(t)(h.Desk.HoldSlot(ctx, h.Staff, first, "test"))
		second := over(next(), 2)
		second.Customer = known
		id := housetest.ID(t, housetest.Must(t)(h.Desk.HoldSlot(ctx, h.Staff, second, "test")), ref.Reservation)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND override_codes = 'POLICY_FORBIDS'`, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE reason = 'a feast' AND subject = $1`, ref.Encode(ref.Reservation, id)))
	})
	t.Run("never what others have, wait for, or what doesn't fit", func(t *testing.T) {
		slot := next()
		id := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("First"), 2, slot)), ref.Reservation)
		rejected(t, problem.SlotOccupied)(h.Desk.HoldSlot(ctx, h.Staff, over(slot, 2), "test"))
		join(t, h, h.Guest("Waits"), 2, slot)
		cancel(t, h, h.Staff, id, 1)
		rejected(t, problem.SlotOccupied)(h.Desk.HoldSlot(ctx, h.Staff, over(slot, 2), "test"))
		rejected(t, problem.PartyTooLarge)(h.Desk.HoldSlot(ctx, h.Staff, over(next(), 5), "test"))
		rejected(t, problem.OutsideBookingWindow)(h.Desk.HoldSlot(ctx, h.Staff, over(h.Slot(h.Table(), -2*time.Hour, time.Hour), 2), "test"))
	})
	t.Run("not by guests, and not without a reason", func(t *testing.T) {
		_, err := h.Desk.HoldSlot(ctx, h.Guest("Bold"), over(next(), 2), "test")
		require.ErrorIs(t, err, problem.ErrForbidden)
		mute := over(next(), 2)
		mute.Override.Reason = ""
		invalid(t, "override.reason")(h.Desk.HoldSlot(ctx, h.Staff, mute, "test"))
	})
	sound(t, h)
}

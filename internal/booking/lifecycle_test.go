package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// TestAnEvening: a reservation from the hold to the end, each way.
func TestAnEvening(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	// at is a confirmed reservation of a table whose slot starts so long from now.
	at := func(t *testing.T, in time.Duration) (booked, slot uuid.UUID) {
		slot = h.Evening()
		booked = confirmed(t, h, h.Guest("Party"), 2, slot)
		h.Deadline("slots", "starts_at", slot, in)
		h.Deadline("reservations", "starts_at", booked, in)
		return booked, slot
	}

	t.Run("seated and gone, early: the rest of the time is offered to the next", func(t *testing.T) {
		booked, slot := at(t, 20*time.Minute)
		entry := join(t, h, h.Guest("Waits"), 2, slot)
		housetest.Must(t)(h.Desk.CheckInReservation(ctx, h.Staff, on(h, booked, 2), "test"))
		housetest.Must(t)(h.Desk.CompleteReservation(ctx, h.Staff, on(h, booked, 3), "test"))
		require.Zero(t, taken(h, slot))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM offers o JOIN slots s ON s.id = $2 WHERE o.id = $1 AND o.expires_at <= s.starts_at`, openOffer(t, h, entry), slot), "an offer never outlives the start")
	})
	t.Run("seated too early", func(t *testing.T) {
		booked, _ := at(t, 40*time.Minute)
		rejected(t, problem.PolicyForbids)(h.Desk.CheckInReservation(ctx, h.Staff, on(h, booked, 2), "test"))
	})
	t.Run("seated, it can't be cancelled, moved or missed", func(t *testing.T) {
		booked, _ := at(t, 10*time.Minute)
		housetest.Must(t)(h.Desk.CheckInReservation(ctx, h.Staff, on(h, booked, 2), "test"))
		rejected(t, problem.IllegalTransition)(h.Desk.CancelReservation(ctx, h.Staff, on(h, booked, 3), "OTHER", "test"))
		rejected(t, problem.IllegalTransition)(h.Desk.MoveReservation(ctx, h.Staff, moveTo(h, booked, 3, h.Evening()), "test"))
		rejected(t, problem.IllegalTransition)(h.Desk.MarkNoShow(ctx, h.Staff, on(h, booked, 3), "test"))
	})
	t.Run("nobody came", func(t *testing.T) {
		booked, slot := at(t, -10*time.Minute)
		rejected(t, problem.PolicyForbids)(h.Desk.MarkNoShow(ctx, h.Staff, on(h, booked, 2), "test"))
		h.Deadline("reservations", "starts_at", booked, -20*time.Minute)
		housetest.Must(t)(h.Desk.MarkNoShow(ctx, h.Staff, on(h, booked, 2), "test"))
		require.Zero(t, taken(h, slot))
		require.Zero(t, h.Count(`SELECT count(*) FROM vacancies WHERE slot_id = $1`, slot), "what has begun is offered to nobody")
	})
	t.Run("what has ended stays ended", func(t *testing.T) {
		booked, slot := at(t, 20*time.Minute)
		cancel(t, h, h.Staff, booked, 2)
		rejected(t, problem.VersionStale)(h.Desk.CancelReservation(ctx, h.Staff, on(h, booked, 2), "OTHER", "test"))
		rejected(t, problem.IllegalTransition)(h.Desk.CancelReservation(ctx, h.Staff, on(h, booked, 3), "OTHER", "test"))
		rejected(t, problem.IllegalTransition)(h.Desk.CheckInReservation(ctx, h.Staff, on(h, booked, 3), "test"))
		require.Zero(t, taken(h, slot), "its units went back once")
	})
	t.Run("a hold is extended once, and never past the start", func(t *testing.T) {
		slot, guest := h.Slot(h.Table(), 7*time.Minute, time.Hour), h.Guest("Slow")
		held := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, slot)), ref.Reservation)
		housetest.Must(t)(h.Desk.ExtendHold(ctx, guest, on(h, held, 1), "test"))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND expires_at = starts_at AND extended`, held))
		rejected(t, problem.PolicyForbids)(h.Desk.ExtendHold(ctx, guest, on(h, held, 2), "test"))
	})
	t.Run("a hold of a slot that starts soon ends with its start", func(t *testing.T) {
		held := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Soon"), 2, h.Slot(h.Table(), time.Minute, time.Hour))), ref.Reservation)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND expires_at = starts_at`, held))
	})
	t.Run("two of the staff act on one version: one acts, the other hears where it stands", func(t *testing.T) {
		booked, _ := at(t, 10*time.Minute)
		housetest.Must(t)(h.Desk.CheckInReservation(ctx, h.Staff, on(h, booked, 2), "test"))
		late := on(h, booked, 2)
		r := rejected(t, problem.VersionStale)(h.Desk.CancelReservation(ctx, h.Admin, late, "OTHER", "test"))
		require.Equal(t, 3, *r.Problem.CurrentVersion)
		again := rejected(t, problem.VersionStale)(h.Desk.CancelReservation(ctx, h.Admin, late, "OTHER", "test"))
		require.True(t, again.Replayed, "the same key hears the same")
		require.Equal(t, r.Problem, again.Problem)
	})
	catchUp(t, h)
}

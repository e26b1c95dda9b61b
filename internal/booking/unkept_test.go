package booking_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/store"
)

// keepsLong is a booking that keeps two hours behind it by rules that no longer hold, and somebody who waits for that time.
func keepsLong(t *testing.T, change ...func(*policy.Rules)) (h *housetest.House, at []uuid.UUID, id, entry uuid.UUID) {
	t.Helper()
	h = housetest.New(t, append(change, func(r *policy.Rules) { r.BufferAfter = 2 * time.Hour })...)
	table := h.Table()
	first := h.Slot(table, 5*time.Hour, time.Hour)
	at = []uuid.UUID{first, h.Beside(first, table, time.Hour, time.Hour), h.Beside(first, table, 2*time.Hour, time.Hour)}
	id = confirmed(t, h, h.Guest("Keeps"), 2, at[0])
	entry = waitFor(t, h, h.Guest("Waits"), 2, at[2])
	h.Activate(uuid.New(), 2, append(change, func(*policy.Rules) {})...)
	catchUp(t, h)
	require.Equal(t, "WAITING", status(h, "waitlist_entries", entry), "what is kept stays kept")
	return h, at, id, entry
}

// A move within the same slot is made by the rules of today, and gives back what those of yesterday kept.
func TestAMoveThatKeepsLessIsNoticed(t *testing.T) {
	t.Parallel()
	h, at, id, entry := keepsLong(t)
	move := moveTo(h, id, 2, at[0])
	move.PartySize = new(3)
	housetest.Must(t)(h.Desk.MoveReservation(ctx, h.Staff, move, "test"))
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	sound(t, h)
}

// So does the reservation that takes the place of one that was checked in by mistake.
func TestACorrectionThatKeepsLessIsNoticed(t *testing.T) {
	t.Parallel()
	h, _, id, entry := keepsLong(t, func(r *policy.Rules) { r.CheckInOpens = 24 * time.Hour })
	housetest.Must(t)(h.Desk.CheckInReservation(ctx, h.Staff, on(h, id, 2), "test"))
	housetest.Must(t)(h.Desk.CorrectReservation(ctx, h.Staff, booking.CorrectReservation{
		ReservationID: ref.Encode(ref.Reservation, id), Becomes: reservation.Confirmed, Reason: "the wrong party", ExpectedVersion: 3, Key: h.Key(),
	}, "test"))
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	sound(t, h)
}

// A note of a long range, in which many slots look promising and none can be had, holds up no table that somebody has just
// left at another venue: they take turns.
func TestLongNotesTakeTurnsWithShortOnes(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.PacingParties = new(1) })
	full, free := h.Hours(h.Table(), 6, time.Hour), h.Hours(h.Table(), 6, time.Hour)
	for _, slot := range full {
		confirmed(t, h, h.Guest("Arrives"), 2, slot)
	}
	other := h.SecondVenue()
	left := other.Evening()
	id := confirmed(t, other, other.Guest("Leaves"), 2, left)
	entry := waitFor(t, other, other.Guest("Waits"), 2, left)
	catchUp(t, h)
	housetest.Must(t)(wish(h, h.Guest("Wishes"), 2, nil, free[0], free[5]))
	cancel(t, other, other.Staff, id, 2)

	within, stop := context.WithCancel(ctx)
	looks := 0
	_, _ = quietDesk(afterClaim{store.NewDatabase(h.DB), func() {
		if looks++; looks == 3 {
			stop()
		}
	}}).DrainVacancies(within, h.Tenant)
	require.Equal(t, "OFFERED", status(other, "waitlist_entries", entry))
	catchUp(t, h)
	sound(t, h)
}

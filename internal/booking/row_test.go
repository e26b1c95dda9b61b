package booking_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/reservation"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/waitlist"
)

// TestRowsOfTheAnswer: what a command hands over as just committed is what stands in the database, to the microsecond.
func TestRowsOfTheAnswer(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.AutoNoShow, r.BufferAfter = true, 15*time.Minute })
	same := func(t *testing.T, r command.Result, err error) reservation.Reservation {
		t.Helper()
		housetest.Must(t)(r, err)
		row, whole := r.Rows[r.Refs[0]].(reservation.Reservation)
		require.True(t, whole)
		var stands reservation.Reservation
		require.NoError(t, store.NewDatabase(h.DB).Routine(ctx, h.Tenant, func(ctx context.Context, tx booking.Tx) error {
			found, err := tx.Reservation(ctx, row.ID)
			stands = *found
			return err
		}))
		if len(row.OverrideCodes) == 0 {
			row.OverrideCodes = stands.OverrideCodes
		}
		require.Equal(t, stands, row)
		return row
	}
	guest := h.Guest("Ahn")
	begin := func(t *testing.T, slot uuid.UUID) uuid.UUID {
		in := ask(h.Key(), slot)
		in.Note = "by the window"
		r, err := h.Desk.HoldSlot(ctx, guest, in, "test")
		return same(t, r, err).ID
	}

	t.Run("held, extended, confirmed, moved, cancelled", func(t *testing.T) {
		id := begin(t, h.Evening())
		r, err := h.Desk.ExtendHold(ctx, guest, on(h, id, 1), "test")
		same(t, r, err)
		confirm := on(h, id, 2)
		r, err = h.Desk.ConfirmReservation(ctx, guest, confirm, "test")
		same(t, r, err)
		again := housetest.Must(t)(h.Desk.ConfirmReservation(ctx, guest, confirm, "test"))
		require.True(t, again.Replayed)
		require.Empty(t, again.Rows, "what was committed then may be otherwise now")
		r, err = h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 3, h.Evening()), "test")
		same(t, r, err)
		r, err = h.Desk.CancelReservation(ctx, h.Staff, on(h, id, 4), "OTHER", "test")
		same(t, r, err)
	})
	t.Run("given up, and made anew", func(t *testing.T) {
		id, _ := begun(t, h, guest)
		r, err := h.Desk.MarkNoShow(ctx, h.Staff, on(h, id, 2), "test")
		same(t, r, err)
		r, err = h.Desk.CorrectReservation(ctx, h.Staff, correcting(h, id, reservation.CheckedIn), "test")
		made := same(t, r, err)
		require.NotEqual(t, id, made.ID)
		r, err = h.Desk.CompleteReservation(ctx, h.Staff, on(h, made.ID, made.Version), "test")
		same(t, r, err)
	})
	t.Run("walked in", func(t *testing.T) {
		r, err := h.Desk.SeatWalkIn(ctx, h.Staff, walkIn(h, soon(h, time.Minute)), "test")
		same(t, r, err)
	})
	t.Run("in a group", func(t *testing.T) {
		slots, people := []uuid.UUID{h.Evening(), h.Evening(), h.Evening()}, h.Guests(3)
		results := gathered(t, h, 3, func(desk *booking.Desk, i int) (command.Result, error) {
			return desk.HoldSlot(ctx, people[i], ask(h.Key(), slots[i]), "test")
		})
		for _, r := range results {
			same(t, r, nil)
		}
	})
	t.Run("an offer, with the hold and the entry behind it", func(t *testing.T) {
		entry := join(t, h, h.Guest("Waits"), 2, h.Evening())
		catchUp(t, h)
		r := housetest.Must(t)(h.Desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, openOffer(t, h, entry), 1), "test"))
		require.Len(t, r.Rows, 3)
		require.NoError(t, store.NewDatabase(h.DB).Routine(ctx, h.Tenant, func(ctx context.Context, tx booking.Tx) error {
			for named, row := range r.Rows {
				switch row := row.(type) {
				case reservation.Reservation:
					stands, err := tx.Reservation(ctx, named.ID)
					require.NoError(t, err)
					row.OverrideCodes = stands.OverrideCodes
					require.Equal(t, *stands, row)
				case waitlist.Offer:
					stands, err := tx.Offer(ctx, named.ID)
					require.NoError(t, err)
					require.Equal(t, *stands, row)
				case waitlist.Entry:
					stands, err := tx.Entry(ctx, named.ID)
					require.NoError(t, err)
					require.Equal(t, *stands, row)
				}
			}
			return nil
		}))
	})
}

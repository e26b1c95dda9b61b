package booking_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// TestConfirmAtTheDeadline: whoever comes first, a hold whose time is over is never confirmed.
func TestConfirmAtTheDeadline(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Late")
	late := func() uuid.UUID {
		id := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, h.Evening())), ref.Reservation)
		h.Deadline("reservations", "expires_at", id, 0)
		return id
	}
	t.Run("the guest first", func(t *testing.T) {
		id := late()
		r := rejected(t, problem.HoldExpired)(h.Desk.ConfirmReservation(ctx, guest, on(h, id, 1), "test"))
		require.Equal(t, 1, *r.Problem.CurrentVersion, "time alone raises no version")
		did, err := h.Desk.LapseHold(ctx, h.Tenant, id)
		require.NoError(t, err)
		require.True(t, did)
		require.Equal(t, "EXPIRED", status(h, "reservations", id))
	})
	t.Run("the sweep first", func(t *testing.T) {
		id := late()
		did, err := h.Desk.LapseHold(ctx, h.Tenant, id)
		require.NoError(t, err)
		require.True(t, did)
		for _, version := range []int{1, 2, 9} {
			rejected(t, problem.HoldExpired)(h.Desk.ConfirmReservation(ctx, guest, on(h, id, version), "test"))
		}
	})
	t.Run("every command on it hears the same", func(t *testing.T) {
		id := late()
		rejected(t, problem.HoldExpired)(h.Desk.ExtendHold(ctx, guest, on(h, id, 1), "test"))
		rejected(t, problem.HoldExpired)(h.Desk.CancelReservation(ctx, guest, on(h, id, 1), "OTHER", "test"))
		rejected(t, problem.HoldExpired)(h.Desk.CheckInReservation(ctx, h.Staff, on(h, id, 1), "test"))
		rejected(t, problem.HoldExpired)(h.Desk.MarkNoShow(ctx, h.Staff, on(h, id, 1), "test"))
		rejected(t, problem.HoldExpired)(h.Desk.CompleteReservation(ctx, h.Staff, on(h, id, 1), "test"))
		rejected(t, problem.HoldExpired)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 1, h.Evening()), "test"))
	})
	t.Run("a hold that isn't over is left alone by the sweep", func(t *testing.T) {
		id := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, h.Evening())), ref.Reservation)
		did, err := h.Desk.LapseHold(ctx, h.Tenant, id)
		require.NoError(t, err)
		require.False(t, did)
	})
	catchUp(t, h)
	sound(t, h)
}

// TestConfirmAgainstTheSweep: both at once, around the deadline; one wins, never both.
func TestConfirmAgainstTheSweep(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Close")
	for round := range 30 {
		id := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, h.Evening())), ref.Reservation)
		h.Deadline("reservations", "expires_at", id, time.Duration(round%6)*time.Millisecond)
		results := together(t, 2, func(i int) (command.Result, error) {
			if i == 0 {
				return h.Desk.ConfirmReservation(ctx, guest, on(h, id, 1), "test")
			}
			_, err := h.Desk.LapseHold(ctx, h.Tenant, id)
			return command.Result{}, err
		})
		_, err := h.Desk.LapseHold(ctx, h.Tenant, id) // the sweep may have been too early
		if results[0].Outcome == command.Committed {
			require.NoError(t, err)
			require.Equal(t, "CONFIRMED", status(h, "reservations", id))
			cancel(t, h, h.Staff, id, 2)
			continue
		}
		require.Equal(t, problem.HoldExpired, code(results[0]))
		require.Eventually(t, func() bool {
			_, err := h.Desk.LapseHold(ctx, h.Tenant, id)
			return err == nil && status(h, "reservations", id) == "EXPIRED"
		}, time.Minute, time.Millisecond)
	}
	catchUp(t, h)
	sound(t, h)
}

// TestStalledPastTheDeadline: a command that waited for a lock until the hold's time was over is too late.
func TestStalledPastTheDeadline(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	admin := pgtest.Admin(t, db)
	for name, act := range map[string]func(h *housetest.House, id uuid.UUID) (command.Result, error){
		"confirming": func(h *housetest.House, id uuid.UUID) (command.Result, error) {
			return h.Desk.ConfirmReservation(ctx, h.Staff, on(h, id, 1), "test")
		},
		"extending": func(h *housetest.House, id uuid.UUID) (command.Result, error) {
			return h.Desk.ExtendHold(ctx, h.Staff, on(h, id, 1), "test")
		},
		"cancelling": func(h *housetest.House, id uuid.UUID) (command.Result, error) {
			return h.Desk.CancelReservation(ctx, h.Staff, on(h, id, 1), "OTHER", "test")
		},
		"moving": func(h *housetest.House, id uuid.UUID) (command.Result, error) {
			return h.Desk.MoveReservation(ctx, h.Staff, moveTo(h, id, 1, h.Evening()), "test")
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := housetest.In(t, db)
			id := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Slow"), 2, h.Evening())), ref.Reservation)
			clock, err := admin.BeginTx(t.Context(), nil)
			require.NoError(t, err)
			defer func() { _ = clock.Rollback() }()
			_, err = clock.Exec(`SET LOCAL session_replication_role = replica`)
			require.NoError(t, err)
			_, err = clock.Exec(`SELECT FROM reservations WHERE id = $1 FOR UPDATE`, id)
			require.NoError(t, err)

			answer := make(chan command.Result, 1)
			go func() {
				r, err := act(h, id)
				if err != nil {
					t.Error(err)
				}
				answer <- r
			}()
			waiters(t, admin, 1)
			_, err = clock.Exec(`UPDATE reservations SET expires_at = clock_timestamp() WHERE id = $1`, id)
			require.NoError(t, err)
			require.NoError(t, clock.Commit())
			require.Equal(t, problem.HoldExpired, code(<-answer))
		})
	}
}

// waiters waits until so many sessions of the test's database wait for a lock.
func waiters(t *testing.T, admin *sql.DB, n int) {
	t.Helper()
	require.Eventually(t, func() bool {
		var waiting int
		err := admin.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting)
		return err == nil && waiting >= n
	}, time.Minute, 2*time.Millisecond)
}

func moveTo(h *housetest.House, id uuid.UUID, version int, slots ...uuid.UUID) booking.MoveReservation {
	return booking.MoveReservation{ReservationID: ref.Encode(ref.Reservation, id), SlotIDs: ids(slots...), ExpectedVersion: version, Key: h.Key()}
}

package booking_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

func givesUp(r *policy.Rules) { r.AutoNoShow = true }

// missing is a confirmed reservation whose time for coming is over.
func missing(t *testing.T, h *housetest.House, by actor.Actor, slot uuid.UUID) uuid.UUID {
	t.Helper()
	id := confirmed(t, h, by, 2, slot)
	h.Deadline("slots", "starts_at", slot, -16*time.Minute)
	h.Deadline("reservations", "starts_at", id, -16*time.Minute)
	h.Rewind("reservations", "no_show_at", id)
	return id
}

func TestPartiesThatDoNotCome(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, givesUp)

	t.Run("the time is set when they book, by the rules of then", func(t *testing.T) {
		id := confirmed(t, h, h.Guest("Sets"), 2, h.Evening())
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND no_show_at = starts_at + interval '15 minutes'`, id))
	})
	t.Run("they are given up once, and their place is free", func(t *testing.T) {
		slot := h.Evening()
		id := missing(t, h, h.Guest("Absent"), slot)
		require.Positive(t, catchUp(t, h))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND status = 'NO_SHOW' AND status_reason = 'AUTOMATIC' AND version = 3`, id))
		require.Zero(t, taken(h, slot))
		require.Equal(t, "reservation.held reservation.confirmed reservation.no_show", kindsOf(h, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'giveUp' AND actor = 'SlotQ'`))
		require.Zero(t, catchUp(t, h), "there is nothing left to do")
	})
	t.Run("a party that has come in time stays", func(t *testing.T) {
		id := missing(t, h, h.Guest("Here"), h.Evening())
		housetest.Must(t)(h.Desk.CheckInReservation(ctx, h.Staff, on(h, id, 2), "test"))
		catchUp(t, h)
		require.Equal(t, "CHECKED_IN", status(h, "reservations", id))
	})
	t.Run("one that still has time is waited for", func(t *testing.T) {
		id := missing(t, h, h.Guest("Late"), h.Evening())
		h.Deadline("reservations", "no_show_at", id, time.Minute)
		catchUp(t, h)
		require.Equal(t, "CONFIRMED", status(h, "reservations", id))
		did, err := h.Desk.GiveUp(ctx, h.Tenant, id)
		require.NoError(t, err)
		require.False(t, did)
	})
	t.Run("a move takes the time along", func(t *testing.T) {
		id := confirmed(t, h, h.Guest("Moves"), 2, h.Evening())
		housetest.Must(t)(h.Desk.MoveReservation(ctx, h.Staff, moveTo(h, id, 2, h.Slot(h.Table(), 50*time.Hour, time.Hour)), "test"))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND no_show_at = starts_at + interval '15 minutes' AND starts_at > clock_timestamp() + interval '49 hours'`, id))
	})
	sound(t, h)
}

// TestComingAtTheLastMoment: a party is checked in while sweepers give it up. One of them is first, and the others see it.
func TestComingAtTheLastMoment(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, givesUp)
	for range 8 {
		id := missing(t, h, h.Guest("Runs"), h.Slot(h.Resource(inventory.Pooled, 4, 1, 4), 30*time.Hour, time.Hour))
		var came command.Result
		gone := make([]bool, 3)
		begin := make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			<-begin
			var err error
			came, err = h.Desk.CheckInReservation(ctx, h.Staff, on(h, id, 2), "test")
			require.NoError(t, err)
		})
		for i := range gone {
			all.Go(func() {
				<-begin
				var err error
				gone[i], err = h.Desk.GiveUp(ctx, h.Tenant, id)
				require.NoError(t, err)
			})
		}
		close(begin)
		all.Wait()

		did := 0
		for _, g := range gone {
			if g {
				did++
			}
		}
		if came.Outcome == command.Committed {
			require.Zero(t, did)
			require.Equal(t, "CHECKED_IN", status(h, "reservations", id))
		} else {
			require.Equal(t, problem.VersionStale, came.Problem.Code)
			require.Equal(t, 1, did, "sweepers record it once")
			require.Equal(t, "NO_SHOW", status(h, "reservations", id))
		}
	}
	sound(t, h)
}

// TestGivingUpWhatAnIntentHasInHand waits until the intent has given it back.
func TestGivingUpWhatAnIntentHasInHand(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t, givesUp), housetest.NewUpstream()
	slot := h.Evening()
	h.Tie("upstream", housetest.Usual())
	guest := h.Guest("Bound")
	made := accepted(t)(request(h, guest, false, slot))
	h.Work(t, u)
	id := reservationOf(h, made)
	require.Equal(t, "CONFIRMED", status(h, "reservations", id))
	leaving := accepted(t)(h.Desk.CancelReservation(ctx, guest, on(h, id, version(h, id)), "CUSTOMER_REQUEST", "test"))
	h.Deadline("slots", "starts_at", slot, -16*time.Minute)
	h.Deadline("reservations", "starts_at", id, -16*time.Minute)
	h.Rewind("reservations", "no_show_at", id)

	catchUp(t, h)
	require.Equal(t, "CONFIRMED", status(h, "reservations", id))
	housetest.Must(t)(h.Desk.CancelIntent(ctx, guest, onIntent(h, leaving), "test"))
	catchUp(t, h)
	require.Equal(t, "NO_SHOW", status(h, "reservations", id))
}

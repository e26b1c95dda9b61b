package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

// TestPacing: four parties, or ten people, may arrive in one quarter of an hour.
func TestPacing(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.PacingParties, r.PacingCovers = new(4), new(10) })
	h.Desk = strictDesk(t, h)
	tables := func(n int, minutes int) (slots []uuid.UUID) {
		for range n {
			slots = append(slots, h.At(h.Table(), noon(h).Add(time.Duration(minutes)*time.Minute), time.Hour))
		}
		return slots
	}
	t.Run("the fifth party is asked to come at another time", func(t *testing.T) {
		at := tables(5, 0)
		for _, slot := range at[:4] {
			confirmed(t, h, h.Guest("Comes"), 2, slot)
		}
		rejected(t, problem.PacingExceeded)(hold(h, h.Guest("Fifth"), 2, at[4]))
		housetest.Must(t)(hold(h, h.Guest("Later"), 2, tables(1, 15)[0]))
		housetest.Must(t)(hold(h, h.Guest("Sooner"), 2, tables(1, -1)[0]))
		rejected(t, problem.PacingExceeded)(hold(h, h.Guest("Within"), 2, tables(1, 14)[0]))
	})
	t.Run("so are too many people", func(t *testing.T) {
		at := tables(3, 30)
		confirmed(t, h, h.Guest("Four"), 4, at[0])
		confirmed(t, h, h.Guest("Four"), 4, at[1])
		rejected(t, problem.PacingExceeded)(hold(h, h.Guest("Three"), 3, at[2]))
		housetest.Must(t)(hold(h, h.Guest("Two"), 2, at[2]))
	})
	t.Run("who is here already doesn't arrive again, who cancels doesn't come, who moves within it comes once", func(t *testing.T) {
		at, guest := tables(5, 60), h.Guest("Moves")
		long := h.Beside(at[0], h.Table(), -45*time.Minute, 45*time.Minute)
		housetest.Must(t)(hold(h, h.Guest("Stays"), 2, long, at[0]))
		moves := confirmed(t, h, guest, 2, at[1])
		for _, slot := range at[2:4] {
			confirmed(t, h, h.Guest("Comes"), 2, slot)
		}
		leaves := confirmed(t, h, h.Guest("Leaves"), 2, at[4])
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, moves, 2, tables(1, 65)[0]), "test"))
		rejected(t, problem.PacingExceeded)(hold(h, h.Guest("Fifth"), 2, tables(1, 60)[0]))
		cancel(t, h, h.Staff, leaves, 2)
		housetest.Must(t)(hold(h, h.Guest("Instead"), 2, at[4]))
	})
	t.Run("a hold that has lapsed doesn't come", func(t *testing.T) {
		at := tables(5, 90)
		for _, slot := range at[:4] {
			lapsedHold(t, h, 2, slot)
		}
		housetest.Must(t)(hold(h, h.Guest("Comes"), 2, at[4]))
	})
	t.Run("twenty at once at twenty tables: four come", func(t *testing.T) {
		at, guests := tables(20, 120), h.Guests(20)
		results := together(t, 20, func(i int) (command.Result, error) { return hold(h, guests[i], 2, at[i]) })
		require.Equal(t, map[string]int{"COMMITTED": 4, "PACING_EXCEEDED": 16}, tally(results))
	})
	t.Run("who waits is offered when others may not come, no sooner", func(t *testing.T) {
		at := tables(5, 150)
		var booked []uuid.UUID
		for _, slot := range at[:4] {
			booked = append(booked, confirmed(t, h, h.Guest("Comes"), 2, slot))
		}
		entry := waitFor(t, h, h.Guest("Waits"), 2, at[4])
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
		cancel(t, h, h.Staff, booked[0], 2)
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	})
	catchUp(t, h)
	sound(t, h)
}

// TestWhatIsClosed: places kept for walk-ins, pauses and channels.
func TestWhatIsClosed(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) {
		r.LeadTime = 3 * time.Hour
		r.Channels = []policy.ChannelRule{{Channel: policy.FrontDesk, LeadTime: new(time.Hour), BookingHorizon: new(10 * 24 * time.Hour)}}
	})
	t.Run("kept for walk-ins", func(t *testing.T) {
		table := h.Table()
		slot := h.Slot(table, 30*time.Hour, time.Hour)
		entry := waitFor(t, h, h.Guest("Waits"), 2, slot)
		h.Exec(`UPDATE resources SET walk_in_only = true WHERE id = $1`, table)
		rejected(t, problem.WalkInOnly)(hold(h, h.Staff, 2, slot))
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
	})
	t.Run("a pause, and after it", func(t *testing.T) {
		room := h.Resource(inventory.Pooled, 4, 1, 4)
		slot := h.Slot(room, 50*time.Hour, time.Hour)
		other := h.Beside(slot, room, 61*time.Minute, time.Hour)
		pause := h.Pause(nil, slot)
		rejected(t, problem.ResourceClosed)(hold(h, h.Guest("Early"), 2, slot))
		housetest.Must(t)(hold(h, h.Guest("Then"), 2, other))
		h.Exec(`UPDATE pauses SET ended_at = clock_timestamp() WHERE id = $1`, pause)
		housetest.Must(t)(hold(h, h.Guest("Now"), 2, slot))
	})
	t.Run("each channel has its own times", func(t *testing.T) {
		near, far := h.Slot(h.Table(), 2*time.Hour, time.Hour), h.Slot(h.Table(), 11*24*time.Hour, time.Hour)
		rejected(t, problem.OutsideBookingWindow)(hold(h, h.Guest("Near"), 2, near))
		housetest.Must(t)(hold(h, h.Staff, 2, near))
		rejected(t, problem.OutsideBookingWindow)(hold(h, h.Staff, 2, far))
		housetest.Must(t)(hold(h, h.Guest("Far"), 2, far))
	})
	t.Run("what is withdrawn", func(t *testing.T) {
		slot := h.Evening()
		id := confirmed(t, h, h.Guest("Has"), 2, slot)
		entry := waitFor(t, h, h.Guest("Waits"), 2, slot)
		catchUp(t, h)
		h.Exec(`UPDATE slots SET state = 'WITHDRAWN' WHERE id = $1`, slot)
		cancel(t, h, h.Staff, id, 2)
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
		rejected(t, problem.ResourceClosed)(hold(h, h.Guest("Wants"), 2, slot))
	})
}

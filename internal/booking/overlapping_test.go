package booking_test

import (
	"log/slog"
	"strings"
	"sync"
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
	"github.com/slotq/slotq/internal/store"
)

const half = 30 * time.Minute

// waitFor puts a guest into the queue for one slot and no other.
func waitFor(t *testing.T, h *housetest.House, by actor.Actor, party int, slot uuid.UUID) uuid.UUID {
	t.Helper()
	var resource uuid.UUID
	h.Scan(`SELECT resource_id FROM slots WHERE id = $1`, []any{slot}, &resource)
	return housetest.ID(t, housetest.Must(t)(wish(h, by, party, &resource, slot, slot)), ref.Entry)
}

// strictDesk is a desk that never leaves it to the walls of the database to say no.
func strictDesk(t *testing.T, h *housetest.House) *booking.Desk {
	said := &strings.Builder{}
	var one sync.Mutex
	t.Cleanup(func() {
		one.Lock()
		defer one.Unlock()
		require.Empty(t, said.String())
	})
	write := writer(func(text []byte) (int, error) {
		one.Lock()
		defer one.Unlock()
		return said.Write(text)
	})
	return booking.NewDesk(store.NewDatabase(h.DB), func(uuid.UUID) {}, slog.New(slog.NewTextHandler(write, &slog.HandlerOptions{Level: slog.LevelWarn})))
}

type writer func([]byte) (int, error)

func (w writer) Write(text []byte) (int, error) { return w(text) }

// TestOverlapping: a table is sold for an hour, every half hour.
func TestOverlapping(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	hours := func() []uuid.UUID { return h.Hours(h.Table(), 4, half) }

	t.Run("who has it at six keeps others from half past five and half past six", func(t *testing.T) {
		at := hours()
		confirmed(t, h, h.Guest("Six"), 2, at[1])
		for _, overlaps := range []uuid.UUID{at[0], at[1], at[2]} {
			rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Near"), 2, overlaps))
		}
		housetest.Must(t)(hold(h, h.Guest("Seven"), 2, at[3]))
		require.Equal(t, []int{0, 1, 0, 1}, []int{taken(h, at[0]), taken(h, at[1]), taken(h, at[2]), taken(h, at[3])}, "each counts its own")
	})
	t.Run("two that follow each other are had together, two that overlap are not", func(t *testing.T) {
		at := hours()
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Greedy"), 2, at[0], at[1]))
		rejected(t, problem.PartyTooLarge)(hold(h, h.Guest("Greedy"), 9, at[0], at[1]))
		housetest.Must(t)(hold(h, h.Guest("Long"), 2, at[2], at[0]))
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Between"), 2, at[1]))
	})
	t.Run("who cancels frees both, and whoever comes first in any of their queues is offered", func(t *testing.T) {
		at := hours()
		id := confirmed(t, h, h.Guest("Leaves"), 2, at[1])
		early := waitFor(t, h, h.Guest("Early"), 2, at[2])
		late := waitFor(t, h, h.Guest("Late"), 2, at[1])
		apart := waitFor(t, h, h.Guest("Apart"), 2, at[0])
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", early))
		cancel(t, h, h.Staff, id, 2)
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", early))
		require.Equal(t, "WAITING", status(h, "waitlist_entries", late), "the table is kept for the first")
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", apart), "but not before half past six")
		lapse(h, openOffer(t, h, early))
		lapse(h, openOffer(t, h, apart))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", late), "nobody is lost")
	})
	t.Run("an outsider can't take a time that is due to somebody by another slot", func(t *testing.T) {
		at := hours()
		id := confirmed(t, h, h.Guest("Leaves"), 2, at[1])
		entry := waitFor(t, h, h.Guest("Waits"), 2, at[1])
		catchUp(t, h)
		cancel(t, h, h.Staff, id, 2)
		for _, overlaps := range []uuid.UUID{at[0], at[1], at[2]} {
			rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Jumps"), 2, overlaps))
		}
		housetest.Must(t)(hold(h, h.Guest("Apart"), 2, at[3]))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	})
	t.Run("a hold that has lapsed by another slot is released first", func(t *testing.T) {
		at := hours()
		old := lapsedHold(t, h, 2, at[0])
		id := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Lucky"), 2, at[1])), ref.Reservation)
		require.Equal(t, "EXPIRED", status(h, "reservations", old))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'reservation.expired'`, old))
		require.Equal(t, []int{0, 1}, []int{taken(h, at[0]), taken(h, at[1])})
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM occupancies WHERE resource_id = (SELECT resource_id FROM slots WHERE id = $1)`, at[0]), "%s alone", id)
	})
	t.Run("so is one in the way of whoever waits", func(t *testing.T) {
		at := hours()
		old := lapsedHold(t, h, 2, at[0])
		entry := waitFor(t, h, h.Guest("Waits"), 2, at[1])
		catchUp(t, h)
		require.Equal(t, "EXPIRED", status(h, "reservations", old))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	})
	t.Run("a reservation moves within its own time", func(t *testing.T) {
		at, guest := hours(), h.Guest("Moves")
		id := confirmed(t, h, guest, 2, at[0])
		confirmed(t, h, h.Guest("Later"), 2, at[3])
		housetest.Must(t)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, at[1]), "test"))
		rejected(t, problem.SlotOccupied)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 3, at[2]), "test"))
		require.Equal(t, []int{0, 1, 0, 1}, []int{taken(h, at[0]), taken(h, at[1]), taken(h, at[2]), taken(h, at[3])})
	})
	t.Run("but not into what would be free for somebody who waits", func(t *testing.T) {
		at, guest := hours(), h.Guest("Moves")
		id := confirmed(t, h, guest, 2, at[0])
		waitFor(t, h, h.Guest("Waits"), 2, at[2])
		rejected(t, problem.SlotOccupied)(h.Desk.MoveReservation(ctx, guest, moveTo(h, id, 2, at[1]), "test"))
		catchUp(t, h)
	})
	catchUp(t, h)
	sound(t, h)
}

// TestOverlappingAtOnce: the locks of slots alone keep nobody from those beside them.
func TestOverlappingAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	h.Desk = strictDesk(t, h)

	t.Run("twenty ask for three hours that overlap: one has one", func(t *testing.T) {
		at, guests := h.Hours(h.Table(), 3, 20*time.Minute), h.Guests(20)
		results := together(t, 20, func(i int) (command.Result, error) { return hold(h, guests[i], 2, at[i%3]) })
		require.Equal(t, map[string]int{"COMMITTED": 1, "SLOT_OCCUPIED": 19}, tally(results))
	})
	t.Run("twenty ask for tables and for what joins them", func(t *testing.T) {
		a, b, c := h.Table(), h.Table(), h.Table()
		first := h.Hours(a, 1, half)[0]
		at := []uuid.UUID{
			h.Beside(first, h.Joined(a, b), 0, time.Hour), h.Beside(first, h.Joined(c, b), 0, time.Hour), h.Beside(first, h.Joined(c, a), 0, time.Hour),
		}
		guests := h.Guests(20)
		results := together(t, 20, func(i int) (command.Result, error) { return hold(h, guests[i], 2, at[i%3]) })
		require.Equal(t, map[string]int{"COMMITTED": 1, "SLOT_OCCUPIED": 19}, tally(results))
	})
	t.Run("a freed hour goes to who waits, whatever twenty outsiders ask for meanwhile", func(t *testing.T) {
		at, guests := h.Hours(h.Table(), 3, half), h.Guests(20)
		id := confirmed(t, h, h.Guest("Leaves"), 2, at[1])
		entry := waitFor(t, h, h.Guest("Waits"), 2, at[1])
		catchUp(t, h)
		results := together(t, 22, func(i int) (command.Result, error) {
			switch i {
			case 20:
				return h.Desk.CancelReservation(ctx, h.Staff, on(h, id, 2), "OTHER", "test")
			case 21:
				_, err := h.Desk.DrainVacancies(ctx, h.Tenant)
				return command.Result{Outcome: "DRAINED"}, err
			}
			return hold(h, guests[i], 2, at[i%3])
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, "DRAINED": 1, "SLOT_OCCUPIED": 20}, tally(results))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	})
	t.Run("two exchange hours that overlap at once", func(t *testing.T) {
		at, guests := h.Hours(h.Table(), 4, half), h.Guests(2)
		booked := []uuid.UUID{confirmed(t, h, guests[0], 2, at[0]), confirmed(t, h, guests[1], 2, at[2])}
		results := together(t, 2, func(i int) (command.Result, error) {
			return h.Desk.MoveReservation(ctx, guests[i], moveTo(h, booked[i], 2, at[1]), "test")
		})
		require.Equal(t, map[string]int{"SLOT_OCCUPIED": 2}, tally(results), "neither gives way to the other")
	})
	catchUp(t, h)
	sound(t, h)
}

// TestJoinedTables: tables that are joined exclude each of them.
func TestJoinedTables(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	tables := func() (a, b, both uuid.UUID) {
		left, right := h.Table(), h.Table()
		a = h.Hours(left, 1, half)[0]
		return a, h.Beside(a, right, 0, time.Hour), h.Beside(a, h.Joined(left, right), 0, time.Hour)
	}
	t.Run("both are taken with what joins them", func(t *testing.T) {
		a, b, both := tables()
		id := confirmed(t, h, h.Guest("Large"), 8, both)
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Small"), 2, a))
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Small"), 2, b))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM occupancies WHERE reservation_id = $1`, id))
		cancel(t, h, h.Staff, id, 2)
		confirmed(t, h, h.Guest("Small"), 2, a)
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Large"), 8, both))
		confirmed(t, h, h.Guest("Small"), 2, b)
	})
	t.Run("nobody has both and one of them", func(t *testing.T) {
		a, _, both := tables()
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Greedy"), 2, both, a))
	})
	t.Run("a pause of one pauses what joins it", func(t *testing.T) {
		a, b, both := tables()
		var left uuid.UUID
		h.Scan(`SELECT resource_id FROM slots WHERE id = $1`, []any{a}, &left)
		h.Pause(&left, a)
		rejected(t, problem.ResourceClosed)(hold(h, h.Guest("Large"), 8, both))
		rejected(t, problem.ResourceClosed)(hold(h, h.Guest("Small"), 2, a))
		confirmed(t, h, h.Guest("Small"), 2, b)
	})
	t.Run("who waits for both is offered them once both are free", func(t *testing.T) {
		a, b, both := tables()
		first, second := confirmed(t, h, h.Guest("Left"), 2, a), confirmed(t, h, h.Guest("Right"), 2, b)
		entry := waitFor(t, h, h.Guest("Large"), 8, both)
		cancel(t, h, h.Staff, first, 2)
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
		small := h.Guest("Small")
		id := confirmed(t, h, small, 2, a)
		cancel(t, h, h.Staff, second, 2)
		cancel(t, h, small, id, 2)
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Jumps"), 2, a))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	})
	catchUp(t, h)
	sound(t, h)
}

// TestIntentsThatOverlap: two who wait for the same time by slots that overlap don't leave it to each other.
func TestIntentsThatOverlap(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	at := h.Hours(h.Table(), 3, half)
	id := confirmed(t, h, h.Guest("Leaves"), 2, at[1])
	waits := func(name string, slot uuid.UUID) uuid.UUID {
		in := booking.RequestReservation{SlotIDs: ids(slot), PartySize: 2, WaitForSeat: true, Key: h.Key()}
		r, err := h.Desk.RequestReservation(ctx, h.Guest(name), in, "test")
		require.NoError(t, err)
		require.Equal(t, command.Accepted, r.Outcome, "%v", r.Problem)
		intent := housetest.ID(t, r, ref.Intent)
		_, err = h.Desk.Advance(ctx, h.Tenant, intent)
		require.NoError(t, err)
		return intent
	}
	first, second := waits("First", at[2]), waits("Second", at[0])
	third := waits("Third", at[1])
	for _, waiting := range []uuid.UUID{first, second, third} {
		require.Equal(t, "WAITING_FOR_SEAT", status(h, "intents", waiting))
	}
	cancel(t, h, h.Staff, id, 2)
	rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Jumps"), 2, at[0]))
	catchUp(t, h)
	require.Equal(t, []string{"SUCCEEDED", "SUCCEEDED", "WAITING_FOR_SEAT"}, []string{status(h, "intents", first), status(h, "intents", second), status(h, "intents", third)},
		"both hours beside the middle one are had by those who asked first")
	sound(t, h)
}

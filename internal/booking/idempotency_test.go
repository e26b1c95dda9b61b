package booking_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// ask is a hold for two under a key.
func ask(key string, slots ...uuid.UUID) booking.HoldSlot {
	return booking.HoldSlot{SlotIDs: ids(slots...), PartySize: 2, Key: key}
}

func TestTwoIdenticalCallsAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	other := deskOver(h.DB) // as another process would be: it shares nothing but the database
	guest := h.Guest("Double")
	for range 20 {
		in := ask(h.Key(), h.Evening())
		results := together(t, 2, func(i int) (command.Result, error) {
			return []*booking.Desk{h.Desk, other}[i].HoldSlot(ctx, guest, in, "test")
		})
		replayed := 0
		for _, r := range results {
			require.Equal(t, command.Committed, r.Outcome)
			require.Equal(t, results[0].Refs, r.Refs)
			if r.Replayed {
				replayed++
			}
		}
		require.Equal(t, 1, replayed)
	}
	require.Equal(t, 20, h.Count(`SELECT count(*) FROM reservations`))
	require.Equal(t, 20, h.Count(`SELECT count(*) FROM commands`))
}

func TestManyIdenticalCallsAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest, in := h.Guest("Impatient"), ask(h.Key(), h.Evening())
	results := together(t, 30, func(int) (command.Result, error) { return h.Desk.HoldSlot(ctx, guest, in, "test") })
	require.Equal(t, map[string]int{"COMMITTED": 30}, tally(results))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations`))
}

func TestKeys(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest, table := h.Guest("Ahn"), h.Evening()
	key := h.Key()
	first := housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, ask(key, table), "test"))
	booked := housetest.ID(t, first, ref.Reservation)

	t.Run("the same key with other input is a mismatch, and the first result is untouched", func(t *testing.T) {
		larger := ask(key, table)
		larger.PartySize = 3
		for _, in := range []booking.HoldSlot{larger, ask(key, h.Evening())} {
			r := rejected(t, problem.IdempotencyMismatch)(h.Desk.HoldSlot(ctx, guest, in, "test"))
			require.False(t, r.Replayed)
			require.Empty(t, r.Refs, "another job's result is not shown")
		}
		rejected(t, problem.IdempotencyMismatch)(h.Desk.ConfirmReservation(ctx, guest, booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, booked), ExpectedVersion: 1, Key: key}, "test"))
		require.Equal(t, "HELD", status(h, "reservations", booked))
		require.Equal(t, first.Refs, housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, ask(key, table), "test")).Refs)
	})
	t.Run("the same key of another customer is another key", func(t *testing.T) {
		r := housetest.Must(t)(h.Desk.HoldSlot(ctx, h.Guest("Bora"), ask(key, h.Evening()), "test"))
		require.False(t, r.Replayed)
	})
	t.Run("the same key in another tenant is another key, also for the same principal", func(t *testing.T) {
		abroad := housetest.In(t, h.DB)
		r := housetest.Must(t)(abroad.Desk.HoldSlot(ctx, abroad.Guest("Ahn"), ask(key, abroad.Evening()), "test"))
		require.False(t, r.Replayed)
	})
	t.Run("a replay shows the row as it is now", func(t *testing.T) {
		housetest.Must(t)(h.Desk.ConfirmReservation(ctx, guest, on(h, booked, 1), "test"))
		cancel(t, h, guest, booked, 2)
		again := housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, ask(key, table), "second"))
		require.True(t, again.Replayed)
		require.Equal(t, "second", again.CorrelationID, "the correlation is that of this call")
		require.Equal(t, booked, housetest.ID(t, again, ref.Reservation), "the same id, which a reader now finds cancelled")
		require.Zero(t, h.Count(`SELECT taken FROM slots WHERE id = $1`, table), "a replay holds nothing anew")
	})
	t.Run("a stored refusal is replayed word for word, though the place is free by now", func(t *testing.T) {
		slot, key := h.Evening(), h.Key()
		held := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Cho"), 2, slot)), ref.Reservation)
		refusal := rejected(t, problem.SlotOccupied)(h.Desk.HoldSlot(ctx, guest, ask(key, slot), "test"))
		cancel(t, h, h.Staff, held, 1)
		again := rejected(t, problem.SlotOccupied)(h.Desk.HoldSlot(ctx, guest, ask(key, slot), "test"))
		require.True(t, again.Replayed)
		require.Equal(t, refusal.Problem, again.Problem)
		require.Equal(t, refusal.Refs, again.Refs)
	})
}

func TestWhatIsTheSameInput(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest, a, b := h.Guest("Zoë"), h.Evening(), h.Evening()
	key := h.Key()
	named := func(name, note string, slots ...uuid.UUID) booking.HoldSlot {
		in := ask(key, slots...)
		in.Customer, in.Note = &booking.Contact{Name: name}, note
		return in
	}
	housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, named(norm.NFC.String("Zoë 김"), norm.NFD.String("café"), a, b), "test"))
	for name, in := range map[string]booking.HoldSlot{
		"slots in another order":      named(norm.NFC.String("Zoë 김"), norm.NFD.String("café"), b, a),
		"text in another normal form": named(norm.NFD.String("Zoë 김"), norm.NFC.String("café"), a, b),
	} {
		t.Run(name, func(t *testing.T) {
			require.True(t, housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, in, "test")).Replayed)
		})
	}
	t.Run("another slot is other input", func(t *testing.T) {
		rejected(t, problem.IdempotencyMismatch)(h.Desk.HoldSlot(ctx, guest, named("Zoë 김", "café", a), "test"))
	})
	t.Run("a note in other letters is other input", func(t *testing.T) {
		rejected(t, problem.IdempotencyMismatch)(h.Desk.HoldSlot(ctx, guest, named("Zoë 김", "Café", a, b), "test"))
	})
}

func TestAKeyStaysFree(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Ahn")
	for name, try := range map[string]func(key string, slot uuid.UUID) (command.Result, error){
		"after a slot that doesn't exist": func(key string, _ uuid.UUID) (command.Result, error) {
			return h.Desk.HoldSlot(ctx, guest, ask(key, uuid.New()), "test")
		},
		"after a text that names nothing": func(key string, _ uuid.UUID) (command.Result, error) {
			return h.Desk.HoldSlot(ctx, guest, booking.HoldSlot{SlotIDs: []string{"42"}, PartySize: 2, Key: key}, "test")
		},
		"after a party that is too large": func(key string, slot uuid.UUID) (command.Result, error) {
			return h.Desk.HoldSlot(ctx, guest, booking.HoldSlot{SlotIDs: ids(slot), PartySize: 5, Key: key}, "test")
		},
		"after a party of nobody": func(key string, slot uuid.UUID) (command.Result, error) {
			return h.Desk.HoldSlot(ctx, guest, booking.HoldSlot{SlotIDs: ids(slot), PartySize: 0, Key: key}, "test")
		},
		"after somebody else's reservation": func(key string, _ uuid.UUID) (command.Result, error) {
			theirs := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Bora"), 2, h.Evening())), ref.Reservation)
			return h.Desk.ConfirmReservation(ctx, guest, booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, theirs), ExpectedVersion: 1, Key: key}, "test")
		},
	} {
		t.Run(name, func(t *testing.T) {
			key, slot := h.Key(), h.Evening()
			r, err := try(key, slot)
			require.NoError(t, err)
			require.Equal(t, command.Rejected, r.Outcome)
			require.Zero(t, h.Count(`SELECT count(*) FROM commands WHERE principal_id = $1 AND outcome = 'REJECTED'`, guest.PrincipalID))
			require.False(t, housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, ask(key, slot), "test")).Replayed)
		})
	}
}

func TestWhatNeverReachesTheLedger(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest, slot := h.Guest("Ahn"), h.Evening()
	elsewhere := housetest.In(t, h.DB)
	for _, c := range []struct {
		name  string
		by    actor.Actor
		in    booking.HoldSlot
		field string
		is    error
	}{
		{"a key that is too short", guest, ask("short", slot), "", problem.ErrInvalidKey},
		{"an agent", h.Person(actor.Agent, "Bot"), ask(h.Key(), slot), "", problem.ErrForbidden},
		{"no slot", guest, ask(h.Key()), "slotIds", nil},
		{"a slot named twice", guest, ask(h.Key(), slot, slot), "slotIds", nil},
		{"twenty-one slots", guest, ask(h.Key(), make([]uuid.UUID, 21)...), "slotIds", nil},
		{"a customer without a name", guest, booking.HoldSlot{SlotIDs: ids(slot), PartySize: 2, Customer: &booking.Contact{Name: "  "}, Key: h.Key()}, "customer.name", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := h.Desk.HoldSlot(ctx, c.by, c.in, "test")
			if c.is != nil {
				require.ErrorIs(t, err, c.is)
				return
			}
			var invalid *problem.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, c.field, invalid.Field)
		})
	}
	t.Run("slots of two venues", func(t *testing.T) {
		second := h.SecondVenue()
		var invalid *problem.Invalid
		_, err := h.Desk.HoldSlot(ctx, guest, ask(h.Key(), slot, second.Evening()), "test")
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, "slotIds", invalid.Field)
	})
	t.Run("a slot of another tenant is no slot", func(t *testing.T) {
		rejected(t, problem.ReferenceNotFound)(hold(h, guest, 2, slot, elsewhere.Evening()))
	})
	require.Zero(t, h.Count(`SELECT count(*) FROM commands`))
	require.Zero(t, h.Count(`SELECT count(*) FROM reservations`))
}

// TestAKeyThatIsRunning: another session holds the key's lock for longer than anybody waits.
func TestAKeyThatIsRunning(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest, in := h.Guest("Ahn"), ask(h.Key(), h.Evening())
	lock := command.LockNumber(h.Tenant, guest.PrincipalID, command.KeyDigest(in.Key))
	release := holdLock(t, h, `SELECT pg_advisory_xact_lock($1)`, lock)

	began := time.Now()
	r, err := h.Desk.HoldSlot(ctx, guest, in, "test")
	require.NoError(t, err)
	require.Equal(t, command.InProgress, r.Outcome)
	require.Nil(t, r.Problem)
	require.Positive(t, r.RetryAfter)
	require.GreaterOrEqual(t, time.Since(began), time.Second, "it waited for its twin")
	require.Zero(t, h.Count(`SELECT count(*) FROM commands`))

	release()
	require.False(t, housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, in, "test")).Replayed)
}

// TestACallerWhoLeaves: a client that hangs up neither breaks a command half way nor starts one.
func TestACallerWhoLeaves(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	gone, leave := context.WithCancel(ctx)
	leave()
	_, err := h.Desk.HoldSlot(gone, h.Guest("Ahn"), ask(h.Key(), h.Evening()), "test")
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, h.Count(`SELECT count(*) FROM commands`))
}

// holdLock takes a lock in a session of its own, and returns how to let it go.
func holdLock(t *testing.T, h *housetest.House, query string, args ...any) (release func()) {
	t.Helper()
	tx, err := pgtest.Admin(t, h.DB).BeginTx(t.Context(), nil)
	require.NoError(t, err)
	rows, err := tx.Query(query, args...)
	require.NoError(t, err)
	require.NoError(t, rows.Close())
	done := false
	release = func() {
		if !done {
			require.NoError(t, tx.Rollback())
		}
		done = true
	}
	t.Cleanup(func() {
		if !done {
			_ = tx.Rollback()
		}
	})
	return release
}

package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/ref"
)

// freedAt is since when the place had been free that an entry was offered; nil: it isn't said.
func freedAt(t *testing.T, h *housetest.House, entry uuid.UUID) (freed *time.Time) {
	t.Helper()
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	h.Scan(`SELECT freed_at FROM selections WHERE entry_id = $1 ORDER BY created_at DESC LIMIT 1`, []any{entry}, &freed)
	return freed
}

// moment reads one.
func moment(h *housetest.House, query string, args ...any) (at time.Time) {
	h.Scan(query, args, &at)
	return at
}

// TestSinceWhenAPlaceWasFree: a selection keeps how long nobody had what it gives.
func TestSinceWhenAPlaceWasFree(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	taken := func(t *testing.T) (h *housetest.House, table, booked, entry uuid.UUID) {
		h = housetest.In(t, db)
		table = h.Evening()
		booked = confirmed(t, h, h.Guest("Has"), 2, table)
		return h, table, booked, join(t, h, h.Guest("Waits"), 2, table)
	}
	t.Run("since it was cancelled", func(t *testing.T) {
		h, _, booked, entry := taken(t)
		cancel(t, h, h.Staff, booked, 2)
		cancelled := moment(h, `SELECT updated_at FROM reservations WHERE id = $1`, booked)
		catchUp(t, h)
		require.Equal(t, cancelled, *freedAt(t, h, entry))
	})
	t.Run("since a hold's time was over, whenever that was recorded", func(t *testing.T) {
		h := housetest.In(t, db)
		table := h.Evening()
		held := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Has"), 2, table)), ref.Reservation)
		entry := join(t, h, h.Guest("Waits"), 2, table)
		catchUp(t, h)
		h.Deadline("reservations", "expires_at", held, -time.Minute)
		catchUp(t, h)
		require.Equal(t, moment(h, `SELECT expires_at FROM reservations WHERE id = $1`, held), *freedAt(t, h, entry))
	})
	t.Run("since the one before didn't want it", func(t *testing.T) {
		h, table, booked, first := taken(t)
		second := join(t, h, h.Guest("Behind"), 2, table)
		cancel(t, h, h.Staff, booked, 2)
		catchUp(t, h)
		offer := openOffer(t, h, first)
		decline(t, h, offer)
		catchUp(t, h)
		require.Equal(t, moment(h, `SELECT decided_at FROM offers WHERE id = $1`, offer), *freedAt(t, h, second))
	})
	t.Run("since there is more of it", func(t *testing.T) {
		h := housetest.In(t, db)
		seats := h.Slot(h.Resource(inventory.Pooled, 2, 1, 4), 30*time.Hour, time.Hour)
		confirmed(t, h, h.Guest("Has"), 2, seats)
		entry := join(t, h, h.Guest("Waits"), 2, seats)
		catchUp(t, h)
		version := h.Count(`SELECT version FROM slots WHERE id = $1`, seats)
		housetest.Must(t)(h.Desk.AdjustCapacity(ctx, h.Admin, booking.AdjustCapacity{SlotID: ref.Encode(ref.Slot, seats), Capacity: 4, ExpectedVersion: version, Reason: "chairs", Key: h.Key()}, "test"))
		raised := moment(h, `SELECT occurred_at FROM events WHERE entity_id = $1 AND kind = 'slot.capacity_adjusted'`, seats)
		catchUp(t, h)
		require.Equal(t, raised, *freedAt(t, h, entry))
	})
	t.Run("nothing had just become free for somebody who joins", func(t *testing.T) {
		h := housetest.In(t, db)
		entry := join(t, h, h.Guest("Joins"), 2, h.Evening())
		catchUp(t, h)
		require.Nil(t, freedAt(t, h, entry))
	})
	t.Run("nor for whom staff chose", func(t *testing.T) {
		h, _, _, entry := taken(t)
		housetest.Must(t)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, entry, 1, h.Evening()), "test"))
		require.Nil(t, freedAt(t, h, entry))
	})
}

// TestSinceWhenItWasConfirmed: a reservation keeps that it was confirmed, whatever becomes of it.
func TestSinceWhenItWasConfirmed(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	since := func(id uuid.UUID) (at *time.Time) {
		h.Scan(`SELECT confirmed_at FROM reservations WHERE id = $1`, []any{id}, &at)
		return at
	}
	kept := confirmed(t, h, h.Guest("Kept"), 2, h.Evening())
	told := moment(h, `SELECT occurred_at FROM events WHERE entity_id = $1 AND kind = 'reservation.confirmed'`, kept)
	require.Equal(t, told, *since(kept))
	cancel(t, h, h.Staff, kept, 2)
	require.Equal(t, told, *since(kept))

	held := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Held"), 2, h.Evening())), ref.Reservation)
	require.Nil(t, since(held))
	cancel(t, h, h.Staff, held, 1)
	require.Nil(t, since(held))
}

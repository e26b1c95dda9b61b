package booking_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
)

func TestDraining(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	drain := func(t *testing.T, h *housetest.House) int {
		t.Helper()
		offers, err := h.Desk.DrainVacancies(ctx, h.Tenant)
		require.NoError(t, err)
		sound(t, h)
		return offers
	}
	t.Run("where somebody waits, the note of a slot that nobody wants takes no other with it", func(t *testing.T) {
		h := housetest.In(t, db)
		first, second := h.Evening(), h.Slot(h.Table(), 40*time.Hour, 2*time.Hour)
		early, late := confirmed(t, h, h.Guest("Early"), 2, first), confirmed(t, h, h.Guest("Late"), 2, second)
		entry := join(t, h, h.Guest("Waits"), 2, second)
		catchUp(t, h)
		cancel(t, h, h.Staff, early, 2)
		cancel(t, h, h.Staff, late, 2)
		require.Equal(t, 1, drain(t, h))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	})
	t.Run("a lapsed hold gives its units back before they are offered", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Slot(h.Resource(inventory.Pooled, 2, 1, 2), 30*time.Hour, time.Hour)
		leaves := confirmed(t, h, h.Guest("Leaves"), 1, slot)
		lapsed := lapsedHold(t, h, 1, slot)
		entry := join(t, h, h.Guest("Both"), 2, slot)
		cancel(t, h, h.Staff, leaves, 2)
		require.Equal(t, 1, drain(t, h))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
		require.Equal(t, "EXPIRED", status(h, "reservations", lapsed))
	})
}

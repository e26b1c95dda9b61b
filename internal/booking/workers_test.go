package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/ref"
)

// TestManyWorkers: eight workers find everything due at once; each thing is done once, in order.
func TestManyWorkers(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	const tables = 6
	var first, second, free []uuid.UUID
	for range tables {
		resource := h.Table()
		slot := h.Slot(resource, 30*time.Hour, time.Hour)
		free = append(free, slot)
		lapsedHold(t, h, 2, slot)
		for _, line := range []*[]uuid.UUID{&first, &second} {
			*line = append(*line, housetest.ID(t, housetest.Must(t)(wish(h, h.Guest("Waits"), 2, &resource, slot, slot)), ref.Entry))
		}
	}
	work := func() {
		together(t, 8, func(int) (command.Result, error) {
			_, err := h.Desk.CatchUp(ctx, h.Tenant)
			return command.Result{}, err
		})
		catchUp(t, h) // a worker that met another's work may have left some
	}
	work()
	for i := range tables {
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", first[i]))
		require.Equal(t, "WAITING", status(h, "waitlist_entries", second[i]))
		require.Equal(t, 1, taken(h, free[i]))
	}
	require.Equal(t, tables, h.Count(`SELECT count(*) FROM events WHERE kind = 'reservation.expired'`))
	require.Equal(t, tables, h.Count(`SELECT count(*) FROM offers`))

	for i := range tables {
		lapse(h, openOffer(t, h, first[i]))
	}
	work()
	for i := range tables {
		require.Equal(t, "EXPIRED", status(h, "waitlist_entries", first[i]))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", second[i]))
	}
	require.Equal(t, 2*tables, h.Count(`SELECT count(*) FROM offers`))
	require.Zero(t, h.Count(`SELECT count(*) FROM vacancies`))
	sound(t, h)
}

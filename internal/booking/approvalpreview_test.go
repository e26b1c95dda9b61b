package booking_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// standing puts a slot at a moment.
func standingAt(t *testing.T, h *housetest.House, resource uuid.UUID, from, to time.Time) uuid.UUID {
	t.Helper()
	id := h.Slot(resource, 24*time.Hour, time.Hour)
	h.Exec(`UPDATE slots SET starts_at = $2, ends_at = $3 WHERE id = $1`, id, from, to)
	return id
}

// TestPreview: a person reads the whole of what a yes would do, at the venue's time, in two languages, and nothing by which
// anybody could be reached.
func TestPreview(t *testing.T) {
	t.Parallel()
	far := func(r *policy.Rules) { r.BookingHorizon = 365 * 24 * time.Hour }
	h := housetest.New(t, far)
	berlin := h.SecondVenue(far)
	guest := h.Guest("Ahn Minji")
	agent := agentOf(h, guest)
	year := time.Now().Year() + 1
	evening := time.Date(year, 1, 4, 10, 0, 0, 0, time.UTC)
	table := h.Table()
	first, second := standingAt(t, h, table, evening, evening.Add(time.Hour)), standingAt(t, h, table, evening.Add(time.Hour), evening.Add(2*time.Hour))
	var name string
	h.Scan(`SELECT name FROM resources WHERE id = $1`, []any{table}, &name)

	_ = name
	_ = first
	_ = second
	_ = agent
	_ = berlin
	_ = json.Valid
	_ = booking.Action{}
	_ = inventory.Pooled
	_ = ref.Slot
}

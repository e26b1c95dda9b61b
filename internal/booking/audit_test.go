package booking_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
)

// TestWhatTheProgramDoesIsNoted: whatever ends, begins or is promoted by itself stands in the audit under its own name, once,
// whoever's way it was recorded on.
func TestWhatTheProgramDoesIsNoted(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	noted := func(h *housetest.House, operation string, kind ref.Kind, id uuid.UUID) int {
		return h.Count(`SELECT count(*) FROM audit_entries WHERE operation = $1 AND actor = 'SlotQ' AND outcome = 'COMMITTED' AND principal_id IS NULL AND subject = $2 AND venue_id = $3`,
			operation, ref.Encode(kind, id), h.Venue)
	}
	t.Run("a hold that lapses", func(t *testing.T) {
		h := housetest.In(t, db)
		old := lapsedHold(t, h, 2, h.Evening())
		catchUp(t, h)
		require.Equal(t, 1, noted(h, "lapseHold", ref.Reservation, old))
	})
	t.Run("a hold whose lapse is recorded by another's hold", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Evening()
		old := lapsedHold(t, h, 2, slot)
		taken := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Quick"), 2, slot)), ref.Reservation)
		catchUp(t, h)
		require.Equal(t, 1, noted(h, "lapseHold", ref.Reservation, old))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'holdSlot' AND actor = 'CUSTOMER Quick' AND subject = $1`, ref.Encode(ref.Reservation, taken)))
	})
	t.Run("a promotion, and the offer that lapses", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Evening()
		r := confirmed(t, h, h.Guest("First"), 2, slot)
		entry := join(t, h, h.Guest("Next"), 2, slot)
		cancel(t, h, h.Staff, r, 2)
		catchUp(t, h)
		offer := openOffer(t, h, entry)
		require.Equal(t, 1, noted(h, "offerNext", ref.Offer, offer))
		var backing uuid.UUID
		h.Scan(`SELECT reservation_id FROM offers WHERE id = $1`, []any{offer}, &backing)
		h.RunOut(backing)
		catchUp(t, h)
		require.Equal(t, "EXPIRED", status(h, "offers", offer))
		require.Equal(t, 1, noted(h, "lapseHold", ref.Offer, offer), "it is the offer that lapsed, not just the hold behind it")
		require.Zero(t, noted(h, "lapseHold", ref.Reservation, backing))
	})
	t.Run("an entry whose time is over, and a party that never came", func(t *testing.T) {
		h := housetest.In(t, db, func(r *policy.Rules) { r.AutoNoShow = true })
		slot := h.Evening()
		r := confirmed(t, h, h.Guest("First"), 2, slot)
		entry := join(t, h, h.Guest("Next"), 2, slot)
		h.Exec(`UPDATE waitlist_entries SET from_at = from_at - interval '90 days', to_at = to_at - interval '90 days', version = version + 1 WHERE id = $1`, entry)
		h.Rewind("reservations", "no_show_at", r)
		catchUp(t, h)
		require.Equal(t, 1, noted(h, "expireEntry", ref.Entry, entry))
		require.Equal(t, 1, noted(h, "giveUp", ref.Reservation, r))
	})
}

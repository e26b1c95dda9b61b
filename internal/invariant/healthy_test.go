package invariant

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/feed"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

func TestHealthy(t *testing.T) {
	t.Parallel()

	t.Run("an empty database has no violations", func(t *testing.T) {
		t.Parallel()
		report, err := Verify(ctx, pgtest.New(t))
		require.NoError(t, err)
		require.Empty(t, report.Violations)
		require.Zero(t, report.Tenants)
		require.Len(t, report.Checked, len(slices.Compact(slices.Sorted(slices.Values(report.Checked)))), "each invariant has a name of its own")
	})

	t.Run("nor has one in which a little of everything has happened, in any of its tenants", func(t *testing.T) {
		t.Parallel()
		s := newScene(t)
		housetest.In(t, s.DB)
		report := s.quiet()
		require.Empty(t, report.Violations)
		require.Equal(t, 2, report.Tenants)
		report, err := Verify(ctx, s.DB)
		require.NoError(t, err)
		require.Empty(t, report.Violations)
	})

	t.Run("nor before events are numbered and audit entries sealed", func(t *testing.T) {
		t.Parallel()
		s := &scene{House: housetest.New(t), t: t}
		s.offered(s.Guest("Ann"))
		require.Empty(t, s.quiet().Violations)
	})

	t.Run("nor after time has run out for an offer, recorded or not", func(t *testing.T) {
		t.Parallel()
		s := newScene(t, func(r *policy.Rules) { r.OnOfferLapse = policy.RequeueAtEnd })
		s.Rewind("offers", "expires_at", s.open)
		s.Rewind("reservations", "expires_at", s.hold)
		s.Rewind("waitlist_entries", "offer_expires_at", s.wish)
		require.Empty(t, s.quiet().Violations)
		s.settle()
		require.Empty(t, s.quiet().Violations)
	})

	t.Run("nor after a move, and a cancelled reservation that came from an offer", func(t *testing.T) {
		t.Parallel()
		s := newScene(t)
		housetest.Must(t)(s.Desk.MoveReservation(ctx, s.Staff, booking.MoveReservation{
			ReservationID: ref.Encode(ref.Reservation, s.booked), ExpectedVersion: 2, SlotIDs: []string{ref.Encode(ref.Slot, s.Evening())}, Key: s.Key(),
		}, "test"))
		var promoted uuid.UUID
		s.Scan(`SELECT reservation_id FROM offers WHERE id = $1`, []any{s.accepted}, &promoted)
		s.cancel(promoted)
		s.settle()
		require.Empty(t, s.quiet().Violations)
	})

	t.Run("nor after its log has been trimmed, and it goes on", func(t *testing.T) {
		t.Parallel()
		s := newScene(t)
		// What has happened so far happened an hour ago.
		s.plant(`UPDATE events SET occurred_at = occurred_at - interval '1 hour'`,
			`UPDATE reservations SET created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'`,
			`UPDATE offers SET created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'`,
			`UPDATE waitlist_entries SET created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'`,
			`UPDATE intents SET created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'`,
			`UPDATE attempts SET started_at = started_at - interval '1 hour', updated_at = updated_at - interval '1 hour'`,
			`UPDATE approvals SET created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'`)
		hub := feed.NewHub(store.NewFeedLog(s.DB), feed.Options{})
		_, err := hub.Trim(ctx, 30*time.Minute)
		require.NoError(t, err)
		require.Zero(t, s.Count(`SELECT count(*) FROM events`))
		require.Empty(t, s.quiet().Violations, "all trimmed")

		s.offered(s.Guest("Late"))
		s.cancel(s.booked)
		s.city.work(s.city.request(s.Guest("Later"), false, s.city.Evening()))
		s.settle()
		require.Positive(t, s.Count(`SELECT count(*) FROM events`))
		require.Empty(t, s.quiet().Violations, "trimmed and gone on")
	})

	t.Run("a queue that can't be served forgets nobody", func(t *testing.T) {
		t.Parallel()
		for _, fit := range []policy.WaitlistFit{policy.StrictFIFO, policy.BestFitWithSkipLimit} {
			s := &scene{House: housetest.New(t, func(r *policy.Rules) { r.WaitlistFit, r.SkipLimit = fit, 0 }), t: t}
			pool := s.Slot(s.Resource(inventory.Pooled, 4, 1, 4), 40*time.Hour, time.Hour)
			s.confirm(s.Guest("Two"), 2, pool)
			s.join(s.Guest("Four"), 4, pool) // the head does not fit
			s.join(s.Guest("One"), 1, pool)  // and nobody may pass it
			s.settle()
			require.Zero(t, s.Count(`SELECT count(*) FROM offers`))
			require.Empty(t, s.quiet().Violations)
		}
	})
}

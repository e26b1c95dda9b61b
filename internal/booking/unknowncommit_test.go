package booking_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// TestCommitOfUnknownFate: the line breaks while a command commits, and nobody can tell from that whether it happened.
func TestCommitOfUnknownFate(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	wire, pool := housetest.NewWire(t, h.DB)
	desk := deskOver(pool)
	guest := h.Guest("Ahn")

	t.Run("it had happened: the answer is found, and the same key replays it", func(t *testing.T) {
		in := ask(h.Key(), h.Evening())
		wire.CutAt(housetest.AfterCommit)
		r := housetest.Must(t)(desk.HoldSlot(ctx, guest, in, "lost"))
		require.False(t, r.Replayed)
		require.Equal(t, "lost", r.CorrelationID)
		again := housetest.Must(t)(desk.HoldSlot(ctx, guest, in, "again"))
		require.True(t, again.Replayed)
		require.Equal(t, r.Refs, again.Refs)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1`, housetest.ID(t, r, ref.Reservation)))
	})
	t.Run("it had not happened: the caller is told to ask again, and that does it", func(t *testing.T) {
		slot := h.Evening()
		in := ask(h.Key(), slot)
		wire.CutAt(housetest.BeforeCommit)
		_, err := desk.HoldSlot(ctx, guest, in, "lost")
		require.ErrorIs(t, err, problem.ErrUnavailable)
		require.Zero(t, taken(h, slot))
		require.False(t, housetest.Must(t)(desk.HoldSlot(ctx, guest, in, "again")).Replayed)
		require.Equal(t, 1, taken(h, slot))
	})
	t.Run("a refusal", func(t *testing.T) {
		slot := h.Evening()
		confirmed(t, h, h.Guest("First"), 2, slot)
		in := ask(h.Key(), slot)
		wire.CutAt(housetest.AfterCommit)
		r := rejected(t, problem.SlotOccupied)(desk.HoldSlot(ctx, guest, in, "lost"))
		require.False(t, r.Replayed)
		require.True(t, rejected(t, problem.SlotOccupied)(desk.HoldSlot(ctx, guest, in, "again")).Replayed)
	})
	t.Run("a replay is still a replay", func(t *testing.T) {
		in := ask(h.Key(), h.Evening())
		first := housetest.Must(t)(desk.HoldSlot(ctx, guest, in, "first"))
		wire.CutAt(housetest.AfterCommit)
		again := housetest.Must(t)(desk.HoldSlot(ctx, guest, in, "lost"))
		require.True(t, again.Replayed)
		require.Equal(t, first.Refs, again.Refs)
	})
	t.Run("a mismatch is still a mismatch, and shows nothing of the other job", func(t *testing.T) {
		in := ask(h.Key(), h.Evening())
		housetest.Must(t)(desk.HoldSlot(ctx, guest, in, "first"))
		in.PartySize = 3
		wire.CutAt(housetest.AfterCommit)
		r := rejected(t, problem.IdempotencyMismatch)(desk.HoldSlot(ctx, guest, in, "lost"))
		require.Empty(t, r.Refs)
	})
	t.Run("what is not kept is not found", func(t *testing.T) {
		in := ask(h.Key(), h.Evening())
		in.PartySize = 99
		wire.CutAt(housetest.AfterCommit)
		_, err := desk.HoldSlot(ctx, guest, in, "lost")
		require.ErrorIs(t, err, problem.ErrUnavailable)
		rejected(t, problem.PartyTooLarge)(desk.HoldSlot(ctx, guest, in, "again"))
	})
	t.Run("confirming an offer", func(t *testing.T) {
		entry := join(t, h, h.Guest("Waits"), 2, h.Evening())
		catchUp(t, h)
		in := confirmOffer(h, openOffer(t, h, entry), 1)
		wire.CutAt(housetest.AfterCommit)
		r := housetest.Must(t)(desk.ConfirmOffer(ctx, h.Staff, in, "lost"))
		require.Equal(t, "CONFIRMED", status(h, "reservations", housetest.ID(t, r, ref.Reservation)))
	})
	for name, cut := range map[string]housetest.Cut{"a promotion that happened": housetest.AfterCommit, "a promotion that did not happen": housetest.BeforeCommit} {
		t.Run(name+" is made once", func(t *testing.T) {
			slot := h.Evening()
			booked := confirmed(t, h, h.Guest("Owner"), 2, slot)
			entry := join(t, h, h.Guest("Waits"), 2, slot)
			catchUp(t, h)
			cancel(t, h, h.Staff, booked, 2)
			wire.CutAt(cut)
			_, err := desk.DrainVacancies(ctx, h.Tenant)
			require.Error(t, err, "nobody knows, so nobody says that it is done")
			require.Eventually(t, func() bool { // the server may take a moment to see that the line is cut
				_, err := h.Desk.CatchUp(ctx, h.Tenant)
				return err == nil && status(h, "waitlist_entries", entry) == "OFFERED"
			}, 10*time.Second, 5*time.Millisecond)
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM offers WHERE entry_id = $1`, entry))
		})
	}
	catchUp(t, h)
	sound(t, h)
	require.Equal(t, h.Count(`SELECT count(*) FROM commands WHERE outcome = 'COMMITTED' AND operation = 'holdSlot'`), h.Count(`SELECT count(*) FROM events WHERE kind = 'reservation.held' AND NOT (data ->> 'promotional')::boolean`))
}

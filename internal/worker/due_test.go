package worker_test

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
	"github.com/slotq/slotq/internal/worker"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWithoutLeaks(m)) }

// working runs a loop over a house until the test ends; the loop is not poked, unless poke is used.
func working(t *testing.T, h *housetest.House) *worker.Loop {
	loop := worker.NewLoop(store.NewAgenda(h.DB), h.Desk, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- loop.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
	return loop
}

func hold(t *testing.T, h *housetest.House, slot uuid.UUID) uuid.UUID {
	r := housetest.Must(t)(h.Desk.HoldSlot(context.Background(), h.Guest("Guest"), booking.HoldSlot{SlotIDs: []string{ref.Encode(ref.Slot, slot)}, PartySize: 2, Key: h.Key()}, "test"))
	return housetest.ID(t, r, ref.Reservation)
}

func TestTheLoopRecordsWhatTimeHasDecided(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.HoldTTL = time.Second })
	table := h.Evening()
	id := hold(t, h, table)
	working(t, h)
	require.Eventually(t, func() bool {
		return h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND status = 'EXPIRED'`, id) == 1
	}, time.Minute, 20*time.Millisecond)
	require.Zero(t, h.Count(`SELECT taken FROM slots WHERE id = $1`, table))
}

func TestTwoLoopsOnOneDatabaseMakeOneOffer(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Evening()
	id := hold(t, h, table)
	first, second := working(t, h), working(t, h)
	var from, to time.Time
	h.Scan(`SELECT starts_at, ends_at FROM slots WHERE id = $1`, []any{table}, &from, &to)
	for _, guest := range h.Guests(2) {
		housetest.Must(t)(h.Desk.JoinWaitlist(context.Background(), guest, booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, From: from, To: to, Key: h.Key()}, "test"))
	}
	housetest.Must(t)(h.Desk.CancelReservation(context.Background(), h.Staff, booking.ReservationCommand{ReservationID: ref.Encode(ref.Reservation, id), ExpectedVersion: 1, Key: h.Key()}, "OTHER", "test"))
	first.Poke()
	second.Poke()
	require.Eventually(t, func() bool {
		return h.Count(`SELECT count(*) FROM offers`) == 1 && h.Count(`SELECT count(*) FROM vacancies`) == 0
	}, time.Minute, 20*time.Millisecond)
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM waitlist_entries WHERE status = 'WAITING'`))
}

func TestTheJobsRunAtStart(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	done := make(chan string, 10)
	count := func(name string) func(context.Context) (int64, error) {
		return func(context.Context) (int64, error) { done <- name; return 1, nil }
	}
	jobs, err := worker.NewJobs(db.SQL(), postgres.JobSchema, worker.Tasks{
		LayOut: func(context.Context) (int, error) { done <- "lay out"; return 1, nil },
		Sweep:  count("sweep"), Trim: count("trim"), SweepSignIns: count("sweep sign-ins"),
		Verify: func(context.Context) error { done <- "verify"; return nil }, VerifyEvery: time.Hour,
	}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- jobs.Run(ctx) }()
	seen := map[string]bool{}
	for len(seen) < 5 {
		select {
		case name := <-done:
			seen[name] = true
		case <-time.After(30 * time.Second):
			t.Fatalf("only %v ran", seen)
		}
	}
	cancel()
	require.NoError(t, <-ended)
}

func TestOldKeysAreForgotten(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	hold(t, h, h.Evening())
	swept, err := store.SweepCommands(context.Background(), h.DB, time.Hour)
	require.NoError(t, err)
	require.Zero(t, swept)
	swept, err = store.SweepCommands(context.Background(), h.DB, 0)
	require.NoError(t, err)
	require.EqualValues(t, 1, swept)
}

// TestAKeyIsKeptWhileItsIntentIsOpen: whoever asks again with it must hear of the same intent.
func TestAKeyIsKeptWhileItsIntentIsOpen(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	r, err := h.Desk.RequestReservation(context.Background(), h.Guest("Guest"), booking.RequestReservation{SlotIDs: []string{ref.Encode(ref.Slot, h.Evening())}, PartySize: 2, Key: h.Key()}, "test")
	require.NoError(t, err)
	swept, err := store.SweepCommands(context.Background(), h.DB, 0)
	require.NoError(t, err)
	require.Zero(t, swept)
	h.Work(t, housetest.NewUpstream())
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM intents WHERE id = $1 AND status = 'SUCCEEDED'`, housetest.ID(t, r, ref.Intent)))
	swept, err = store.SweepCommands(context.Background(), h.DB, 0)
	require.NoError(t, err)
	require.EqualValues(t, 1, swept)
}

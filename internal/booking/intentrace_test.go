package booking_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// TestADoubleClick: one key, one intent, however often and however fast.
func TestADoubleClick(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	guest, slot, other := h.Guest("Mina"), h.Evening(), h.Evening()
	in := booking.RequestReservation{SlotIDs: ids(slot), PartySize: 2, Key: h.Key()}
	var group sync.WaitGroup
	results := make([]command.Result, 10)
	for k := range results {
		group.Go(func() {
			r, err := h.Desk.RequestReservation(ctx, guest, in, "test")
			require.NoError(t, err)
			results[k] = r
		})
	}
	group.Wait()
	fresh := 0
	for _, r := range results {
		require.Equal(t, command.Accepted, r.Outcome)
		require.Equal(t, housetest.ID(t, results[0], ref.Intent), housetest.ID(t, r, ref.Intent))
		if !r.Replayed {
			fresh++
		}
	}
	require.Equal(t, 1, fresh)
	in.SlotIDs = ids(other)
	rejected(t, problem.IdempotencyMismatch)(h.Desk.RequestReservation(ctx, guest, in, "test"))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM intents`))
	h.Work(t, u)
	require.Equal(t, 1, u.Writes)
	in.SlotIDs = ids(slot)
	r, err := h.Desk.RequestReservation(ctx, guest, in, "test")
	require.NoError(t, err)
	require.True(t, r.Replayed)
	require.Equal(t, command.Accepted, r.Outcome, "as the first time")
	sound(t, h)
}

// TestCancelRescueAndFinish: at the same moment a person calls an intent off, another worker takes it for abandoned, and the
// first one's answer arrives, hundreds of times. Each time there is one outcome.
func TestCancelRescueAndFinish(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	lanes, rounds := 4, 125
	if raced { // under the detector a few less show the same
		rounds = 40
	}
	var mu sync.Mutex
	outcomes, booked := map[string]int{}, map[string]int{}
	var all sync.WaitGroup
	for range lanes {
		all.Go(func() {
			table := h.Table()
			for round := range rounds {
				slot := h.Slot(table, 30*time.Hour+time.Duration(round)*time.Hour, time.Hour)
				ended := race(t, h, u, h.Staff, slot, round)
				mu.Lock()
				outcomes[ended]++
				booked[ref.Encode(ref.Slot, slot)] = map[bool]int{true: 1, false: 0}[ended == "SUCCEEDED"]
				mu.Unlock()
			}
		})
	}
	all.Wait()
	for range 5 { // what came late is found and undone
		h.Hurry()
		h.Work(t, u)
	}
	for _, target := range u.Standing() {
		booked[target]--
	}
	for target, missing := range booked {
		require.Zero(t, missing, target)
	}
	require.Positive(t, outcomes["SUCCEEDED"], "%v", outcomes)
	require.Positive(t, outcomes["CANCELLED"]+outcomes["FAILED_RACE"], "%v", outcomes)
	sound(t, h)
}

// race lets the three meet once, and says how the intent ended.
func race(t *testing.T, h *housetest.House, u *housetest.Upstream, guest actor.Actor, slot uuid.UUID, round int) string {
	id := accepted(t)(request(h, guest, false, slot))
	e, err := h.Desk.Advance(ctx, h.Tenant, id)
	require.NoError(t, err)
	h.Exec(`UPDATE intents SET next_at = clock_timestamp() WHERE id = $1`, id) // the lease is over
	u.Next([]housetest.Mood{housetest.Honest, housetest.Loses, housetest.Drops, housetest.Taken}[round%4])
	cancelling := onIntent(h, id)
	var group sync.WaitGroup
	failed := make([]error, 3)
	group.Go(func() { failed[0] = h.Desk.Answered(ctx, *e, u.Book(ctx, e.Order)) })
	group.Go(func() { _, failed[1] = h.Desk.CancelIntent(ctx, h.Staff, cancelling, "test") })
	group.Go(func() { _, failed[2] = housetest.Errand(ctx, h.Desk, u, h.Tenant, id) })
	group.Wait()
	require.NoError(t, errors.Join(failed...))
	ended := status(h, "intents", id)
	for tries := 0; intent.Status(ended).Open() && tries < 10; tries++ {
		h.Exec(`UPDATE intents SET next_at = clock_timestamp() WHERE id = $1 AND next_at IS NOT NULL`, id)
		h.Exec(`UPDATE attempts SET ask_at = clock_timestamp() WHERE intent_id = $1 AND ask_at IS NOT NULL`, id)
		for more := true; more; {
			more, err = housetest.Errand(ctx, h.Desk, u, h.Tenant, id)
			require.NoError(t, err)
		}
		ended = status(h, "intents", id)
	}
	require.Contains(t, []string{"SUCCEEDED", "FAILED_RACE", "CANCELLED"}, ended)
	return ended
}

// TestManyIntentsUnderRandomFaults: guests ask, a provider that answers as it likes, several workers that now and then lose
// their errands, people who call off and move. Afterwards at most one booking an intent survives at the provider, and as many
// as are confirmed here.
func TestManyIntentsUnderRandomFaults(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	var slots []uuid.UUID
	for range 6 {
		table := h.Table()
		for k := range 5 {
			slots = append(slots, h.Slot(table, time.Duration(30+2*k)*time.Hour, 2*time.Hour))
		}
	}
	guests := h.Guests(20)
	moods := []housetest.Mood{housetest.Honest, housetest.Honest, housetest.Loses, housetest.Drops, housetest.Down, housetest.Locked, housetest.RateLimited}
	stop := make(chan struct{})
	var workers, people sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			pace := time.NewTicker(20 * time.Millisecond)
			defer pace.Stop()
			for {
				select {
				case <-stop:
					return
				case <-pace.C:
				}
				h.Hurry()
				for _, id := range h.Due() {
					e, err := h.Desk.Advance(ctx, h.Tenant, id)
					if err != nil || e == nil {
						continue
					}
					u.Next(moods[rand.IntN(len(moods))])
					if rand.IntN(10) == 0 {
						if e.Kind == intent.Run && rand.IntN(2) == 0 {
							u.Land(e.Order.Reference, e.Order.Target) // killed after it asked
						}
						continue
					}
					_ = housetest.Report(ctx, h.Desk, u, *e)
				}
				_, _ = h.Desk.CatchUp(ctx, h.Tenant)
			}
		})
	}
	for k := range 3 {
		people.Go(func() {
			for n := range 20 {
				guest := guests[(k*20+n)%len(guests)]
				r, err := request(h, guest, rand.IntN(3) == 0, slots[rand.IntN(len(slots))])
				if err == nil && r.Outcome == command.Accepted && rand.IntN(4) == 0 {
					id := housetest.ID(t, r, ref.Intent)
					_, _ = h.Desk.CancelIntent(ctx, guest, onIntent(h, id), "test")
				}
				var held uuid.UUID
				h.Scan(`SELECT coalesce((SELECT id FROM reservations WHERE status = 'CONFIRMED' ORDER BY random() LIMIT 1), gen_random_uuid())`, nil, &held)
				switch rand.IntN(4) {
				case 0:
					_, _ = h.Desk.CancelReservation(ctx, h.Staff, on(h, held, max(1, h.Count(`SELECT coalesce(max(version), 1) FROM reservations WHERE id = $1`, held))), "OTHER", "test")
				case 1:
					_, _ = h.Desk.MoveReservation(ctx, h.Staff, booking.MoveReservation{ReservationID: ref.Encode(ref.Reservation, held), SlotIDs: ids(slots[rand.IntN(len(slots))]),
						ExpectedVersion: max(1, h.Count(`SELECT coalesce(max(version), 1) FROM reservations WHERE id = $1`, held)), Key: h.Key()}, "test")
				}
			}
		})
	}
	people.Wait()
	close(stop)
	workers.Wait()
	h.Exec(`UPDATE intents SET not_before = NULL WHERE not_before IS NOT NULL`)
	u.Forgive()
	for range 20 {
		h.Hurry()
		h.Work(t, u)
		catchUp(t, h)
	}
	require.Zero(t, h.Count(`SELECT count(*) FROM intents WHERE status IN ('REQUESTED', 'RESERVING')`))
	require.Zero(t, h.Count(`SELECT count(*) FROM attempts WHERE compensation = 'DUE'`))
	counted := map[string]int{}
	for _, target := range u.Standing() {
		counted[target]++
		require.Equal(t, 1, counted[target], "one booking a place")
	}
	require.Equal(t, h.Count(`SELECT count(*) FROM reservations WHERE status = 'CONFIRMED' AND upstream_attempt_id IS NOT NULL`), len(u.Standing()), "%v", counted)
	require.Positive(t, len(u.Standing()))
	sound(t, h)
	t.Log(fmt.Sprint(h.Count(`SELECT count(*) FROM intents`), " intents, ", h.Count(`SELECT count(*) FROM attempts`), " attempts"))
}

// TestAMoveThatGivesUpTheOldPlaceFirst: where a party may have one booking only.
func TestAMoveThatGivesUpTheOldPlaceFirst(t *testing.T) {
	t.Parallel()
	c := housetest.Usual()
	c.ReleaseFirst = true
	for name, story := range map[string]struct {
		moods    []housetest.Mood // of the move: cancel, book, and book back
		intent   string
		standing int
		reason   string
	}{
		"all goes well":                        {nil, "SUCCEEDED", 1, ""},
		"the new place is taken":               {[]housetest.Mood{housetest.Honest, housetest.Taken}, "FAILED_RACE", 1, ""},
		"the old place is gone as well":        {[]housetest.Mood{housetest.Honest, housetest.Taken, housetest.Taken}, "FAILED_RACE", 0, "LOST_IN_MOVE"},
		"the answer to the cancelling is lost": {[]housetest.Mood{housetest.Drops}, "SUCCEEDED", 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, u := housetest.New(t), housetest.NewUpstream()
			h.Tie("city", c)
			guest, old, fresh := h.Guest("Mina"), h.Evening(), h.Evening()
			id := accepted(t)(request(h, guest, false, old))
			h.Work(t, u)
			held := reservationOf(h, id)
			u.Next(story.moods...)
			move := accepted(t)(h.Desk.MoveReservation(ctx, guest, booking.MoveReservation{ReservationID: ref.Encode(ref.Reservation, held), SlotIDs: ids(fresh), ExpectedVersion: version(h, held), Key: h.Key()}, "test"))
			for range 6 {
				h.Work(t, u)
				h.Hurry()
			}
			require.Equal(t, story.intent, status(h, "intents", move))
			require.Len(t, u.Standing(), story.standing)
			want := map[bool]string{true: "CONFIRMED", false: "CANCELLED"}[story.reason == ""]
			require.Equal(t, want, status(h, "reservations", held))
			if story.reason != "" {
				require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND status_reason = $2`, held, story.reason))
			}
			require.Equal(t, story.standing, h.Count(`SELECT sum(taken) FROM slots`))
			sound(t, h)
		})
	}
}

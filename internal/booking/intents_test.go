package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// accepted demands that a worker does the rest, and returns the intent.
func accepted(t *testing.T) func(command.Result, error) uuid.UUID {
	return func(r command.Result, err error) uuid.UUID {
		t.Helper()
		require.NoError(t, err)
		require.Equal(t, command.Accepted, r.Outcome, "problem: %v", r.Problem)
		return housetest.ID(t, r, ref.Intent)
	}
}

func request(h *housetest.House, by actor.Actor, wait bool, slots ...uuid.UUID) (command.Result, error) {
	return h.Desk.RequestReservation(ctx, by, booking.RequestReservation{SlotIDs: ids(slots...), PartySize: 2, WaitForSeat: wait, Key: h.Key()}, "test")
}

// onIntent names an intent as it stands.
func onIntent(h *housetest.House, id uuid.UUID) booking.IntentCommand {
	return booking.IntentCommand{IntentID: ref.Encode(ref.Intent, id), ExpectedVersion: h.Count(`SELECT version FROM intents WHERE id = $1`, id), Key: h.Key()}
}

func onAttempt(h *housetest.House, id uuid.UUID, how intent.Resolution) booking.ResolveAttempt {
	return booking.ResolveAttempt{AttemptID: ref.Encode(ref.Attempt, id), ExpectedVersion: h.Count(`SELECT version FROM attempts WHERE id = $1`, id), Resolution: how, Reason: "asked them by telephone", Key: h.Key()}
}

func lastAttempt(h *housetest.House, id uuid.UUID) (attempt uuid.UUID) {
	h.Scan(`SELECT id FROM attempts WHERE intent_id = $1 ORDER BY number DESC LIMIT 1`, []any{id}, &attempt)
	return attempt
}

func reservationOf(h *housetest.House, id uuid.UUID) (reservation uuid.UUID) {
	h.Scan(`SELECT reservation_id FROM intents WHERE id = $1`, []any{id}, &reservation)
	return reservation
}

func TestARequestWhereNobodyElseHasASay(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	slot := h.Evening()
	id := accepted(t)(request(h, h.Guest("Mina"), false, slot))
	require.Equal(t, "REQUESTED", status(h, "intents", id))
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", id))
	require.Equal(t, "CONFIRMED", status(h, "reservations", reservationOf(h, id)))
	require.Zero(t, u.Writes)
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM attempts WHERE intent_id = $1 AND status = 'SUCCEEDED' AND provider = 'slotq'`, id))

	late := accepted(t)(request(h, h.Guest("Noah"), false, slot))
	h.Work(t, u)
	require.Equal(t, "FAILED_RACE", status(h, "intents", late))
	sound(t, h)
}

func TestARequestAtAProvider(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	guest := h.Guest("Mina")
	first, second := h.Evening(), h.Evening()

	id := accepted(t)(request(h, guest, false, first))
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", id))
	require.Equal(t, []string{ref.Encode(ref.Slot, first)}, u.Standing())
	held := reservationOf(h, id)
	require.Equal(t, "CONFIRMED", status(h, "reservations", held))

	t.Run("a move books the new place before it gives up the old", func(t *testing.T) {
		move := accepted(t)(h.Desk.MoveReservation(ctx, guest, booking.MoveReservation{ReservationID: ref.Encode(ref.Reservation, held), SlotIDs: ids(second), ExpectedVersion: version(h, held), Key: h.Key()}, "test"))
		rejected(t, problem.AttemptUnresolved)(h.Desk.CancelReservation(ctx, guest, on(h, held, version(h, held)), "OTHER", "test"))
		require.Equal(t, 2, h.Count(`SELECT sum(taken) FROM slots`), "both are kept")
		h.Work(t, u)
		require.Equal(t, "SUCCEEDED", status(h, "intents", move))
		require.Equal(t, 1, h.Count(`SELECT sum(taken) FROM slots`))
		require.Equal(t, 1, h.Count(`SELECT taken FROM slots WHERE id = $1`, second))
		h.Work(t, u)
		require.Equal(t, []string{ref.Encode(ref.Slot, second)}, u.Standing())
		sound(t, h)
	})
	t.Run("a cancellation is done there first", func(t *testing.T) {
		gone := accepted(t)(h.Desk.CancelReservation(ctx, guest, on(h, held, version(h, held)), "CUSTOMER_REQUEST", "test"))
		require.Equal(t, "CONFIRMED", status(h, "reservations", held))
		h.Work(t, u)
		require.Equal(t, "SUCCEEDED", status(h, "intents", gone))
		require.Equal(t, "CANCELLED", status(h, "reservations", held))
		require.Empty(t, u.Standing())
		require.Zero(t, h.Count(`SELECT sum(taken) FROM slots`))
		sound(t, h)
	})
	t.Run("a hold is confirmed there", func(t *testing.T) {
		r := housetest.Must(t)(hold(h, guest, 2, first))
		kept := housetest.ID(t, r, ref.Reservation)
		id := accepted(t)(h.Desk.ConfirmReservation(ctx, guest, on(h, kept, 1), "test"))
		h.Exec(`UPDATE intents SET updated_at = updated_at`) // the row stays readable
		h.Work(t, u)
		require.Equal(t, "SUCCEEDED", status(h, "intents", id))
		require.Equal(t, "CONFIRMED", status(h, "reservations", kept))
		require.Len(t, u.Standing(), 1)
		sound(t, h)
	})
}

func TestUnknownIsNotFailed(t *testing.T) {
	t.Parallel()
	settled := housetest.Usual()
	slow := settled
	slow.Settle = time.Hour

	t.Run("found: the work was done, and only the answer was lost", func(t *testing.T) {
		t.Parallel()
		h, u := housetest.New(t), housetest.NewUpstream()
		h.Tie("city", slow)
		u.Next(housetest.Loses)
		id := accepted(t)(request(h, h.Guest("Mina"), false, h.Evening()))
		h.Work(t, u)
		attempt := lastAttempt(h, id)
		require.Equal(t, "UNKNOWN", status(h, "attempts", attempt))
		require.Equal(t, "RESERVING", status(h, "intents", id))
		rejected(t, problem.AttemptUnresolved)(h.Desk.RetryIntent(ctx, h.Staff, onIntent(h, id), "test"))
		rejected(t, problem.AttemptUnresolved)(h.Desk.CancelIntent(ctx, h.Staff, onIntent(h, id), "test"))
		var reference, target string
		h.Scan(`SELECT reference, target FROM attempts WHERE id = $1`, []any{attempt}, &reference, &target)
		u.Land(reference, target)
		h.Hurry()
		h.Work(t, u)
		require.Equal(t, "SUCCEEDED", status(h, "attempts", attempt))
		require.Equal(t, "SUCCEEDED", status(h, "intents", id))
		require.Equal(t, 1, u.Writes, "nothing was done twice")
		sound(t, h)
	})
	t.Run("a booking for another target settles nothing", func(t *testing.T) {
		t.Parallel()
		h, u := housetest.New(t), housetest.NewUpstream()
		h.Tie("city", settled)
		u.Next(housetest.Loses)
		id := accepted(t)(request(h, h.Guest("Mina"), false, h.Evening()))
		e, err := h.Desk.Advance(ctx, h.Tenant, id)
		require.NoError(t, err)
		require.NoError(t, h.Desk.Answered(ctx, *e, u.Book(ctx, e.Order)))
		u.Land(e.Subject, "something else")
		h.Hurry()
		h.Work(t, u)
		require.Equal(t, "UNKNOWN", status(h, "attempts", lastAttempt(h, id)))
		a := lastAttempt(h, id)
		rejected(t, problem.VersionStale)(h.Desk.ResolveAttempt(ctx, h.Staff, booking.ResolveAttempt{AttemptID: ref.Encode(ref.Attempt, a), ExpectedVersion: 99, Resolution: intent.ResolveFailed, Reason: "r", Key: h.Key()}, "test"))
		housetest.Must(t)(h.Desk.ResolveAttempt(ctx, h.Staff, onAttempt(h, a, intent.ResolveFailed), "test"))
		require.Equal(t, "FAILED", status(h, "attempts", a))
		h.Hurry()
		h.Work(t, u)
		require.Equal(t, "SUCCEEDED", status(h, "intents", id))
		require.Equal(t, "DISCARDED", status(h, "attempts", a))
		h.Hurry()
		h.Work(t, u)
		require.Len(t, u.Standing(), 1)
		sound(t, h)
	})
	t.Run("two attempts that end in reverse: the later wins, the first is discarded and undone", func(t *testing.T) {
		t.Parallel()
		h, u := housetest.New(t), housetest.NewUpstream()
		h.Tie("city", settled)
		u.Next(housetest.Loses)
		id := accepted(t)(request(h, h.Guest("Mina"), false, h.Evening()))
		h.Work(t, u)
		first := lastAttempt(h, id)
		require.Equal(t, "FAILED", status(h, "attempts", first), "looked for after the settle time, not found")
		h.Hurry()
		h.Work(t, u)
		require.Equal(t, "SUCCEEDED", status(h, "intents", id))
		var reference, target string
		h.Scan(`SELECT reference, target FROM attempts WHERE id = $1`, []any{first}, &reference, &target)
		u.Land(reference, target)
		require.Len(t, u.Standing(), 2, "the late success is somebody's seat")
		h.Hurry()
		h.Work(t, u)
		require.Equal(t, "DISCARDED", status(h, "attempts", first))
		require.Len(t, u.Standing(), 1)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM attempts WHERE id = $1 AND compensation = 'DONE'`, first))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM intents i JOIN attempts a ON a.id = i.completed_by WHERE i.id = $1 AND a.number = 2`, id))
		sound(t, h)
	})
	t.Run("a person's word", func(t *testing.T) {
		t.Parallel()
		h, u := housetest.New(t), housetest.NewUpstream()
		h.Tie("city", slow)
		u.Next(housetest.Drops)
		id := accepted(t)(request(h, h.Guest("Mina"), false, h.Evening()))
		e, err := h.Desk.Advance(ctx, h.Tenant, id)
		require.NoError(t, err)
		require.NoError(t, h.Desk.Answered(ctx, *e, u.Book(ctx, e.Order)))
		a := lastAttempt(h, id)
		upstream := "their-7"
		in := onAttempt(h, a, intent.ResolveSucceeded)
		in.UpstreamRef = &upstream
		_, err = h.Desk.ResolveAttempt(ctx, h.Guest("Noah"), in, "test")
		require.ErrorIs(t, err, problem.ErrForbidden)
		housetest.Must(t)(h.Desk.ResolveAttempt(ctx, h.Staff, in, "test"))
		require.Equal(t, "SUCCEEDED", status(h, "intents", id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM attempts WHERE id = $1 AND upstream_ref = 'their-7' AND resolution = 'asked them by telephone'`, a))
		rejected(t, problem.IllegalTransition)(h.Desk.ResolveAttempt(ctx, h.Staff, onAttempt(h, a, intent.ResolveFailed), "test"))
		sound(t, h)
	})
}

// TestAWorkerThatWasTakenForDead writes nothing when it comes back.
func TestAWorkerThatWasTakenForDead(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	id := accepted(t)(request(h, h.Guest("Mina"), false, h.Evening()))
	paused, err := h.Desk.Advance(ctx, h.Tenant, id)
	require.NoError(t, err)
	require.Equal(t, intent.Run, paused.Kind)
	nothing, err := h.Desk.Advance(ctx, h.Tenant, id)
	require.NoError(t, err)
	require.Nil(t, nothing, "its lease isn't over")
	answer := u.Book(ctx, paused.Order)
	h.Hurry() // its lease is over
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", id))
	before := h.Count(`SELECT count(*) FROM events`)
	require.NoError(t, h.Desk.Answered(ctx, *paused, answer))
	require.Equal(t, before, h.Count(`SELECT count(*) FROM events`))
	require.Len(t, u.Standing(), 1)
	sound(t, h)
}

func TestFallback(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	first, second := h.Tie("first", housetest.Usual()), h.Tie("second", housetest.Usual())
	run := func(moods ...housetest.Mood) (intent uuid.UUID) {
		u.Next(moods...)
		intent = accepted(t)(request(h, h.Guest("Mina"), false, h.Evening()))
		for range 8 {
			h.Work(t, u)
			h.Hurry()
		}
		return intent
	}
	by := func(id uuid.UUID) (code string) {
		h.Scan(`SELECT a.provider FROM intents i JOIN attempts a ON a.id = i.completed_by WHERE i.id = $1`, []any{id}, &code)
		return code
	}
	require.Equal(t, "second", by(run(housetest.Locked)), "a refused credential goes to the next")
	require.Equal(t, "second", by(run(housetest.Down, housetest.Down, housetest.Down)), "three failures go to the next")
	require.Equal(t, "first", by(run(housetest.Down, housetest.RateLimited, housetest.RateLimited, housetest.RateLimited, housetest.RateLimited, housetest.Down)))
	require.Equal(t, "FAILED_AUTH", status(h, "intents", run(housetest.Locked, housetest.Locked)))
	require.Equal(t, "FAILED_UPSTREAM", status(h, "intents", run(housetest.Down, housetest.Down, housetest.Down, housetest.Down, housetest.Down, housetest.Down)))
	require.Equal(t, "FAILED_RACE", status(h, "intents", run(housetest.Taken)), "what is taken there is taken everywhere")
	h.Exec(`UPDATE providers SET verified_at = NULL, verified_until = NULL WHERE id = $1`, second)
	require.Equal(t, "FAILED_AUTH", status(h, "intents", run(housetest.Locked)), "an unverified one is no fallback")
	h.Exec(`UPDATE providers SET verified_at = NULL, verified_until = NULL WHERE id = $1`, first)
	writes := u.Writes
	require.Equal(t, "FAILED_UPSTREAM", status(h, "intents", run()))
	require.Equal(t, writes, u.Writes)
	require.Zero(t, h.Count(`SELECT count(*) FROM reservations WHERE status = 'HELD'`))
	sound(t, h)
}

func TestWaitingForASeat(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	slot := h.Evening()
	taken := confirmed(t, h, h.Guest("Mina"), 2, slot)
	first := accepted(t)(request(h, h.Guest("Noah"), true, slot))
	h.Work(t, u)
	second := accepted(t)(request(h, h.Guest("Ada"), true, slot))
	h.Work(t, u)
	require.Equal(t, "WAITING_FOR_SEAT", status(h, "intents", first))
	require.Equal(t, "WAITING_FOR_SEAT", status(h, "intents", second))
	entry := join(t, h, h.Guest("Queue"), 2, slot)
	cancel(t, h, h.Staff, taken, 2)
	rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Outsider"), 2, slot))
	catchUp(t, h)
	offer := openOffer(t, h, entry)
	h.Work(t, u)
	require.Equal(t, "WAITING_FOR_SEAT", status(h, "intents", first), "never before the waitlist's rightful next")
	housetest.Must(t)(h.Desk.DeclineOffer(ctx, h.Staff, booking.DeclineOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: 1, ReasonCode: "OTHER", Key: h.Key()}, "test"))
	rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Outsider"), 2, slot))
	catchUp(t, h)
	require.Equal(t, "SUCCEEDED", status(h, "intents", first))
	h.Hurry()
	h.Work(t, u)
	require.Equal(t, "WAITING_FOR_SEAT", status(h, "intents", second))
	h.Rewind("intents", "expires_at", second)
	h.Hurry()
	h.Work(t, u)
	require.Equal(t, "EXPIRED", status(h, "intents", second))
	sound(t, h)
}

func TestAnOfferAtAProvider(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	guest := h.Guest("Mina")
	offered := func() (slot, entry, offer uuid.UUID) {
		slot = h.Slot(h.Resource(inventory.Exclusive, 1, 1, 4), 30*time.Hour, time.Hour)
		entry = join(t, h, h.Guest("Queue"), 2, slot)
		catchUp(t, h)
		return slot, entry, openOffer(t, h, entry)
	}
	say := func(offer uuid.UUID) (command.Result, error) {
		return h.Desk.ConfirmOffer(ctx, h.Staff, booking.ConfirmOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: h.Count(`SELECT version FROM offers WHERE id = $1`, offer), Source: "PHONE", Key: h.Key()}, "test")
	}
	t.Run("accepted, then pushed", func(t *testing.T) {
		_, entry, offer := offered()
		id := accepted(t)(say(offer))
		rejected(t, problem.AttemptUnresolved)(say(offer))
		h.Rewind("offers", "expires_at", offer)
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "offers", offer), "time stands still while they are asked")
		h.Work(t, u)
		require.Equal(t, "SUCCEEDED", status(h, "intents", id))
		require.Equal(t, "ACCEPTED", status(h, "offers", offer))
		require.Equal(t, "FULFILLED", status(h, "waitlist_entries", entry))
		require.Equal(t, "CONFIRMED", status(h, "reservations", reservationOf(h, id)))
	})
	t.Run("taken there: nobody is forgotten", func(t *testing.T) {
		_, entry, offer := offered()
		u.Next(housetest.Taken)
		id := accepted(t)(say(offer))
		h.Work(t, u)
		require.Equal(t, "FAILED_RACE", status(h, "intents", id))
		require.Equal(t, "WITHDRAWN", status(h, "offers", offer))
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
	})
	t.Run("not to be done now: the offer is open again", func(t *testing.T) {
		_, entry, offer := offered()
		u.Next(housetest.Locked)
		id := accepted(t)(say(offer))
		h.Work(t, u)
		require.Equal(t, "FAILED_AUTH", status(h, "intents", id))
		require.Equal(t, "OFFERED", status(h, "offers", offer))
		again := accepted(t)(say(offer))
		h.Work(t, u)
		require.Equal(t, "SUCCEEDED", status(h, "intents", again))
		require.Equal(t, "FULFILLED", status(h, "waitlist_entries", entry))
	})
	_ = guest
	sound(t, h)
}

func version(h *housetest.House, reservation uuid.UUID) int {
	return h.Count(`SELECT version FROM reservations WHERE id = $1`, reservation)
}

// TestAVenueThatIsUntiedMeanwhile: a hold made while somebody else had a say is confirmed in our own books.
func TestAVenueThatIsUntiedMeanwhile(t *testing.T) {
	t.Parallel()
	h, u := housetest.New(t), housetest.NewUpstream()
	h.Tie("city", housetest.Usual())
	guest := h.Guest("Mina")
	held := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, h.Evening())), ref.Reservation)
	asked := accepted(t)(request(h, guest, false, h.Evening()))
	_, err := h.Desk.Advance(ctx, h.Tenant, asked)
	require.NoError(t, err)
	h.Exec(`DELETE FROM venue_providers`)
	confirming := accepted(t)(h.Desk.ConfirmReservation(ctx, guest, on(h, held, 1), "test"))
	h.Work(t, u)
	require.Equal(t, "SUCCEEDED", status(h, "intents", confirming))
	require.Equal(t, "CONFIRMED", status(h, "reservations", held))
	for range 4 {
		h.Hurry()
		h.Work(t, u)
	}
	require.Equal(t, "SUCCEEDED", status(h, "intents", asked))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM attempts WHERE intent_id = $1 AND status = 'FAILED' AND provider = 'city'`, asked), "they were asked first whether they had done it")
	sound(t, h)
}

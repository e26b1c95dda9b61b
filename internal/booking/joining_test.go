package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

func TestJoining(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Table()
	evening, night := h.Slot(table, 30*time.Hour, 2*time.Hour), h.Slot(table, 32*time.Hour, 2*time.Hour)

	t.Run("a second wish for an overlapping time is refused with the first", func(t *testing.T) {
		guest := h.Guest("Twice")
		confirmed(t, h, h.Guest("Owner"), 2, evening)
		first := join(t, h, guest, 2, evening)
		r := rejected(t, problem.AlreadyWaiting)(wish(h, guest, 3, nil, evening, night))
		require.Equal(t, first, housetest.ID(t, r, ref.Entry), "the existing entry comes back")
		require.Equal(t, 1, *r.Problem.CurrentVersion)
		rejected(t, problem.AlreadyWaiting)(wish(h, guest, 2, &table, evening, evening))
	})
	t.Run("a wish that begins when the other ends is another wish", func(t *testing.T) {
		guest := h.Guest("Both")
		join(t, h, guest, 2, evening)
		join(t, h, guest, 2, night)
		catchUp(t, h)
	})
	t.Run("who has a place at that time isn't put into the queue", func(t *testing.T) {
		guest, slot := h.Guest("Booked"), h.Evening()
		held := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, slot)), ref.Reservation)
		rejected(t, problem.AlreadyBooked)(joining(h, guest, 2, slot))
		h.Rewind("reservations", "expires_at", held)
		housetest.Must(t)(joining(h, guest, 2, slot))
		catchUp(t, h)
	})
	t.Run("unless the wish is for another resource", func(t *testing.T) {
		guest, slot, other := h.Guest("Picky"), h.Evening(), h.Table()
		confirmed(t, h, guest, 2, slot)
		housetest.Must(t)(wish(h, guest, 2, &other, slot, slot))
		catchUp(t, h)
	})
	t.Run("two joins at once make one entry", func(t *testing.T) {
		guest, slot := h.Guest("Hasty"), h.Evening()
		results := together(t, 8, func(int) (command.Result, error) { return joining(h, guest, 2, slot) })
		require.Equal(t, map[string]int{"COMMITTED": 1, "ALREADY_WAITING": 7}, tally(results))
		catchUp(t, h)
	})
	t.Run("after a place was declined or left, a new wish goes to the end", func(t *testing.T) {
		guest, slot := h.Guest("Returns"), h.Evening()
		entry := join(t, h, guest, 2, slot)
		housetest.Must(t)(leave(h, guest, entry, 1))
		again := join(t, h, guest, 2, slot)
		require.NotEqual(t, entry, again)
		catchUp(t, h)
	})
	t.Run("a wish whose offer lapsed and wasn't recorded stands in nobody's way", func(t *testing.T) {
		guest, slot := h.Guest("Lapsed"), h.Evening()
		entry := join(t, h, guest, 2, slot)
		catchUp(t, h)
		lapse(h, openOffer(t, h, entry))
		again := join(t, h, guest, 2, slot)
		require.Equal(t, "EXPIRED", status(h, "waitlist_entries", entry))
		require.NotEqual(t, entry, again)
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", again))
	})
	sound(t, h)
}

func TestWhoMayJoin(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	small, room := h.Table(), h.Resource(inventory.Pooled, 10, 6, 8)
	shut := h.Resource(inventory.Exclusive, 1, 15, 20)
	h.Exec(`UPDATE resources SET active = false, version = version + 1 WHERE id = $1`, shut)
	now := time.Now()
	in := func(from, to time.Duration) func(*booking.JoinWaitlist) {
		return func(j *booking.JoinWaitlist) { j.From, j.To = now.Add(from), now.Add(to) }
	}
	at := func(resource uuid.UUID) func(*booking.JoinWaitlist) {
		return func(j *booking.JoinWaitlist) { text := ref.Encode(ref.Resource, resource); j.ResourceID = &text }
	}
	party := func(n int) func(*booking.JoinWaitlist) { return func(j *booking.JoinWaitlist) { j.PartySize = n } }
	for _, c := range []struct {
		name string
		ask  []func(*booking.JoinWaitlist)
		want problem.Code
	}{
		{"a party that a table takes", nil, ""},
		{"a party that only the room takes", each(party(7)), ""},
		{"a party between the table and the room", each(party(5)), problem.PartyTooLarge},
		{"a party that only a closed room takes", each(party(20)), problem.ResourceClosed},
		{"a party that nothing takes", each(party(21)), problem.PartyTooLarge},
		{"nobody", each(party(0)), problem.PartyTooSmall},
		{"fewer than nobody", each(party(-1)), problem.PartyTooSmall},
		{"too few for the room asked for", each(party(2), at(room)), problem.PartyTooSmall},
		{"too many for the table asked for", each(party(7), at(small)), problem.PartyTooLarge},
		{"a closed room by name", each(party(15), at(shut)), problem.ResourceClosed},
		{"a time that has passed", each(in(-2*time.Hour, -time.Minute)), problem.OutsideBookingWindow},
		{"a time that runs", each(in(-time.Hour, time.Hour)), ""},
		{"a time past the horizon", each(in(61*24*time.Hour, 62*24*time.Hour)), problem.OutsideBookingWindow},
		{"a resource that doesn't exist", each(at(uuid.New())), problem.ReferenceNotFound},
		{"a venue that doesn't exist", each(func(j *booking.JoinWaitlist) { j.VenueID = ref.Encode(ref.Venue, uuid.New()) }), problem.ReferenceNotFound},
		{"a resource of another venue", each(at(h.SecondVenue().Table())), problem.ReferenceNotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			ask := booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, From: now.Add(24 * time.Hour), To: now.Add(26 * time.Hour), Key: h.Key()}
			for _, f := range c.ask {
				f(&ask)
			}
			r, err := h.Desk.JoinWaitlist(ctx, h.Guest("G"), ask, "test")
			require.NoError(t, err)
			require.Equal(t, c.want, code(r))
		})
	}
	t.Run("a range that ends before it begins is no range", func(t *testing.T) {
		var invalid *problem.Invalid
		_, err := h.Desk.JoinWaitlist(ctx, h.Guest("G"), booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, From: now, To: now, Key: h.Key()}, "test")
		require.ErrorAs(t, err, &invalid)
	})
	t.Run("an entry whose range is over is recorded as expired, and can't be left", func(t *testing.T) {
		guest := h.Guest("Over")
		entry := housetest.ID(t, housetest.Must(t)(h.Desk.JoinWaitlist(ctx, guest, booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, From: now.Add(-time.Hour), To: now.Add(time.Hour), Key: h.Key()}, "test")), ref.Entry)
		h.Rewind("waitlist_entries", "to_at", entry)
		rejected(t, problem.IllegalTransition)(leave(h, guest, entry, 1))
		catchUp(t, h)
		require.Equal(t, "EXPIRED", status(h, "waitlist_entries", entry))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'waitlist.expired'`, entry))
	})
}

// TestTermsOfTheDay: what exists keeps the rules it was made under.
func TestTermsOfTheDay(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.CancellationCutoff = 30 * time.Minute })
	soon := func() uuid.UUID { return h.Slot(h.Table(), 45*time.Minute, time.Hour) }
	guest := h.Guest("Ahn")
	old := confirmed(t, h, guest, 2, soon())
	h.Activate(uuid.New(), 2, func(r *policy.Rules) { r.CancellationCutoff, r.HoldTTL = time.Hour, 10*time.Minute })
	young := confirmed(t, h, guest, 2, soon())

	cancel(t, h, guest, old, 2)
	rejected(t, problem.OutsideCancellationWindow)(h.Desk.CancelReservation(ctx, guest, on(h, young, 2), "OTHER", "test"))
	cancel(t, h, h.Staff, young, 2)
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations r JOIN policy_versions p ON p.id = r.policy_version_id WHERE p.number = 1 AND r.expires_at = r.created_at + interval '5 minutes'`))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations r JOIN policy_versions p ON p.id = r.policy_version_id WHERE p.number = 2 AND r.expires_at = r.created_at + interval '10 minutes'`))
}

func each[T any](all ...T) []T { return all }

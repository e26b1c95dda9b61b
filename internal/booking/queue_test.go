package booking_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

// wish joins the queue for any time between the start of one slot and the end of another, and for any resource or one.
func wish(h *housetest.House, by actor.Actor, party int, resource *uuid.UUID, first, last uuid.UUID) (command.Result, error) {
	in := booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: party, Key: h.Key()}
	h.Scan(`SELECT min(starts_at), max(ends_at) FROM slots WHERE id IN ($1, $2)`, []any{first, last}, &in.From, &in.To)
	if resource != nil {
		text := ref.Encode(ref.Resource, *resource)
		in.ResourceID = &text
	}
	return h.Desk.JoinWaitlist(ctx, by, in, "test")
}

func leave(h *housetest.House, by actor.Actor, entry uuid.UUID, version int) (command.Result, error) {
	return h.Desk.LeaveWaitlist(ctx, by, booking.LeaveWaitlist{EntryID: ref.Encode(ref.Entry, entry), ExpectedVersion: version, Key: h.Key()}, "test")
}

func TestQueueOfARoom(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	// crowded is a room of six that is full, with one large party at the head of its queue and a small one behind.
	crowded := func(t *testing.T, change ...func(*policy.Rules)) (h *housetest.House, slot uuid.UUID, two, head, small uuid.UUID) {
		h = housetest.In(t, db, change...)
		slot = h.Slot(h.Resource(inventory.Pooled, 6, 1, 6), 30*time.Hour, time.Hour)
		confirmed(t, h, h.Guest("Four"), 4, slot)
		two = confirmed(t, h, h.Guest("Two"), 2, slot)
		head, small = join(t, h, h.Guest("Large"), 4, slot), join(t, h, h.Guest("Small"), 2, slot)
		catchUp(t, h)
		return h, slot, two, head, small
	}

	t.Run("a head that is too large waits, and all behind it wait", func(t *testing.T) {
		h, slot, two, head, small := crowded(t)
		cancel(t, h, h.Staff, two, 2)
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", head))
		require.Equal(t, "WAITING", status(h, "waitlist_entries", small))
		sound(t, h)
		t.Run("and blocks nobody outside the queue", func(t *testing.T) {
			housetest.Must(t)(hold(h, h.Guest("Outsider"), 2, slot))
		})
	})
	t.Run("when the head leaves, the next is offered", func(t *testing.T) {
		h, _, two, head, small := crowded(t)
		cancel(t, h, h.Staff, two, 2)
		catchUp(t, h)
		housetest.Must(t)(leave(h, h.Staff, head, 1))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", small))
		sound(t, h)
	})
	t.Run("when the head is offered another room, the next is offered", func(t *testing.T) {
		h, slot, two, head, small := crowded(t)
		cancel(t, h, h.Staff, two, 2)
		catchUp(t, h)
		other := h.Beside(slot, h.Resource(inventory.Pooled, 4, 3, 4), 0, 50*time.Minute)
		h.Exec(`INSERT INTO vacancies (id, tenant_id, venue_id, slot_id, cause, created_at) VALUES (gen_random_uuid(), $1, $2, $3, 'slot.added', clock_timestamp())`, h.Tenant, h.Venue, other)
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", head))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", small))
		sound(t, h)
	})
	t.Run("when staff offer the head another place, the next is offered", func(t *testing.T) {
		h, _, two, head, small := crowded(t)
		cancel(t, h, h.Staff, two, 2)
		catchUp(t, h)
		housetest.Must(t)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, head, 1, h.Evening()), "test"))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", small))
		sound(t, h)
	})
	t.Run("with best fit a smaller party passes, and that is on record", func(t *testing.T) {
		h, slot, two, head, small := crowded(t, func(r *policy.Rules) { r.WaitlistFit, r.SkipLimit = policy.BestFitWithSkipLimit, 1 })
		cancel(t, h, h.Staff, two, 2)
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", small))
		require.Equal(t, 1, h.Count(`SELECT passed_over FROM waitlist_entries WHERE id = $1`, head))
		require.Equal(t, 1, h.Count(`SELECT version FROM waitlist_entries WHERE id = $1`, head), "being passed changes no state")
		var raw string
		h.Scan(`SELECT skipped FROM selections WHERE entry_id = $1`, []any{small}, &raw)
		var skipped []waitlist.Skipped
		require.NoError(t, json.Unmarshal([]byte(raw), &skipped))
		require.Equal(t, []waitlist.Skipped{{EntryID: head, Position: 1, Code: problem.CapacityExceeded}}, skipped)

		t.Run("at the limit nobody passes", func(t *testing.T) {
			third := join(t, h, h.Guest("Third"), 2, slot)
			decline(t, h, openOffer(t, h, small))
			catchUp(t, h)
			require.Equal(t, "WAITING", status(h, "waitlist_entries", third))
			require.Equal(t, 1, h.Count(`SELECT passed_over FROM waitlist_entries WHERE id = $1`, head))
		})
		sound(t, h)
	})
}

package booking_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// lapsedHold is a hold of a guest whose time is over and which nobody has recorded.
func lapsedHold(t *testing.T, h *housetest.House, party int, slots ...uuid.UUID) uuid.UUID {
	t.Helper()
	id := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Late"), party, slots...)), ref.Reservation)
	h.Rewind("reservations", "expires_at", id)
	return id
}

// TestLazyExpiry: no worker runs; what has lapsed is free all the same.
func TestLazyExpiry(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	t.Run("another hold takes the unit and records the lapse in the same step", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Evening()
		old := lapsedHold(t, h, 2, slot)
		taken := housetest.ID(t, housetest.Must(t)(hold(h, h.Guest("Quick"), 2, slot)), ref.Reservation)

		require.Equal(t, "EXPIRED", status(h, "reservations", old))
		require.Equal(t, "HELD", status(h, "reservations", taken))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'reservation.expired'`, old))
		require.Equal(t, 1, h.Count(`SELECT count(DISTINCT xmin::text) FROM reservations`), "one transaction")
		require.LessOrEqual(t, h.Count(`SELECT count(*) FROM vacancies`), 1)

		catchUp(t, h)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'reservation.expired'`, old), "workers find nothing left to record")
		require.Zero(t, h.Count(`SELECT count(*) FROM vacancies`))
		sound(t, h)
	})

	t.Run("where there is room beside it, the lapsed hold is left to the sweep", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Slot(h.Resource(inventory.Pooled, 4, 1, 4), 30*time.Hour, time.Hour)
		old := lapsedHold(t, h, 2, slot)
		housetest.Must(t)(hold(h, h.Guest("Beside"), 2, slot))
		require.Equal(t, "HELD", status(h, "reservations", old))
		housetest.Must(t)(hold(h, h.Guest("Instead"), 2, slot))
		require.Equal(t, "EXPIRED", status(h, "reservations", old))
		sound(t, h)
	})

	t.Run("a lapsed hold over more slots than are asked for is released as a whole", func(t *testing.T) {
		h := housetest.In(t, db)
		a, b, c := h.Evening(), h.Evening(), h.Evening()
		old := lapsedHold(t, h, 2, a, b, c)
		housetest.Must(t)(hold(h, h.Guest("One"), 2, b))
		require.Equal(t, "EXPIRED", status(h, "reservations", old))
		require.Equal(t, 1, h.Count(`SELECT sum(taken) FROM slots`))
		require.Equal(t, 1, h.Count(`SELECT max(n) FROM (SELECT count(*) AS n FROM vacancies GROUP BY slot_id) AS v`))
		housetest.Must(t)(hold(h, h.Guest("Two"), 2, a, c))
		sound(t, h)
	})

	t.Run("several lapsed holds that reach over each other give way at once", func(t *testing.T) {
		h := housetest.In(t, db)
		a, b, c, d := h.Evening(), h.Evening(), h.Evening(), h.Evening()
		lapsedHold(t, h, 2, a, b)
		lapsedHold(t, h, 2, c, d)
		housetest.Must(t)(hold(h, h.Guest("Both"), 2, b, c))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM reservations WHERE status = 'EXPIRED'`))
		require.Equal(t, 2, h.Count(`SELECT sum(taken) FROM slots`))
		sound(t, h)
	})

	t.Run("a hundred want the unit of a lapsed hold", func(t *testing.T) {
		h := housetest.In(t, db)
		slot := h.Evening()
		old := lapsedHold(t, h, 2, slot)
		people := h.Guests(100)
		results := together(t, 100, func(i int) (command.Result, error) { return hold(h, people[i], 2, slot) })
		require.Equal(t, map[string]int{"COMMITTED": 1, "SLOT_OCCUPIED": 99}, tally(results))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'reservation.expired'`, old))
		sound(t, h)
	})
}

// TestLapsedPromotionalHold: an outsider may have what an offer kept, once its time is over and nobody else waits.
func TestLapsedPromotionalHold(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	// offered is a house in which one entry has a lapsed offer for the table.
	offered := func(t *testing.T, change ...func(*policy.Rules)) (h *housetest.House, table, entry, offer uuid.UUID) {
		h = housetest.In(t, db, change...)
		table = h.Evening()
		entry = join(t, h, h.Guest("Waits"), 2, table)
		catchUp(t, h)
		offer = openOffer(t, h, entry)
		lapse(h, offer)
		return h, table, entry, offer
	}

	t.Run("the offer and the entry are closed in the same step", func(t *testing.T) {
		h, table, entry, offer := offered(t)
		housetest.Must(t)(hold(h, h.Guest("Outsider"), 2, table))
		require.Equal(t, "EXPIRED", status(h, "offers", offer))
		require.Equal(t, "EXPIRED", status(h, "waitlist_entries", entry))
		rejected(t, problem.OfferExpired)(h.Desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, offer, 1), "test"))
		require.Zero(t, catchUp(t, h), "nothing is left to record or to offer")
		sound(t, h)
	})

	t.Run("where the policy requeues, the entry waits again behind everybody", func(t *testing.T) {
		h, table, entry, offer := offered(t, func(r *policy.Rules) { r.OnOfferLapse = policy.RequeueAtEnd })
		housetest.Must(t)(hold(h, h.Guest("Outsider"), 2, table))
		require.Equal(t, "EXPIRED", status(h, "offers", offer))
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
		require.Equal(t, 1, h.Count(`SELECT (joined_at > created_at)::int FROM waitlist_entries WHERE id = $1`, entry))
		catchUp(t, h)
		sound(t, h)
	})

	t.Run("somebody who waits behind comes before the outsider", func(t *testing.T) {
		h, table, _, _ := offered(t)
		next := join(t, h, h.Guest("Next"), 2, table)
		rejected(t, problem.SlotOccupied)(hold(h, h.Guest("Outsider"), 2, table))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", next))
		sound(t, h)
	})
}

// TestRequeueAtEnd: an offer that lapses sends its entry behind the others, and never offers it the same place again.
func TestRequeueAtEnd(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.OnOfferLapse = policy.RequeueAtEnd })
	table := h.Evening()
	first, second := join(t, h, h.Guest("First"), 2, table), join(t, h, h.Guest("Second"), 2, table)
	catchUp(t, h)
	lapse(h, openOffer(t, h, first))
	catchUp(t, h)
	require.Equal(t, "WAITING", status(h, "waitlist_entries", first))
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", second))
	require.Equal(t, 1, h.Count(`SELECT (a.joined_at > b.joined_at)::int FROM waitlist_entries a, waitlist_entries b WHERE a.id = $1 AND b.id = $2`, first, second))

	lapse(h, openOffer(t, h, second))
	catchUp(t, h)
	require.Zero(t, h.Count(`SELECT count(*) FROM offers WHERE status = 'OFFERED'`), "both had their chance at this table")
	housetest.Must(t)(hold(h, h.Guest("Outsider"), 2, table))

	other := h.Beside(table, h.Table(), 0, 90*time.Minute)
	h.Exec(`INSERT INTO vacancies (id, tenant_id, venue_id, slot_id, cause, created_at) VALUES (gen_random_uuid(), $1, $2, $3, 'slot.added', clock_timestamp())`, h.Tenant, h.Venue, other)
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", first), "another table is another chance, in the order of the queue")
	sound(t, h)
}

package booking_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

// gathered runs so many calls at one desk as one group.
func gathered(t *testing.T, h *housetest.House, n int, fn func(desk *booking.Desk, i int) (command.Result, error)) []command.Result {
	t.Helper()
	desk := deskOver(h.DB)
	seen := &onlooker{}
	desk.Observed(seen)
	gone := desk.Gather(t, h.Tenant, n)
	results := together(t, n, func(i int) (command.Result, error) { return fn(desk, i) })
	gone()
	require.Contains(t, seen.told, fmt.Sprintf("group of %d, <nil>", n))
	return results
}

// transactions counts in how many transactions the last commands were done.
func transactions(h *housetest.House, last int) int {
	return h.Count(`SELECT count(DISTINCT xmin::text) FROM (SELECT xmin FROM commands ORDER BY completed_at DESC, id LIMIT $1) c`, last)
}

// TestGroup: commands that come while others are under way are done in one transaction, and nobody can tell.
func TestGroup(t *testing.T) {
	t.Parallel()

	t.Run("places of their own", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		const guests = 12
		var slots []uuid.UUID
		for range guests {
			slots = append(slots, h.Evening())
		}
		people := h.Guests(guests)
		results := gathered(t, h, guests, func(desk *booking.Desk, i int) (command.Result, error) {
			return desk.HoldSlot(ctx, people[i], ask(h.Key(), slots[i]), "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": guests}, tally(results))
		require.Equal(t, 1, transactions(h, guests))
		for i, r := range results {
			var owner uuid.UUID
			h.Scan(`SELECT customer_id FROM reservations WHERE id = $1`, []any{housetest.ID(t, r, ref.Reservation)}, &owner)
			require.Equal(t, *people[i].CustomerID, owner, "each has its own answer")
		}
		sound(t, h)
	})

	t.Run("the last five of a room, wanted by twelve", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		slot := h.Slot(h.Resource(inventory.Pooled, 5, 1, 5), 30*time.Hour, time.Hour)
		people := h.Guests(12)
		results := gathered(t, h, 12, func(desk *booking.Desk, i int) (command.Result, error) {
			return desk.HoldSlot(ctx, people[i], booking.HoldSlot{SlotIDs: ids(slot), PartySize: 1, Key: h.Key()}, "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": 5, string(problem.CapacityExceeded): 7}, tally(results))
		require.Equal(t, 1, transactions(h, 12))
		sound(t, h)
	})

	t.Run("one table, whose two evenings are too close to each other", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t, func(r *policy.Rules) { r.BufferAfter = time.Hour })
		table := h.Table()
		early, late := h.Slot(table, 30*time.Hour, time.Hour), h.Slot(table, 31*time.Hour, time.Hour)
		people := h.Guests(6)
		results := gathered(t, h, 6, func(desk *booking.Desk, i int) (command.Result, error) {
			return desk.HoldSlot(ctx, people[i], ask(h.Key(), []uuid.UUID{early, late}[i%2]), "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, string(problem.SlotOccupied): 5}, tally(results))
		sound(t, h)
	})

	t.Run("a customer who may have two", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t, func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 2 })
		guest := h.Guest("Greedy")
		var slots []uuid.UUID
		for range 5 {
			slots = append(slots, h.Evening())
		}
		results := gathered(t, h, 5, func(desk *booking.Desk, i int) (command.Result, error) {
			return desk.HoldSlot(ctx, guest, ask(h.Key(), slots[i]), "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": 2, string(problem.PolicyForbids): 3}, tally(results))
		require.Equal(t, 1, transactions(h, 5))
		sound(t, h)
	})

	t.Run("somebody new who is booked twice is one person", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		email := "twice@example.org"
		var slots []uuid.UUID
		for range 3 {
			slots = append(slots, h.Evening())
		}
		results := gathered(t, h, 3, func(desk *booking.Desk, i int) (command.Result, error) {
			in := ask(h.Key(), slots[i])
			in.Customer = &booking.Contact{Name: "Twice", Email: &email}
			return desk.HoldSlot(ctx, h.Staff, in, "test")
		})
		require.Equal(t, map[string]int{"COMMITTED": 3}, tally(results))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM customers WHERE email_key = $1`, email))
		sound(t, h)
	})

	t.Run("keys that are known already are replayed or refused", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		guest := h.Guest("Again")
		known, other := ask(h.Key(), h.Evening()), ask(h.Key(), h.Evening())
		first := housetest.Must(t)(h.Desk.HoldSlot(ctx, guest, known, "first"))
		mismatch := known
		mismatch.PartySize = 3
		results := gathered(t, h, 3, func(desk *booking.Desk, i int) (command.Result, error) {
			return desk.HoldSlot(ctx, []actor.Actor{guest, h.Guest("Else"), guest}[i], []booking.HoldSlot{known, other, other}[i], "test")
		})
		require.True(t, results[0].Replayed)
		require.Equal(t, first.Refs, results[0].Refs)
		require.Equal(t, 1, tally(results[1:])["COMMITTED"])
		require.Equal(t, 1, tally(results[1:])[string(problem.SlotOccupied)], "the same key of somebody else is another key")
		rejected(t, problem.IdempotencyMismatch)(h.Desk.HoldSlot(ctx, guest, mismatch, "test"))
		sound(t, h)
	})

	t.Run("a yes, a no and a new hold for what the no gives back", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		slot := h.Slot(h.Resource(inventory.Pooled, 2, 1, 2), 30*time.Hour, time.Hour)
		one, two, three := h.Guest("One"), h.Guest("Two"), h.Guest("Three")
		seat := func(by actor.Actor) uuid.UUID {
			return housetest.ID(t, housetest.Must(t)(hold(h, by, 1, slot)), ref.Reservation)
		}
		a, b := seat(one), seat(two)
		results := gathered(t, h, 3, func(desk *booking.Desk, i int) (command.Result, error) {
			switch i {
			case 0:
				return desk.ConfirmReservation(ctx, one, on(h, a, 1), "test")
			case 1:
				return desk.CancelReservation(ctx, two, on(h, b, 1), "OTHER", "test")
			default:
				return desk.HoldSlot(ctx, three, booking.HoldSlot{SlotIDs: ids(slot), PartySize: 1, Key: h.Key()}, "test")
			}
		})
		require.Equal(t, command.Committed, results[0].Outcome)
		require.Equal(t, command.Committed, results[1].Outcome)
		require.Contains(t, []problem.Code{"", problem.CapacityExceeded}, code(results[2]), "before the no, or behind it")
		require.Equal(t, "CONFIRMED", status(h, "reservations", a))
		require.Equal(t, "CANCELLED", status(h, "reservations", b))
		catchUp(t, h)
		sound(t, h)
	})

	t.Run("who cancels one and takes another at once is not told that two are too many", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t, func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 1 })
		guest, next := h.Guest("Changes"), h.Evening()
		old := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, h.Evening())), ref.Reservation)
		desk := deskOver(h.DB)
		gone := desk.Gather(t, h.Tenant, 2)
		first := make(chan error, 1)
		go func() {
			_, err := desk.CancelReservation(ctx, guest, on(h, old, 1), "OTHER", "test")
			first <- err
		}()
		desk.Awaits(t, h.Tenant, 1) // it stands before the other
		housetest.Must(t)(desk.HoldSlot(ctx, guest, ask(h.Key(), next), "test"))
		require.NoError(t, <-first)
		gone()
		catchUp(t, h)
		sound(t, h)
	})

	t.Run("whose offer is withdrawn comes before who holds another table at once", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		one, two := h.Evening(), h.Evening()
		var from, to time.Time
		h.Scan(`SELECT min(starts_at), max(ends_at) FROM slots`, nil, &from, &to)
		entry := housetest.ID(t, housetest.Must(t)(h.Desk.JoinWaitlist(ctx, h.Guest("Waits"),
			booking.JoinWaitlist{VenueID: ref.Encode(ref.Venue, h.Venue), PartySize: 2, From: from, To: to, Key: h.Key()}, "test")), ref.Entry)
		catchUp(t, h)
		var offered uuid.UUID
		h.Scan(`SELECT a.slot_id FROM offers o JOIN allocations a ON a.reservation_id = o.reservation_id WHERE o.entry_id = $1`, []any{entry}, &offered)
		other := two
		if offered == two {
			other = one
		}
		desk, offer := deskOver(h.DB), openOffer(t, h, entry)
		gone := desk.Gather(t, h.Tenant, 2)
		first := make(chan error, 1)
		go func() {
			_, err := desk.WithdrawOffer(ctx, h.Staff, booking.WithdrawOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: 1, Reason: "wrong table", Key: h.Key()}, "test")
			first <- err
		}()
		desk.Awaits(t, h.Tenant, 1)
		rejected(t, problem.SlotOccupied)(desk.HoldSlot(ctx, h.Guest("Outsider"), ask(h.Key(), other), "test"))
		require.NoError(t, <-first)
		gone()
		catchUp(t, h)
		sound(t, h)
	})

	t.Run("offers that many say yes to", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		var offers []uuid.UUID
		for i := range 6 {
			entry := join(t, h, h.Guest(fmt.Sprintf("Waits %d", i)), 2, h.Evening())
			catchUp(t, h)
			offers = append(offers, openOffer(t, h, entry))
		}
		results := gathered(t, h, 8, func(desk *booking.Desk, i int) (command.Result, error) {
			return desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, offers[i%6], 1), "test") // two of them twice
		})
		require.Equal(t, map[string]int{"COMMITTED": 6, string(problem.DecisionStale): 2}, tally(results))
		require.Equal(t, 6, h.Count(`SELECT count(*) FROM waitlist_entries WHERE status = 'FULFILLED'`))
		catchUp(t, h)
		sound(t, h)
	})

	t.Run("whoever stands behind a lock holds up nobody for good", func(t *testing.T) {
		t.Parallel()
		h := housetest.New(t)
		var slots []uuid.UUID
		for range 4 {
			slots = append(slots, h.Evening())
		}
		stuck, err := h.DB.SQL().BeginTx(ctx, nil)
		require.NoError(t, err)
		t.Cleanup(func() { _ = stuck.Rollback() })
		_, err = stuck.ExecContext(ctx, `SELECT set_config('role', 'slotq_app', true), set_config('app.tenant', $1, true)`, h.Tenant.String())
		require.NoError(t, err)
		_, err = stuck.ExecContext(ctx, `SELECT FROM slots WHERE id = $1 FOR UPDATE`, slots[0])
		require.NoError(t, err)

		desk := deskOver(h.DB)
		gone := desk.Gather(t, h.Tenant, 4)
		people := h.Guests(4)
		answers := make([]chan error, 4)
		for i := range 4 {
			answers[i] = make(chan error, 1)
			in := ask(h.Key(), slots[i])
			go func() {
				r, err := desk.HoldSlot(ctx, people[i], in, "test")
				if err == nil && r.Outcome != command.Committed {
					err = r.Problem
				}
				answers[i] <- err
			}()
		}
		gone()
		for i := 1; i < 4; i++ {
			require.NoError(t, <-answers[i])
		}
		require.ErrorIs(t, <-answers[0], problem.ErrUnavailable)
		require.NoError(t, stuck.Rollback())
		sound(t, h)
	})

	t.Run("a commit of unknown fate is looked up by each for itself", func(t *testing.T) {
		t.Parallel()
		for name, c := range map[string]struct {
			cut  housetest.Cut
			want map[string]int
		}{
			"it had happened":     {housetest.AfterCommit, map[string]int{"COMMITTED": 4}},
			"it had not happened": {housetest.BeforeCommit, map[string]int{"UNAVAILABLE": 4}},
		} {
			h := housetest.New(t)
			wire, pool := housetest.NewWire(t, h.DB)
			desk := deskOver(pool)
			var slots []uuid.UUID
			for range 4 {
				slots = append(slots, h.Evening())
			}
			people := h.Guests(4)
			gone := desk.Gather(t, h.Tenant, 4)
			wire.CutAt(c.cut)
			results := together(t, 4, func(i int) (command.Result, error) {
				r, err := desk.HoldSlot(ctx, people[i], ask(h.Key(), slots[i]), "test")
				if err != nil {
					require.ErrorIs(t, err, problem.ErrUnavailable)
					return command.Result{Outcome: "UNAVAILABLE"}, nil
				}
				return r, nil
			})
			gone()
			require.Equal(t, c.want, tally(results), name)
			for _, r := range results {
				require.False(t, r.Replayed)
			}
			require.Equal(t, c.want["COMMITTED"], h.Count(`SELECT count(*) FROM reservations`))
			sound(t, h)
		}
	})
}

// TestGroupsOfAllKinds: whatever comes together, in whatever order, leaves a sound house, and everybody was told the truth.
func TestGroupsOfAllKinds(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.MaxActiveReservationsPerCustomer = 4 })
	dice := rand.New(rand.NewPCG(11, 7)) //nolint:gosec // it is to be repeatable
	room := h.Resource(inventory.Pooled, 3, 1, 3)
	var slots []uuid.UUID
	for i := range 4 {
		slots = append(slots, h.Slot(room, time.Duration(30+i)*time.Hour, time.Hour), h.Evening())
	}
	people := h.Guests(6)
	held := map[uuid.UUID]actor.Actor{}
	for range 6 {
		type act func(*booking.Desk) (command.Result, error)
		var acts []act
		for id, owner := range held {
			if dice.IntN(2) == 0 {
				in := on(h, id, 1)
				if dice.IntN(2) == 0 {
					acts = append(acts, func(d *booking.Desk) (command.Result, error) { return d.ConfirmReservation(ctx, owner, in, "test") })
				} else {
					acts = append(acts, func(d *booking.Desk) (command.Result, error) {
						return d.CancelReservation(ctx, owner, in, "OTHER", "test")
					})
				}
			}
		}
		clear(held)
		for range 10 {
			by, slot := people[dice.IntN(len(people))], slots[dice.IntN(len(slots))]
			in := booking.HoldSlot{SlotIDs: ids(slot), PartySize: 1 + dice.IntN(2), Key: h.Key()}
			acts = append(acts, func(d *booking.Desk) (command.Result, error) { return d.HoldSlot(ctx, by, in, "test") })
		}
		results := gathered(t, h, len(acts), func(desk *booking.Desk, i int) (command.Result, error) { return acts[i](desk) })
		for _, r := range results {
			if r.Outcome == command.Committed && len(r.Refs) > 1 {
				id := housetest.ID(t, r, ref.Reservation)
				var owner uuid.UUID
				h.Scan(`SELECT customer_id FROM reservations WHERE id = $1`, []any{id}, &owner)
				for _, p := range people {
					if *p.CustomerID == owner && status(h, "reservations", id) == "HELD" {
						held[id] = p
					}
				}
			}
		}
		sound(t, h)
	}
	require.Less(t, h.Count(`SELECT count(DISTINCT xmin::text) FROM commands`), h.Count(`SELECT count(*) FROM commands`)/2, "they were done together")
}

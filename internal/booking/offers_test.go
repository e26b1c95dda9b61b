package booking_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/inventory"
	"github.com/slotq/slotq/internal/pgtest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

func byHand(h *housetest.House, entry uuid.UUID, version int, slots ...uuid.UUID) booking.OfferToEntry {
	return booking.OfferToEntry{EntryID: ref.Encode(ref.Entry, entry), SlotIDs: ids(slots...), ExpectedVersion: version, Reason: "regular guest", Key: h.Key()}
}

func decline(t *testing.T, h *housetest.House, offer uuid.UUID) {
	t.Helper()
	housetest.Must(t)(declining(h, offer, 1))
}

func declining(h *housetest.House, offer uuid.UUID, version int) (command.Result, error) {
	return h.Desk.DeclineOffer(ctx, h.Staff, booking.DeclineOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: version, ReasonCode: "OTHER", Key: h.Key()}, "test")
}

func withdrawing(h *housetest.House, offer uuid.UUID, version int) (command.Result, error) {
	return h.Desk.WithdrawOffer(ctx, h.Staff, booking.WithdrawOffer{OfferID: ref.Encode(ref.Offer, offer), ExpectedVersion: version, Reason: "wrong table", Key: h.Key()}, "test")
}

// TestOffers is about one table and one entry that has an open offer of it.
func TestOffers(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	offered := func(t *testing.T, change ...func(*policy.Rules)) (h *housetest.House, table, entry, offer uuid.UUID) {
		h = housetest.In(t, db, change...)
		table = h.Evening()
		entry = join(t, h, h.Guest("Waits"), 2, table)
		require.Equal(t, 1, catchUp(t, h), "who joins while a place is free is offered it at once")
		return h, table, entry, openOffer(t, h, entry)
	}

	t.Run("an offer, its hold and its entry have one deadline, within the policy and before the start", func(t *testing.T) {
		h, table, entry, offer := offered(t)
		require.Equal(t, 1, h.Count(`
			SELECT count(*) FROM offers o JOIN reservations r ON r.id = o.reservation_id JOIN waitlist_entries e ON e.id = o.entry_id
			WHERE o.id = $1 AND r.expires_at = o.expires_at AND e.offer_expires_at = o.expires_at AND o.expires_at = o.created_at + interval '15 minutes'
			  AND r.status = 'HELD' AND r.promotional AND e.status = 'OFFERED'`, offer))
		require.Equal(t, 1, taken(h, table))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM selections WHERE entry_id = $1 AND slot_id = $2 AND NOT override AND considered = 1 AND generation = 1`, entry, table))
		sound(t, h)
	})
	t.Run("withdrawn, its entry waits where it stood and isn't offered the place again by itself", func(t *testing.T) {
		h, table, entry, offer := offered(t)
		behind := join(t, h, h.Guest("Behind"), 2, table)
		housetest.Must(t)(withdrawing(h, offer, 1))
		require.Equal(t, "WITHDRAWN", status(h, "offers", offer))
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
		require.Equal(t, 1, h.Count(`SELECT (joined_at = created_at)::int FROM waitlist_entries WHERE id = $1`, entry))
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", behind))
		require.Equal(t, 1, h.Count(`SELECT jsonb_array_length(skipped) FROM selections WHERE entry_id = $1`, behind), "that the other was passed by is on record")
		sound(t, h)
	})
	t.Run("withdrawn with nobody behind, the place is anybody's", func(t *testing.T) {
		h, table, _, offer := offered(t)
		housetest.Must(t)(withdrawing(h, offer, 1))
		catchUp(t, h)
		require.Zero(t, taken(h, table))
		housetest.Must(t)(hold(h, h.Guest("Outsider"), 2, table))
		sound(t, h)
	})
	t.Run("withdrawn, staff may still offer the place by hand", func(t *testing.T) {
		h, table, entry, offer := offered(t)
		housetest.Must(t)(withdrawing(h, offer, 1))
		housetest.Must(t)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, entry, 3, table), "test"))
		sound(t, h)
	})
	t.Run("leaving while offered ends the offer and the hold with the entry", func(t *testing.T) {
		h, table, entry, offer := offered(t)
		behind := join(t, h, h.Guest("Behind"), 2, table)
		housetest.Must(t)(leave(h, h.Staff, entry, 2))
		require.Equal(t, "WITHDRAWN", status(h, "offers", offer))
		require.Equal(t, "CANCELLED", status(h, "waitlist_entries", entry))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE promotional AND status = 'CANCELLED'`))
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", behind))
		rejected(t, problem.DecisionStale)(h.Desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, offer, 1), "test"))
		rejected(t, problem.IllegalTransition)(h.Desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, offer, 2), "test"))
		sound(t, h)
	})
	t.Run("an accepted offer never revives", func(t *testing.T) {
		h, table, _, offer := offered(t)
		behind := join(t, h, h.Guest("Behind"), 2, table)
		r := housetest.Must(t)(h.Desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, offer, 1), "test"))
		cancel(t, h, h.Staff, housetest.ID(t, r, ref.Reservation), 2)
		catchUp(t, h)
		require.Equal(t, "ACCEPTED", status(h, "offers", offer))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", behind))
		lapse(h, openOffer(t, h, behind))
		catchUp(t, h)
		require.Equal(t, "ACCEPTED", status(h, "offers", offer), "nor does its old deadline mean anything")
		sound(t, h)
	})
	t.Run("decided by two at once, one decides", func(t *testing.T) {
		h, _, _, offer := offered(t)
		acts := []func() (command.Result, error){
			func() (command.Result, error) {
				return h.Desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, offer, 1), "test")
			},
			func() (command.Result, error) { return declining(h, offer, 1) },
			func() (command.Result, error) { return withdrawing(h, offer, 1) },
		}
		results := together(t, 12, func(i int) (command.Result, error) { return acts[i%3]() })
		require.Equal(t, map[string]int{"COMMITTED": 1, "DECISION_STALE": 11}, tally(results))
		catchUp(t, h)
		sound(t, h)
	})
	t.Run("duplicate notes of one release make one offer", func(t *testing.T) {
		h, table, _, offer := offered(t)
		behind := join(t, h, h.Guest("Behind"), 2, table)
		decline(t, h, offer)
		for range 3 {
			h.Exec(`INSERT INTO vacancies (id, tenant_id, venue_id, slot_id, cause, created_at) VALUES (gen_random_uuid(), $1, $2, $3, 'again', clock_timestamp())`, h.Tenant, h.Venue, table)
		}
		together(t, 4, func(int) (command.Result, error) {
			_, err := h.Desk.CatchUp(ctx, h.Tenant)
			return command.Result{}, err
		})
		catchUp(t, h)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM offers WHERE status = 'OFFERED'`))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM offers`))
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", behind))
		require.Zero(t, h.Count(`SELECT count(*) FROM vacancies`))
		sound(t, h)
	})
	t.Run("a slot that has begun is offered to nobody", func(t *testing.T) {
		h, table, _, offer := offered(t)
		join(t, h, h.Guest("Behind"), 2, table)
		decline(t, h, offer)
		h.Rewind("slots", "starts_at", table)
		catchUp(t, h)
		require.Zero(t, h.Count(`SELECT count(*) FROM offers WHERE status = 'OFFERED'`))
		require.Zero(t, h.Count(`SELECT count(*) FROM vacancies`))
	})
	t.Run("a slot inside the lead time is offered to nobody", func(t *testing.T) {
		h, table, _, offer := offered(t, func(r *policy.Rules) { r.LeadTime = time.Hour })
		join(t, h, h.Guest("Behind"), 2, table)
		decline(t, h, offer)
		h.Deadline("slots", "starts_at", table, time.Hour-time.Second)
		catchUp(t, h)
		require.Zero(t, h.Count(`SELECT count(*) FROM offers WHERE status = 'OFFERED'`))
	})
}

// TestOfferByHand: staff pass the queue's order, and nothing else.
func TestOfferByHand(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Evening()
	booked := confirmed(t, h, h.Guest("Owner"), 2, table)
	first, second := join(t, h, h.Guest("First"), 2, table), join(t, h, h.Guest("Second"), 2, table)

	t.Run("not what somebody has", func(t *testing.T) {
		rejected(t, problem.SlotOccupied)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, second, 1, table), "test"))
	})
	t.Run("not a place that the party doesn't suit, that is closed or has begun", func(t *testing.T) {
		large := h.Slot(h.Resource(inventory.Pooled, 9, 5, 9), 30*time.Hour, time.Hour)
		rejected(t, problem.PartyTooSmall)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, second, 1, large), "test"))
		begun := h.Slot(h.Table(), -time.Minute, time.Hour)
		rejected(t, problem.OutsideBookingWindow)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, second, 1, begun), "test"))
		shut := h.Table()
		closed := h.Slot(shut, 30*time.Hour, time.Hour)
		h.Exec(`UPDATE resources SET active = false, version = version + 1 WHERE id = $1`, shut)
		rejected(t, problem.ResourceClosed)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, second, 1, closed), "test"))
	})
	t.Run("not at an old version, not without a reason, not by a guest", func(t *testing.T) {
		rejected(t, problem.VersionStale)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, second, 2, h.Evening()), "test"))
		mute := byHand(h, second, 1, table)
		mute.Reason = " "
		_, err := h.Desk.OfferToEntry(ctx, h.Staff, mute, "test")
		var invalid *problem.Invalid
		require.ErrorAs(t, err, &invalid)
		_, err = h.Desk.OfferToEntry(ctx, h.Guest("Cheeky"), byHand(h, second, 1, table), "test")
		require.ErrorIs(t, err, problem.ErrForbidden)
	})
	t.Run("past the one who is next, with the reason on record", func(t *testing.T) {
		cancel(t, h, h.Staff, booked, 2)
		r := housetest.Must(t)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, second, 1, table), "test"))
		offer := housetest.ID(t, r, ref.Offer)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", second))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM selections WHERE entry_id = $1 AND override AND reason = 'regular guest'`, second))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'offerToEntry' AND outcome = 'COMMITTED' AND reason = 'regular guest'`))
		rejected(t, problem.IllegalTransition)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, second, 2, h.Evening()), "test"))
		catchUp(t, h)
		require.Equal(t, "WAITING", status(h, "waitlist_entries", first))
		decline(t, h, offer)
		catchUp(t, h)
		require.Equal(t, "OFFERED", status(h, "waitlist_entries", first))
	})
	t.Run("several slots at once", func(t *testing.T) {
		a, b := h.Evening(), h.Evening()
		entry := join(t, h, h.Guest("Both"), 3, h.Slot(h.Table(), 90*time.Hour, time.Hour))
		housetest.Must(t)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, entry, 1, a, b), "test"))
		require.Equal(t, 2, taken(h, a)+taken(h, b))
		housetest.Must(t)(h.Desk.ConfirmOffer(ctx, h.Staff, confirmOffer(h, openOffer(t, h, entry), 1), "test"))
	})
	t.Run("what a lapsed hold keeps", func(t *testing.T) {
		slot, other := h.Evening(), h.Evening()
		old := lapsedHold(t, h, 2, slot, other)
		entry := join(t, h, h.Guest("Lucky"), 2, h.Slot(h.Table(), 95*time.Hour, time.Hour))
		housetest.Must(t)(h.Desk.OfferToEntry(ctx, h.Staff, byHand(h, entry, 1, slot), "test"))
		require.Equal(t, "EXPIRED", status(h, "reservations", old))
	})
	catchUp(t, h)
	sound(t, h)
}

// TestPromotionOff: the notes are kept, and looked at once when promotion is turned on.
func TestPromotionOff(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.AutoPromote = false })
	table, other := h.Evening(), h.Evening()
	booked := confirmed(t, h, h.Guest("Owner"), 2, table)
	late := lapsedHold(t, h, 2, other)
	first := join(t, h, h.Guest("First"), 2, table)
	cancel(t, h, h.Staff, booked, 2)

	require.Equal(t, 1, catchUp(t, h), "what is over is recorded all the same")
	require.Equal(t, "EXPIRED", status(h, "reservations", late))
	require.Zero(t, h.Count(`SELECT count(*) FROM offers`))
	notes := h.Count(`SELECT count(*) FROM vacancies`)
	require.Positive(t, notes)
	require.Zero(t, catchUp(t, h))
	require.Equal(t, notes, h.Count(`SELECT count(*) FROM vacancies`))
	housetest.Must(t)(hold(h, h.Guest("Outsider"), 2, other))

	h.Activate(uuid.New(), 2)
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", first))
	require.Zero(t, h.Count(`SELECT count(*) FROM vacancies`))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM offers`))
	sound(t, h)
}

// TestPromotionTurnedOffMeanwhile: a note that is being looked at when promotion is turned off isn't lost.
func TestPromotionTurnedOffMeanwhile(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Evening()
	booked := confirmed(t, h, h.Guest("Owner"), 2, table)
	entry := join(t, h, h.Guest("Waits"), 2, table)
	catchUp(t, h)
	cancel(t, h, h.Staff, booked, 2)

	off := sync.OnceFunc(func() { h.Activate(uuid.New(), 2, func(r *policy.Rules) { r.AutoPromote = false }) })
	offers, err := quietDesk(afterClaim{store.NewDatabase(h.DB), off}).DrainVacancies(ctx, h.Tenant)
	require.NoError(t, err)
	require.Zero(t, offers)
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM vacancies`))

	h.Activate(uuid.New(), 3)
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	sound(t, h)
}

// afterClaim is a database in which something happens between the claim of a note and the look at its slot.
type afterClaim struct {
	booking.Database
	happens func()
}

func (d afterClaim) Routine(ctx context.Context, tenant uuid.UUID, fn func(context.Context, booking.Tx) error) error {
	return d.Database.Routine(ctx, tenant, func(ctx context.Context, tx booking.Tx) error {
		return fn(ctx, claiming{tx, d.happens})
	})
}

type claiming struct {
	booking.Tx
	happens func()
}

func (c claiming) ClaimVacancy(ctx context.Context, passed []uuid.UUID, singles bool) (*booking.Vacancy, error) {
	v, err := c.Tx.ClaimVacancy(ctx, passed, singles)
	if v != nil {
		c.happens()
	}
	return v, err
}

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
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/waitlist"
)

func grant(h *housetest.House, customer uuid.UUID, kind waitlist.AdjustmentKind, amount int) booking.GrantAdjustment {
	return booking.GrantAdjustment{
		VenueID: ref.Encode(ref.Venue, h.Venue), CustomerID: ref.Encode(ref.Customer, customer), Kind: kind, Amount: &amount, Reason: "made up for", Key: h.Key(),
	}
}

// granted gives a guest an adjustment.
func granted(t *testing.T, h *housetest.House, guest actor.Actor, kind waitlist.AdjustmentKind, amount int) uuid.UUID {
	t.Helper()
	return housetest.ID(t, housetest.Must(t)(h.Desk.GrantAdjustment(ctx, h.Admin, grant(h, *guest.CustomerID, kind, amount), "test")), ref.Adjustment)
}

func revoking(h *housetest.House, by actor.Actor, id uuid.UUID, version int) (command.Result, error) {
	return h.Desk.RevokeAdjustment(ctx, by, booking.RevokeAdjustment{AdjustmentID: ref.Encode(ref.Adjustment, id), ExpectedVersion: version, Reason: "settled", Key: h.Key()}, "test")
}

func TestGrantAdjustment(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Guest")
	customer := *guest.CustomerID
	t.Run("it stands as it was granted, once", func(t *testing.T) {
		in := grant(h, customer, waitlist.RecoveryCredit, 50)
		in.Reason, in.ExpiresAt = "  the table wobbled ", of(time.Now().Add(time.Hour))
		r := housetest.Must(t)(h.Desk.GrantAdjustment(ctx, h.Admin, in, "test"))
		id := housetest.ID(t, r, ref.Adjustment)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM adjustments WHERE id = $1 AND venue_id = $2 AND customer_id = $3 AND kind = 'RECOVERY_CREDIT' AND amount = 50
			AND reason = 'the table wobbled' AND granted_by = 'ADMIN Ada' AND expires_at = $4 AND revoked_at IS NULL AND version = 1`, id, h.Venue, customer, in.ExpiresAt.Truncate(time.Microsecond)))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'adjustment.granted' AND entity_version = 1 AND customer_id = $2`, id, customer))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE subject = $1 AND reason = 'the table wobbled'`, ref.Encode(ref.Adjustment, id)))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM vacancies WHERE cause = 'adjustment.granted'`))

		again := housetest.Must(t)(h.Desk.GrantAdjustment(ctx, h.Admin, in, "test"))
		require.True(t, again.Replayed)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM adjustments`))
		in.Amount = of(51)
		rejected(t, problem.IdempotencyMismatch)(h.Desk.GrantAdjustment(ctx, h.Admin, in, "test"))
	})
	t.Run("nothing said is no amount", func(t *testing.T) {
		in := grant(h, customer, waitlist.ExcludeAutomaticOffer, 0)
		in.Amount = nil
		housetest.Must(t)(h.Desk.GrantAdjustment(ctx, h.Admin, in, "test"))
		in.Amount = of(0)
		require.True(t, housetest.Must(t)(h.Desk.GrantAdjustment(ctx, h.Admin, in, "test")).Replayed)
	})
	t.Run("what can't be is named", func(t *testing.T) {
		before := h.Count(`SELECT count(*) FROM adjustments`)
		for field, change := range map[string]func(*booking.GrantAdjustment){
			"amount":    func(in *booking.GrantAdjustment) { in.Amount = of(10001) },
			"kind":      func(in *booking.GrantAdjustment) { in.Kind = "GIFT" },
			"reason":    func(in *booking.GrantAdjustment) { in.Reason = "  " },
			"expiresAt": func(in *booking.GrantAdjustment) { in.ExpiresAt = of(time.Now().Add(-time.Second)) },
		} {
			in := grant(h, customer, waitlist.Benefit, 1)
			change(&in)
			_, err := h.Desk.GrantAdjustment(ctx, h.Admin, in, "test")
			var invalid *problem.Invalid
			require.ErrorAs(t, err, &invalid, field)
			require.Equal(t, field, invalid.Field)
		}
		in := grant(h, customer, waitlist.ExcludeAutomaticOffer, 1)
		_, err := h.Desk.GrantAdjustment(ctx, h.Admin, in, "test")
		require.Error(t, err, "a restriction has no amount")
		require.Equal(t, before, h.Count(`SELECT count(*) FROM adjustments`))
	})
	t.Run("one answer for all that can't be referred to", func(t *testing.T) {
		neighbour := housetest.In(t, h.DB)
		limited := h.Admin
		limited.VenueIDs = []uuid.UUID{h.SecondVenue().Venue}
		in := grant(h, customer, waitlist.Benefit, 1)
		rejected(t, problem.ReferenceNotFound)(h.Desk.GrantAdjustment(ctx, limited, in, "test"))
		rejected(t, problem.ReferenceNotFound)(h.Desk.GrantAdjustment(ctx, neighbour.Admin, in, "test"))
		for _, stranger := range []uuid.UUID{uuid.New(), *neighbour.Guest("Stranger").CustomerID} {
			rejected(t, problem.ReferenceNotFound)(h.Desk.GrantAdjustment(ctx, h.Admin, grant(h, stranger, waitlist.Benefit, 1), "test"))
		}
		in.VenueID = ref.Encode(ref.Venue, uuid.New())
		rejected(t, problem.ReferenceNotFound)(h.Desk.GrantAdjustment(ctx, h.Admin, in, "test"))
		in = grant(h, customer, waitlist.Benefit, 1)
		in.CustomerID = ref.Encode(ref.Venue, customer)
		rejected(t, problem.ReferenceNotFound)(h.Desk.GrantAdjustment(ctx, h.Admin, in, "test"))
	})
	t.Run("only admins grant and revoke", func(t *testing.T) {
		for _, by := range []actor.Actor{h.Staff, guest, h.Person(actor.Agent, "Agent")} {
			_, err := h.Desk.GrantAdjustment(ctx, by, grant(h, customer, waitlist.Benefit, 1), "test")
			require.ErrorIs(t, err, problem.ErrForbidden)
			_, err = revoking(h, by, uuid.New(), 1)
			require.ErrorIs(t, err, problem.ErrForbidden)
		}
	})
}

// TestAdjustmentsAreCounted: grants at once, around the most that one customer may have.
func TestAdjustmentsAreCounted(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Guest")
	h.Exec(`INSERT INTO adjustments (id, tenant_id, venue_id, customer_id, kind, amount, reason, granted_by, created_at)
		SELECT gen_random_uuid(), $1, $2, $3, 'BENEFIT', 1, 'many', 'test', clock_timestamp() FROM generate_series(1, 97)`, h.Tenant, h.Venue, *guest.CustomerID)
	results := together(t, 6, func(int) (command.Result, error) {
		return h.Desk.GrantAdjustment(ctx, h.Admin, grant(h, *guest.CustomerID, waitlist.Benefit, 1), "test")
	})
	require.Equal(t, map[string]int{"COMMITTED": 3, "POLICY_FORBIDS": 3}, tally(results))
	t.Run("those that are over make room", func(t *testing.T) {
		var id uuid.UUID
		h.Scan(`SELECT id FROM adjustments LIMIT 1`, nil, &id)
		housetest.Must(t)(revoking(h, h.Admin, id, 1))
		granted(t, h, guest, waitlist.Benefit, 1)
	})
	t.Run("and so has another customer", func(t *testing.T) { granted(t, h, h.Guest("Other"), waitlist.Benefit, 1) })
}

func TestRevokeAdjustment(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	guest := h.Guest("Guest")
	id := granted(t, h, guest, waitlist.Benefit, 5)
	t.Run("one answer for all that can't be referred to", func(t *testing.T) {
		limited := h.Admin
		limited.VenueIDs = []uuid.UUID{h.SecondVenue().Venue}
		rejected(t, problem.ReferenceNotFound)(revoking(h, limited, id, 1))
		rejected(t, problem.ReferenceNotFound)(revoking(h, housetest.In(t, h.DB).Admin, id, 1))
		rejected(t, problem.ReferenceNotFound)(revoking(h, h.Admin, uuid.New(), 1))
	})
	t.Run("it is taken back, once", func(t *testing.T) {
		rejected(t, problem.VersionStale)(revoking(h, h.Admin, id, 2))
		in := booking.RevokeAdjustment{AdjustmentID: ref.Encode(ref.Adjustment, id), ExpectedVersion: 1, Reason: "a mistake", Key: h.Key()}
		housetest.Must(t)(h.Desk.RevokeAdjustment(ctx, h.Admin, in, "test"))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM adjustments WHERE id = $1 AND version = 2 AND revoked_at IS NOT NULL AND revoke_reason = 'a mistake' AND reason = 'made up for'`, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'adjustment.revoked' AND entity_version = 2 AND customer_id = $2`, id, *guest.CustomerID))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM vacancies WHERE cause = 'adjustment.revoked'`))
		require.True(t, housetest.Must(t)(h.Desk.RevokeAdjustment(ctx, h.Admin, in, "test")).Replayed)
		rejected(t, problem.VersionStale)(revoking(h, h.Admin, id, 1))
		rejected(t, problem.IllegalTransition)(revoking(h, h.Admin, id, 2))
	})
	t.Run("not when it has ended by itself", func(t *testing.T) {
		over := granted(t, h, guest, waitlist.Benefit, 5)
		h.Deadline("adjustments", "expires_at", over, 0)
		rejected(t, problem.IllegalTransition)(revoking(h, h.Admin, over, 1))
	})
	t.Run("many at once revoke it once", func(t *testing.T) {
		id := granted(t, h, guest, waitlist.Benefit, 5)
		results := together(t, 6, func(int) (command.Result, error) { return revoking(h, h.Admin, id, 1) })
		require.Equal(t, map[string]int{"COMMITTED": 1, "VERSION_STALE": 5}, tally(results))
	})
	t.Run("a reason must say something", func(t *testing.T) {
		_, err := h.Desk.RevokeAdjustment(ctx, h.Admin, booking.RevokeAdjustment{AdjustmentID: ref.Encode(ref.Adjustment, id), ExpectedVersion: 1, Reason: " ", Key: h.Key()}, "test")
		var invalid *problem.Invalid
		require.ErrorAs(t, err, &invalid)
	})
}

func prioritizing(h *housetest.House, by actor.Actor, entry uuid.UUID, version, priority int) (command.Result, error) {
	return h.Desk.PrioritizeEntry(ctx, by, booking.PrioritizeEntry{EntryID: ref.Encode(ref.Entry, entry), Priority: priority, Reason: "a regular", ExpectedVersion: version, Key: h.Key()}, "test")
}

func TestPrioritizeEntry(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	table := h.Evening()
	confirmed(t, h, h.Guest("Before"), 2, table)
	guest := h.Guest("Waits")
	entry := join(t, h, guest, 2, table)
	t.Run("it is kept with the entry, and told", func(t *testing.T) {
		r := housetest.Must(t)(prioritizing(h, h.Staff, entry, 1, 100))
		require.Equal(t, entry, housetest.ID(t, r, ref.Entry))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM waitlist_entries WHERE id = $1 AND priority = 100 AND version = 2 AND status = 'WAITING'`, entry))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'waitlist.prioritized' AND entity_version = 2`, entry))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE operation = 'prioritizeEntry' AND reason = 'a regular'`))
		rejected(t, problem.VersionStale)(prioritizing(h, h.Staff, entry, 1, 50))
		housetest.Must(t)(prioritizing(h, h.Staff, entry, 2, 0))
	})
	t.Run("what can't be is named", func(t *testing.T) {
		for _, priority := range []int{-1, 101} {
			_, err := prioritizing(h, h.Staff, entry, 3, priority)
			var invalid *problem.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, "priority", invalid.Field)
		}
	})
	t.Run("not to everybody", func(t *testing.T) {
		_, err := prioritizing(h, guest, entry, 3, 1)
		require.ErrorIs(t, err, problem.ErrForbidden)
		limited := h.Staff
		limited.VenueIDs = []uuid.UUID{h.SecondVenue().Venue}
		rejected(t, problem.ReferenceNotFound)(prioritizing(h, limited, entry, 3, 1))
		rejected(t, problem.ReferenceNotFound)(prioritizing(h, housetest.In(t, h.DB).Staff, entry, 3, 1))
	})
	t.Run("not what waits for nothing any more", func(t *testing.T) {
		housetest.Must(t)(leave(h, guest, entry, 3))
		rejected(t, problem.IllegalTransition)(prioritizing(h, h.Staff, entry, 4, 1))
	})
	catchUp(t, h)
	sound(t, h)
}

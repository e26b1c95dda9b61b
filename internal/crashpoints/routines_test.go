package crashpoints_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/postgres"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
	"github.com/slotq/slotq/internal/store"
)

// round is one round of something that the program does by itself, over a pool.
type round func(db *postgres.DB) error

// did is a round of the desk.
func did[T any](routine func(d *booking.Desk) (T, error)) round {
	return func(db *postgres.DB) error {
		_, err := routine(deskOver(db))
		return err
	}
}

func lapsing(h *housetest.House, hold uuid.UUID) round {
	h.RunOut(hold)
	return did(func(d *booking.Desk) (bool, error) { return d.LapseHold(ctx, h.Tenant, hold) })
}

// routines are what the program does by itself, each with a house up to the moment in which it is due.
var routines = map[string]func(t *testing.T, h *housetest.House) round{
	"a hold is over": func(t *testing.T, h *housetest.House) round {
		slot := h.Evening()
		late := held(t, h, h.Guest("Late"), slot)
		waiting(t, h, slot)
		return lapsing(h, late)
	},
	"an offer is over": func(t *testing.T, h *housetest.House) round {
		_, offer := offered(t, h)
		return lapsing(h, backing(h, offer))
	},
	"promotion": func(t *testing.T, h *housetest.House) round {
		slot, guest := h.Evening(), h.Guest("Owner")
		booked := confirmed(t, h, guest, slot)
		waiting(t, h, slot)
		waiting(t, h, slot)
		catchUp(t, h)
		housetest.Must(t)(h.Desk.CancelReservation(ctx, guest, on(h, booked, 2), "CUSTOMER_REQUEST", "test"))
		return did(func(d *booking.Desk) (int, error) { return d.DrainVacancies(ctx, h.Tenant) })
	},
	"a whole round: a hold is over, and its place is offered to somebody who waits": func(t *testing.T, h *housetest.House) round {
		slot := h.Evening()
		late := held(t, h, h.Guest("Late"), slot)
		waiting(t, h, slot)
		catchUp(t, h)
		h.RunOut(late)
		return did(func(d *booking.Desk) (int, error) { return d.CatchUp(ctx, h.Tenant) })
	},
	"an entry's time is over": func(t *testing.T, h *housetest.House) round {
		slot := h.Evening()
		confirmed(t, h, h.Guest("Owner"), slot)
		entry := waiting(t, h, slot)
		h.Deadline("waitlist_entries", "from_at", entry, -2*time.Hour)
		h.Rewind("waitlist_entries", "to_at", entry)
		return did(func(d *booking.Desk) (bool, error) { return d.ExpireEntry(ctx, h.Tenant, entry) })
	},
	"an approval is over": func(t *testing.T, h *housetest.House) round {
		r := housetest.Must(t)(preparing(h, agentOf(h, h.Guest("Do")), h.Evening())(h.Desk))
		approval := housetest.ID(t, r, ref.Approval)
		h.Deadline("approvals", "expires_at", approval, 0)
		return did(func(d *booking.Desk) (bool, error) { return d.ExpireApproval(ctx, h.Tenant, approval) })
	},
	"a policy's time has come": func(t *testing.T, h *housetest.House) round {
		ttl := time.Hour
		draft := booking.DraftPolicy{VenueID: ref.Encode(ref.Venue, h.Venue), Rules: policy.RulesDraft{HoldTTL: &ttl}, Key: h.Key()}
		made := housetest.ID(t, housetest.Must(t)(h.Desk.DraftPolicy(ctx, h.Admin, draft, "test")), ref.PolicyVersion)
		ahead := time.Now().Add(time.Hour)
		in := booking.ActivatePolicy{PolicyVersionID: ref.Encode(ref.PolicyVersion, made), At: &ahead, ExpectedVersion: 1, Key: h.Key()}
		housetest.Must(t)(h.Desk.ActivatePolicy(ctx, h.Admin, in, "test"))
		h.Rewind("policy_versions", "activates_at", made)
		return did(func(d *booking.Desk) (bool, error) { return d.ActivateDue(ctx, h.Tenant, h.Venue) })
	},
	"events are numbered": func(t *testing.T, h *housetest.House) round {
		confirmed(t, h, h.Guest("Ahn"), h.Evening())
		return func(db *postgres.DB) error {
			_, _, err := store.NewFeedLog(db).Number(ctx, h.Tenant)
			return err
		}
	},
	"the audit is sealed": func(t *testing.T, h *housetest.House) round {
		confirmed(t, h, h.Guest("Ahn"), h.Evening())
		return func(db *postgres.DB) error {
			_, err := store.NewFeedLog(db).Seal(ctx, h.Tenant)
			return err
		}
	},
}

func catchUp(t *testing.T, h *housetest.House) {
	t.Helper()
	_, err := h.Desk.CatchUp(ctx, h.Tenant)
	require.NoError(t, err)
}

// TestRoutines: wherever the line breaks under what the program does by itself, the next round brings everything to where one
// whole round would have brought it, once.
func TestRoutines(t *testing.T) {
	t.Parallel()
	for what, begin := range routines {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			newTown(t).everyBreakOf(t, begin)
		})
	}
}

// everyBreakOf holds a round for every way in which the line can break, and then one over a line that is whole.
func (w *town) everyBreakOf(t *testing.T, begin func(*testing.T, *housetest.House) round) {
	t.Helper()
	once := begin(t, w.fresh(t))
	before := w.ledger.count(t, w.Tenant)
	w.line.Count()
	require.NoError(t, once(w.weak))
	passed, changed := w.line.Passed(), change(before, w.ledger.count(t, w.Tenant))
	require.NotEmpty(t, changed)

	for _, b := range breaks(passed) {
		where := name(b, passed)
		once := begin(t, w.fresh(t))
		before := w.ledger.count(t, w.Tenant)
		w.line.BreakAt(b)
		if err := once(w.weak); err != nil {
			unknown := errors.Is(err, booking.ErrCommitUnknown)
			require.True(t, unknown || errors.Is(err, problem.ErrUnavailable), "%s: %v", where, err)
		}
		require.True(t, w.line.Broke(), "%s: the line never broke", where)
		w.line.Settle()
		require.NoError(t, once(w.DB), where)
		require.Equal(t, changed, change(before, w.ledger.count(t, w.Tenant)), "%s: what is there afterwards", where)
		require.NoError(t, once(w.DB), where)
		require.Equal(t, changed, change(before, w.ledger.count(t, w.Tenant)), "%s: one more round does nothing", where)
		w.unlocked(t, where)
	}
	w.sound(t)
}

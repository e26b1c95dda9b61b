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
	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/ref"
)

func activating(h *housetest.House, by actor.Actor, id uuid.UUID, version int, at *time.Time) (command.Result, error) {
	return h.Desk.ActivatePolicy(ctx, by, booking.ActivatePolicy{PolicyVersionID: ref.Encode(ref.PolicyVersion, id), At: at, ExpectedVersion: version, Key: h.Key()}, "test")
}

// enforce drafts rules and puts them in force now.
func enforce(t *testing.T, h *housetest.House, rules policy.RulesDraft) uuid.UUID {
	t.Helper()
	id := drafted(t, h, rules)
	housetest.Must(t)(activating(h, h.Admin, id, 1, nil))
	return id
}

// planned is a draft that shall come into force so long from now.
func planned(t *testing.T, h *housetest.House, in time.Duration) uuid.UUID {
	t.Helper()
	id := drafted(t, h, policy.RulesDraft{})
	housetest.Must(t)(activating(h, h.Admin, id, 1, of(time.Now().Add(time.Hour))))
	h.Deadline("policy_versions", "activates_at", id, in)
	return id
}

func inForce(h *housetest.House) (id uuid.UUID) {
	h.Scan(`SELECT id FROM policy_versions WHERE venue_id = $1 AND status = 'ACTIVE'`, []any{h.Venue}, &id)
	return id
}

func TestActivatePolicy(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	first := h.Policy
	t.Run("a draft comes into force and the version before it is retired", func(t *testing.T) {
		id := drafted(t, h, policy.RulesDraft{})
		in := booking.ActivatePolicy{PolicyVersionID: ref.Encode(ref.PolicyVersion, id), ExpectedVersion: 1, Key: h.Key()}
		r := housetest.Must(t)(h.Desk.ActivatePolicy(ctx, h.Admin, in, "test"))
		require.Equal(t, id, housetest.ID(t, r, ref.PolicyVersion))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM policy_versions WHERE id = $1 AND status = 'ACTIVE' AND version = 2 AND activated_at IS NOT NULL`, id))
		require.Equal(t, "RETIRED", status(h, "policy_versions", first))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'policy.activated' AND entity_version = 2`, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'policy.retired' AND entity_version = 3`, first))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM vacancies WHERE cause = 'policy.activated' AND slot_id IS NULL AND resource_id IS NULL`))

		again := housetest.Must(t)(h.Desk.ActivatePolicy(ctx, h.Admin, in, "test"))
		require.True(t, again.Replayed)
		in.At = of(time.Now())
		rejected(t, problem.IdempotencyMismatch)(h.Desk.ActivatePolicy(ctx, h.Admin, in, "test"))

		r = rejected(t, problem.VersionStale)(activating(h, h.Admin, id, 1, nil))
		require.Equal(t, 2, *r.Problem.CurrentVersion)
		rejected(t, problem.IllegalTransition)(activating(h, h.Admin, id, 2, nil))
		rejected(t, problem.IllegalTransition)(activating(h, h.Admin, first, 3, nil))
		rejected(t, problem.IllegalTransition)(activating(h, h.Admin, first, 3, of(time.Now().Add(time.Hour))))
	})
	t.Run("a time that isn't ahead is now", func(t *testing.T) {
		id := drafted(t, h, policy.RulesDraft{})
		housetest.Must(t)(activating(h, h.Admin, id, 1, of(time.Now().Add(-time.Hour))))
		require.Equal(t, id, inForce(h))
	})
	t.Run("one answer for all that can't be referred to", func(t *testing.T) {
		id, neighbour := drafted(t, h, policy.RulesDraft{}), housetest.In(t, h.DB)
		limited := h.Admin
		limited.VenueIDs = []uuid.UUID{h.SecondVenue().Venue}
		rejected(t, problem.ReferenceNotFound)(activating(h, limited, id, 1, nil))
		rejected(t, problem.ReferenceNotFound)(activating(h, neighbour.Admin, id, 1, nil))
		rejected(t, problem.ReferenceNotFound)(activating(h, h.Admin, uuid.New(), 1, nil))
		rejected(t, problem.ReferenceNotFound)(h.Desk.ActivatePolicy(ctx, h.Admin, booking.ActivatePolicy{PolicyVersionID: ref.Encode(ref.Venue, id), ExpectedVersion: 1, Key: h.Key()}, "test"))
	})
	t.Run("only admins activate, and they say what they read", func(t *testing.T) {
		id := drafted(t, h, policy.RulesDraft{})
		_, err := activating(h, h.Staff, id, 1, nil)
		require.ErrorIs(t, err, problem.ErrForbidden)
		_, err = activating(h, h.Admin, id, 0, nil)
		var invalid *problem.Invalid
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, "expectedVersion", invalid.Field)
	})
	catchUp(t, h)
	sound(t, h)
}

func TestPlannedPolicies(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	t.Run("a plan waits for its time", func(t *testing.T) {
		id, at := drafted(t, h, policy.RulesDraft{}), time.Now().Add(time.Hour).Truncate(time.Microsecond)
		housetest.Must(t)(activating(h, h.Admin, id, 1, &at))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM policy_versions WHERE id = $1 AND status = 'DRAFT' AND version = 2 AND activates_at = $2`, id, at))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'policy.planned' AND entity_version = 2`, id))
		catchUp(t, h)
		require.Equal(t, h.Policy, inForce(h))

		t.Run("and may be given another", func(t *testing.T) {
			at = at.Add(time.Hour)
			housetest.Must(t)(activating(h, h.Admin, id, 2, &at))
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM policy_versions WHERE id = $1 AND version = 3 AND activates_at = $2`, id, at))
		})
		t.Run("and comes into force by itself", func(t *testing.T) {
			h.Deadline("policy_versions", "activates_at", id, 0)
			require.Equal(t, 1, catchUp(t, h))
			require.Equal(t, id, inForce(h))
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM policy_versions WHERE id = $1 AND version = 4 AND activates_at IS NULL`, id))
			require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE subject = $1 AND operation = 'enactPlannedPolicy' AND principal_id IS NULL`, ref.Encode(ref.PolicyVersion, id)))
			require.Zero(t, catchUp(t, h), "once")
		})
	})
	t.Run("a person may bring it forward", func(t *testing.T) {
		id := planned(t, h, time.Hour)
		housetest.Must(t)(activating(h, h.Admin, id, 2, nil))
		require.Equal(t, id, inForce(h))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM policy_versions WHERE id = $1 AND version = 3 AND activates_at IS NULL`, id))
	})
	t.Run("plans that are late come in the order of their time", func(t *testing.T) {
		later, sooner := planned(t, h, -time.Second), planned(t, h, -time.Minute)
		catchUp(t, h)
		require.Equal(t, later, inForce(h))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM policy_versions WHERE id = $1 AND status = 'RETIRED' AND version = 4`, sooner))
		require.Equal(t, 2, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind IN ('policy.activated', 'policy.retired')`, sooner))
	})
	t.Run("what was planned for earlier never undoes what a person decides later", func(t *testing.T) {
		late, id := planned(t, h, -time.Minute), drafted(t, h, policy.RulesDraft{})
		housetest.Must(t)(activating(h, h.Admin, id, 1, nil))
		require.Equal(t, id, inForce(h))
		require.Equal(t, "RETIRED", status(h, "policy_versions", late))
		catchUp(t, h)
		require.Equal(t, id, inForce(h))
	})
	t.Run("a person may be quicker than the worker with a plan that is due", func(t *testing.T) {
		id, other := planned(t, h, -time.Minute), planned(t, h, -time.Second)
		housetest.Must(t)(activating(h, h.Admin, id, 2, nil))
		require.Equal(t, id, inForce(h), "what is decided now comes after all that was planned")
		require.Equal(t, "RETIRED", status(h, "policy_versions", other))
	})
	t.Run("one venue's plans are nothing to another", func(t *testing.T) {
		other := h.SecondVenue()
		here, there := planned(t, h, -time.Second), planned(t, other, -time.Second)
		catchUp(t, h)
		require.Equal(t, here, inForce(h))
		require.Equal(t, there, inForce(other))
	})
	sound(t, h)
}

// TestActivationsAtOnce: whoever comes first, a venue always has one version in force.
func TestActivationsAtOnce(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	t.Run("several drafts", func(t *testing.T) {
		var drafts []uuid.UUID
		for range 6 {
			drafts = append(drafts, drafted(t, h, policy.RulesDraft{}))
		}
		results := together(t, len(drafts), func(i int) (command.Result, error) { return activating(h, h.Admin, drafts[i], 1, nil) })
		require.Equal(t, map[string]int{"COMMITTED": len(drafts)}, tally(results))
		require.Contains(t, drafts, inForce(h))
		require.Equal(t, len(drafts), h.Count(`SELECT count(*) FROM policy_versions WHERE venue_id = $1 AND status = 'RETIRED'`, h.Venue))
	})
	t.Run("one draft", func(t *testing.T) {
		id := drafted(t, h, policy.RulesDraft{})
		results := together(t, 6, func(int) (command.Result, error) { return activating(h, h.Admin, id, 1, nil) })
		require.Equal(t, map[string]int{"COMMITTED": 1, "VERSION_STALE": 5}, tally(results))
		require.Equal(t, id, inForce(h))
	})
	t.Run("a plan, by many workers and a person", func(t *testing.T) {
		id := planned(t, h, 0)
		results := together(t, 6, func(i int) (command.Result, error) {
			if i == 0 {
				return activating(h, h.Admin, id, 2, nil)
			}
			_, err := h.Desk.ActivateDue(ctx, h.Tenant, h.Venue)
			return command.Result{}, err
		})
		require.Contains(t, []problem.Code{"", problem.VersionStale}, code(results[0]))
		require.Equal(t, id, inForce(h))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'policy.activated'`, id))
	})
	t.Run("and holds meanwhile", func(t *testing.T) {
		drafts, slots := []uuid.UUID{}, []uuid.UUID{}
		for range 4 {
			drafts, slots = append(drafts, drafted(t, h, policy.RulesDraft{})), append(slots, h.Evening())
		}
		results := together(t, 8, func(i int) (command.Result, error) {
			if i < 4 {
				return activating(h, h.Admin, drafts[i], 1, nil)
			}
			return hold(h, h.Staff, 2, slots[i-4])
		})
		require.Equal(t, map[string]int{"COMMITTED": 8}, tally(results))
	})
	catchUp(t, h)
	sound(t, h)
}

// TestDeadlinesStay: other rules in the middle move no deadline of what exists.
func TestDeadlinesStay(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) {
		r.HoldTTL, r.OfferTTL, r.NoShowGrace = 5*time.Minute, 15*time.Minute, 15*time.Minute
	})
	guest, table := h.Guest("Before"), h.Evening()
	held := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, h.Evening())), ref.Reservation)
	booked := confirmed(t, h, guest, 2, table)
	entry := join(t, h, h.Guest("Waits"), 2, table)
	cancel(t, h, h.Staff, booked, 2)
	catchUp(t, h)
	offer := openOffer(t, h, entry)
	begun := confirmed(t, h, guest, 2, h.Evening())

	id := enforce(t, h, policy.RulesDraft{HoldTTL: of(time.Hour), OfferTTL: of(time.Second), NoShowGrace: of(20 * time.Hour), OnOfferLapse: of(policy.RequeueAtEnd)})
	catchUp(t, h)
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND expires_at - created_at BETWEEN interval '4 minutes' AND interval '5 minutes' AND policy_version_id = $2`, held, h.Policy))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM offers WHERE id = $1 AND status = 'OFFERED' AND expires_at - created_at BETWEEN interval '14 minutes' AND interval '15 minutes'`, offer))
	t.Run("an extension goes by the rules that the hold was made under", func(t *testing.T) {
		housetest.Must(t)(h.Desk.ExtendHold(ctx, guest, on(h, held, 1), "test"))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND expires_at - created_at BETWEEN interval '9 minutes' AND interval '10 minutes'`, held))
	})
	t.Run("a no-show too", func(t *testing.T) {
		h.Deadline("reservations", "starts_at", begun, -16*time.Minute)
		housetest.Must(t)(h.Desk.MarkNoShow(ctx, h.Staff, on(h, begun, 2), "test"))
	})
	t.Run("and the end of an offer", func(t *testing.T) {
		lapse(h, offer)
		catchUp(t, h)
		require.Equal(t, "EXPIRED", status(h, "waitlist_entries", entry), "REMOVE was promised, not REQUEUE_AT_END")
	})
	t.Run("what is new goes by the new ones", func(t *testing.T) {
		fresh := housetest.ID(t, housetest.Must(t)(hold(h, guest, 2, h.Evening())), ref.Reservation)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM reservations WHERE id = $1 AND expires_at - created_at BETWEEN interval '59 minutes' AND interval '60 minutes' AND policy_version_id = $2`, fresh, id))
	})
}

// TestNobodyIsLostWhenRulesChange: a queue that nothing else wakes is looked at when other rules let somebody be next.
func TestNobodyIsLostWhenRulesChange(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.AutoPromote = false })
	table := h.Evening()
	booked := confirmed(t, h, h.Guest("Before"), 2, table)
	entry := join(t, h, h.Guest("Waits"), 2, table)
	cancel(t, h, h.Staff, booked, 2)
	catchUp(t, h)
	require.Equal(t, "WAITING", status(h, "waitlist_entries", entry))
	h.Exec(`DELETE FROM vacancies`)

	id := enforce(t, h, policy.RulesDraft{AutoPromote: of(true)})
	catchUp(t, h)
	require.Equal(t, "OFFERED", status(h, "waitlist_entries", entry))
	require.Equal(t, 1, h.Count(`SELECT count(*) FROM selections WHERE entry_id = $1 AND policy_version_id = $2`, entry, id))
	require.Zero(t, h.Count(`SELECT count(*) FROM vacancies`))
	sound(t, h)
}

package booking_test

import (
	"fmt"
	"strings"
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

func drafting(h *housetest.House, by actor.Actor, rules policy.RulesDraft) (command.Result, error) {
	return h.Desk.DraftPolicy(ctx, by, booking.DraftPolicy{VenueID: ref.Encode(ref.Venue, h.Venue), Rules: rules, Key: h.Key()}, "test")
}

// drafted is a new version of the venue's rules: those in force, changed.
func drafted(t *testing.T, h *housetest.House, rules policy.RulesDraft) uuid.UUID {
	t.Helper()
	return housetest.ID(t, housetest.Must(t)(drafting(h, h.Admin, rules)), ref.PolicyVersion)
}

func of[T any](v T) *T { return &v }

func TestDraftPolicy(t *testing.T) {
	t.Parallel()
	h := housetest.New(t, func(r *policy.Rules) { r.SkipLimit = 7 })
	venue := ref.Encode(ref.Venue, h.Venue)

	t.Run("a draft is the version in force with what it changes", func(t *testing.T) {
		id := drafted(t, h, policy.RulesDraft{HoldTTL: of(time.Hour), PacingCovers: of(40)})
		want := policy.Default()
		want.SkipLimit, want.HoldTTL, want.PacingCovers = 7, time.Hour, of(40)
		var rules, digest, by string
		h.Scan(`SELECT rules, digest, drafted_by FROM policy_versions WHERE id = $1 AND number = 2 AND status = 'DRAFT' AND version = 1 AND activates_at IS NULL`, []any{id}, &rules, &digest, &by)
		kept, err := policy.Parse([]byte(rules))
		require.NoError(t, err)
		require.Equal(t, want.MarshalCanonical(), kept.MarshalCanonical())
		require.Equal(t, want.Digest(), digest)
		require.Equal(t, "ADMIN Ada", by)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM events WHERE entity_id = $1 AND kind = 'policy.drafted' AND entity_version = 1`, id))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM audit_entries WHERE subject = $1 AND operation = 'draftPolicy' AND venue_id = $2`, ref.Encode(ref.PolicyVersion, id), h.Venue))
		require.Equal(t, "ACTIVE", status(h, "policy_versions", h.Policy), "a draft decides nothing")

		t.Run("and may be based on another draft", func(t *testing.T) {
			r := housetest.Must(t)(h.Desk.DraftPolicy(ctx, h.Admin, booking.DraftPolicy{
				VenueID: venue, Rules: policy.RulesDraft{PacingCovers: of(0)}, BasedOn: of(ref.Encode(ref.PolicyVersion, id)), Key: h.Key(),
			}, "test"))
			want.PacingCovers = nil
			h.Scan(`SELECT digest FROM policy_versions WHERE id = $1 AND number = 3`, []any{housetest.ID(t, r, ref.PolicyVersion)}, &digest)
			require.Equal(t, want.Digest(), digest)
		})
	})
	t.Run("the same key and the same rules make one draft, however they are spelled", func(t *testing.T) {
		in := booking.DraftPolicy{VenueID: venue, Key: h.Key(), Rules: policy.RulesDraft{
			TurnTimes:       []policy.TurnTime{{FromPartySize: 1, Duration: time.Hour}, {FromPartySize: 5, Duration: 2 * time.Hour}},
			Channels:        []policy.ChannelRule{{Channel: policy.Guest, LeadTime: of(time.Hour)}, {Channel: policy.FrontDesk, LeadTime: of(time.Duration(0))}},
			WaitlistWeights: []policy.FactorWeight{{Factor: policy.Priority, Weight: 2}, {Factor: policy.Benefit, Weight: 1}},
		}}
		first := housetest.Must(t)(h.Desk.DraftPolicy(ctx, h.Admin, in, "test"))
		in.Rules.TurnTimes = []policy.TurnTime{{FromPartySize: 5, Duration: 2 * time.Hour}, {FromPartySize: 1, Duration: time.Hour}}
		in.Rules.Channels = []policy.ChannelRule{{Channel: policy.FrontDesk, LeadTime: of(time.Duration(0))}, {Channel: policy.Guest, LeadTime: of(time.Hour)}}
		in.Rules.WaitlistWeights = []policy.FactorWeight{{Factor: policy.Benefit, Weight: 1}, {Factor: policy.Priority, Weight: 2}}
		again := housetest.Must(t)(h.Desk.DraftPolicy(ctx, h.Admin, in, "test"))
		require.True(t, again.Replayed)
		require.Equal(t, first.Refs, again.Refs)
		in.Rules.SkipLimit = of(8)
		rejected(t, problem.IdempotencyMismatch)(h.Desk.DraftPolicy(ctx, h.Admin, in, "test"))
	})
	t.Run("nothing is not the same as an empty list", func(t *testing.T) {
		in := booking.DraftPolicy{VenueID: venue, Key: h.Key()}
		housetest.Must(t)(h.Desk.DraftPolicy(ctx, h.Admin, in, "test"))
		in.Rules.TurnTimes = []policy.TurnTime{}
		rejected(t, problem.IdempotencyMismatch)(h.Desk.DraftPolicy(ctx, h.Admin, in, "test"))
	})
	t.Run("rules that can't be are named, and nothing is kept", func(t *testing.T) {
		before := h.Count(`SELECT count(*) FROM policy_versions`)
		in := booking.DraftPolicy{VenueID: venue, Key: h.Key(), Rules: policy.RulesDraft{OfferTTL: of(time.Duration(0)), LeadTime: of(61 * 24 * time.Hour)}}
		_, err := h.Desk.DraftPolicy(ctx, h.Admin, in, "test")
		var invalid *problem.Invalid
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, "rules.offerTtl", invalid.Field)
		require.Contains(t, invalid.Message, "leadTime")
		require.Equal(t, before, h.Count(`SELECT count(*) FROM policy_versions`))
		in.Rules = policy.RulesDraft{}
		housetest.Must(t)(h.Desk.DraftPolicy(ctx, h.Admin, in, "test")) // the key may be used again
	})
	t.Run("one answer for all that can't be referred to", func(t *testing.T) {
		elsewhere, neighbour := h.SecondVenue(), housetest.In(t, h.DB)
		limited := h.Admin
		limited.VenueIDs = []uuid.UUID{elsewhere.Venue}
		rejected(t, problem.ReferenceNotFound)(drafting(h, limited, policy.RulesDraft{}))
		rejected(t, problem.ReferenceNotFound)(drafting(neighbour, h.Admin, policy.RulesDraft{}))
		for _, venue := range []string{"", "vn_x", ref.Encode(ref.Slot, h.Venue), ref.Encode(ref.Venue, uuid.New())} {
			rejected(t, problem.ReferenceNotFound)(h.Desk.DraftPolicy(ctx, h.Admin, booking.DraftPolicy{VenueID: venue, Key: h.Key()}, "test"))
		}
		for _, base := range []string{"", "pv_x", ref.Encode(ref.PolicyVersion, elsewhere.Policy), ref.Encode(ref.PolicyVersion, neighbour.Policy), ref.Encode(ref.PolicyVersion, uuid.New())} {
			rejected(t, problem.ReferenceNotFound)(h.Desk.DraftPolicy(ctx, h.Admin, booking.DraftPolicy{VenueID: venue, BasedOn: &base, Key: h.Key()}, "test"))
		}
	})
	t.Run("only admins draft", func(t *testing.T) {
		for _, by := range []actor.Actor{h.Staff, h.Guest("Guest"), h.Person(actor.Agent, "Agent")} {
			_, err := drafting(h, by, policy.RulesDraft{})
			require.ErrorIs(t, err, problem.ErrForbidden)
		}
	})
}

// TestDraftsAreNumbered: drafts made at once get one number each, without a gap.
func TestDraftsAreNumbered(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	const drafts = 8
	results := together(t, drafts, func(int) (command.Result, error) { return drafting(h, h.Admin, policy.RulesDraft{}) })
	require.Equal(t, map[string]int{"COMMITTED": drafts}, tally(results))
	var numbers string
	h.Scan(`SELECT string_agg(number::text, ' ' ORDER BY number) FROM policy_versions WHERE venue_id = $1`, []any{h.Venue}, &numbers)
	require.Equal(t, strings.Trim(fmt.Sprint([]int{1, 2, 3, 4, 5, 6, 7, 8, 9}), "[]"), numbers)
}

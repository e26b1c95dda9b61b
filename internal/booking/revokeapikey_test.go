package booking_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
)

func TestRevokeAPIKey(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)

	t.Run("once, for good", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		rejected(t, problem.VersionStale)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, id, 2), "test"))
		in := revokeKey(h, id, 1)
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, in, "test"))
		require.True(t, housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, in, "test")).Replayed)
		stale := rejected(t, problem.VersionStale)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, id, 1), "test"))
		require.Equal(t, 2, *stale.Problem.CurrentVersion)
		rejected(t, problem.IllegalTransition)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, id, 2), "test"))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys WHERE id = $1 AND revoked_at IS NOT NULL AND version = 2`, id))
	})
	t.Run("only by those who have as much themselves", func(t *testing.T) {
		there := h.SecondVenue().Venue
		whole, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		here, _ := issued(t, h, h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(h.Venue)})
		both, _ := issued(t, h, h.Admin, booking.IssueAPIKey{VenueIDs: venueRefs(h.Venue, there)})
		local, part := h.Admin, h.Admin
		local.VenueIDs, part.Scopes = []uuid.UUID{h.Venue}, []actor.Capability{actor.AccessManage}
		for name, c := range map[string]struct {
			by actor.Actor
			id uuid.UUID
		}{
			"all venues', by an admin of one": {local, whole}, "two venues', by an admin of one": {local, both}, "a whole role's, by an admin of a part": {part, here},
			"by another tenant": {housetest.In(t, h.DB).Admin, here}, "one that isn't": {h.Admin, uuid.New()},
		} {
			t.Run(name, func(t *testing.T) {
				r := rejected(t, problem.ReferenceNotFound)(h.Desk.RevokeAPIKey(ctx, c.by, revokeKey(h, c.id, 1), "test"))
				require.Empty(t, r.Refs)
			})
		}
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, local, revokeKey(h, here, 1), "test"))
	})
	t.Run("a version that can't be", func(t *testing.T) {
		_, err := h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, uuid.New(), 0), "test")
		require.ErrorAs(t, err, new(*problem.Invalid))
	})
}

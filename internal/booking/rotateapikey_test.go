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
)

func TestRotateAPIKey(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)

	t.Run("the key and its principal stay, and the old secret is good for a while", func(t *testing.T) {
		id, old := issued(t, h, h.Admin, booking.IssueAPIKey{})
		in := rotateKey(h, id, 1)
		made, err := h.Desk.RotateAPIKey(ctx, h.Admin, in, "test")
		require.Equal(t, id, housetest.ID(t, housetest.Must(t)(made.Result, err), ref.APIKey))
		fresh := tokenOf(t, made)
		require.Equal(t, old.ID, fresh.ID)
		now, _ := opens(h, fresh)
		_, before := opens(h, old)
		require.True(t, now && before)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys WHERE id = $1 AND version = 2 AND previous_until BETWEEN clock_timestamp() + interval '59 minutes' AND clock_timestamp() + interval '60 minutes'`, id))

		again, err := h.Desk.RotateAPIKey(ctx, h.Admin, in, "test")
		require.True(t, housetest.Must(t)(again.Result, err).Replayed)
		require.Nil(t, again.Secret)
		now, _ = opens(h, fresh)
		require.True(t, now, "a replay rotates nothing")
		hour := 60
		in.OverlapMinutes = &hour
		same, err := h.Desk.RotateAPIKey(ctx, h.Admin, in, "test")
		require.True(t, housetest.Must(t)(same.Result, err).Replayed, "an hour is what is usual")

		next, err := h.Desk.RotateAPIKey(ctx, h.Admin, rotateKey(h, id, 2), "test")
		housetest.Must(t)(next.Result, err)
		now, before = opens(h, old)
		require.False(t, now || before, "only the last secret goes on")
		_, before = opens(h, fresh)
		require.True(t, before)
	})
	t.Run("without an overlap the old secret is gone at once", func(t *testing.T) {
		id, old := issued(t, h, h.Admin, booking.IssueAPIKey{})
		in, none := rotateKey(h, id, 1), 0
		in.OverlapMinutes = &none
		made, err := h.Desk.RotateAPIKey(ctx, h.Admin, in, "test")
		housetest.Must(t)(made.Result, err)
		now, before := opens(h, old)
		require.False(t, now || before)
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys WHERE id = $1 AND previous_digest IS NULL AND previous_until IS NULL`, id))
	})
	t.Run("of many at once one rotates, and its secret opens", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		made := make([]booking.IssuedAPIKey, 6)
		results := together(t, len(made), func(i int) (_ command.Result, err error) {
			made[i], err = h.Desk.RotateAPIKey(ctx, h.Admin, rotateKey(h, id, 1), "test")
			return made[i].Result, err
		})
		require.Equal(t, map[string]int{"COMMITTED": 1, "VERSION_STALE": 5}, tally(results))
		for _, m := range made {
			require.Equal(t, m.Outcome == command.Committed, m.Secret != nil)
			if m.Secret != nil {
				now, _ := opens(h, tokenOf(t, m))
				require.True(t, now)
			}
		}
	})
	t.Run("one idempotency key at two desks at once gives one secret, and that one opens", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		desks, in := []*booking.Desk{h.Desk, deskOver(h.DB)}, rotateKey(h, id, 1)
		made := make([]booking.IssuedAPIKey, len(desks))
		together(t, len(made), func(i int) (_ command.Result, err error) {
			made[i], err = desks[i].RotateAPIKey(ctx, h.Admin, in, "test")
			return made[i].Result, err
		})
		require.NotEqual(t, made[0].Secret == nil, made[1].Secret == nil)
		for _, m := range made {
			if m.Secret != nil {
				now, _ := opens(h, tokenOf(t, m))
				require.True(t, now)
			}
		}
	})
	t.Run("a commit whose answer is lost still gives the secret", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		wire, pool := housetest.NewWire(t, h.DB)
		wire.CutAt(housetest.AfterCommit)
		made, err := deskOver(pool).RotateAPIKey(ctx, h.Admin, rotateKey(h, id, 1), "test")
		housetest.Must(t)(made.Result, err)
		now, _ := opens(h, tokenOf(t, made))
		require.True(t, now)
	})
	t.Run("refusals", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, booking.IssueAPIKey{})
		rotated := func(by actor.Actor, in booking.RotateAPIKey) (command.Result, error) {
			made, err := h.Desk.RotateAPIKey(ctx, by, in, "test")
			require.Nil(t, made.Secret)
			return made.Result, err
		}
		rejected(t, problem.VersionStale)(rotated(h.Admin, rotateKey(h, id, 2)))
		rejected(t, problem.ReferenceNotFound)(rotated(h.Admin, rotateKey(h, uuid.New(), 1)))
		rejected(t, problem.ReferenceNotFound)(rotated(housetest.In(t, h.DB).Admin, rotateKey(h, id, 1)))
		local, part := h.Admin, h.Admin
		local.VenueIDs, part.Scopes = []uuid.UUID{h.Venue}, []actor.Capability{actor.AccessManage, actor.InventoryRead}
		rejected(t, problem.ReferenceNotFound)(rotated(local, rotateKey(h, id, 1)))
		rejected(t, problem.ReferenceNotFound)(rotated(part, rotateKey(h, id, 1))) // what is wider would be a way up
		for _, minutes := range []int{-1, 10081} {
			in := rotateKey(h, id, 1)
			in.OverlapMinutes = &minutes
			_, err := rotated(h.Admin, in)
			require.ErrorAs(t, err, new(*problem.Invalid))
		}
		ends := time.Now().Add(time.Hour)
		expired, _ := issued(t, h, h.Admin, booking.IssueAPIKey{ExpiresAt: &ends})
		h.Rewind("api_keys", "expires_at", expired)
		rejected(t, problem.IllegalTransition)(rotated(h.Admin, rotateKey(h, expired, 1)))
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, expired, 1), "test"))
		rejected(t, problem.IllegalTransition)(rotated(h.Admin, rotateKey(h, expired, 2)))
	})
}

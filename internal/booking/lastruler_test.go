package booking_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/command"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
)

// TestNobodyIsLockedOut: the last credential that rules the tenant stays, whoever asks and how many at once.
func TestNobodyIsLockedOut(t *testing.T) {
	t.Parallel()
	rules := booking.IssueAPIKey{Role: actor.Admin}

	t.Run("the last is kept, and what is limited is no substitute", func(t *testing.T) {
		h := housetest.New(t)
		last, _ := issued(t, h, h.Admin, rules)
		soon := time.Now().Add(time.Hour)
		issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, VenueIDs: venueRefs(h.Venue)})
		issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, Scopes: []string{"access:manage"}})
		short, _ := issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, ExpiresAt: &soon})
		rejected(t, problem.PolicyForbids)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, last, 1), "test"))
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, short, 1), "test"))
		second, _ := issued(t, h, h.Admin, rules)
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, last, 1), "test"))
		rejected(t, problem.PolicyForbids)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, second, 1), "test"))
	})
	t.Run("an end of its own makes nobody wait for another", func(t *testing.T) {
		h := housetest.New(t)
		soon, later := time.Now().Add(time.Hour), time.Now().Add(2*time.Hour)
		first, _ := issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, ExpiresAt: &soon})
		second, _ := issued(t, h, h.Admin, booking.IssueAPIKey{Role: actor.Admin, ExpiresAt: &later})
		rejected(t, problem.PolicyForbids)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, second, 1), "test"))
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, first, 1), "test"))
		h.Rewind("api_keys", "expires_at", second)
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, second, 1), "test"))
	})
	t.Run("of two who revoke each other, and of many who revoke the last two, one wins", func(t *testing.T) {
		h := housetest.New(t)
		keys := make([]uuid.UUID, 2)
		for i := range keys {
			keys[i], _ = issued(t, h, h.Admin, rules)
		}
		desks := []*booking.Desk{h.Desk, deskOver(h.DB)}
		whole := actor.Grant{Role: actor.Admin}
		var asking sync.WaitGroup
		outcomes := make([]string, 2)
		for i := range keys {
			asking.Go(func() {
				r, err := desks[i].RevokeAPIKey(ctx, by(h, keys[i], whole), revokeKey(h, keys[1-i], 1), "test")
				outcomes[i] = string(r.Outcome)
				if err != nil {
					outcomes[i] = err.Error()
				}
			})
		}
		asking.Wait()
		require.Contains(t, outcomes, "COMMITTED")
		require.Contains(t, outcomes, "revokeApiKey: "+problem.ErrForbidden.Error(), "whose key is gone revokes nobody's: %v", outcomes)

		third, _ := issued(t, h, h.Admin, rules)
		left := third
		h.Scan(`SELECT id FROM api_keys WHERE revoked_at IS NULL AND id <> $1`, []any{third}, &left)
		results := together(t, 6, func(i int) (command.Result, error) {
			return desks[i%2].RevokeAPIKey(ctx, h.Admin, revokeKey(h, []uuid.UUID{left, third}[i%2], 1), "test")
		})
		require.Equal(t, 1, tally(results)["COMMITTED"], tally(results))
		require.Equal(t, 1, h.Count(`SELECT count(*) FROM api_keys WHERE revoked_at IS NULL`))
	})
}

package booking_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/booking"
	"github.com/slotq/slotq/internal/housetest"
	"github.com/slotq/slotq/internal/problem"
)

// TestEndedCredentials: whoever's own credential has ended makes no other, whatever is remembered of it elsewhere.
func TestEndedCredentials(t *testing.T) {
	t.Parallel()
	h := housetest.New(t)
	rules, whole := booking.IssueAPIKey{Role: actor.Admin}, actor.Grant{Role: actor.Admin}
	issued(t, h, h.Admin, rules)

	t.Run("by a revocation", func(t *testing.T) {
		stolen, _ := issued(t, h, h.Admin, rules)
		thief := by(h, stolen, whole)
		housetest.Must(t)(h.Desk.RevokeAPIKey(ctx, h.Admin, revokeKey(h, stolen, 1), "test"))
		made, err := keyOf(h, thief, rules)
		require.ErrorIs(t, err, problem.ErrForbidden)
		require.Nil(t, made.Secret)
	})
	t.Run("by a rotation, when its overlap is over", func(t *testing.T) {
		id, _ := issued(t, h, h.Admin, rules)
		thief := by(h, id, whole)
		rotated, err := h.Desk.RotateAPIKey(ctx, h.Admin, rotateKey(h, id, 1), "test")
		housetest.Must(t)(rotated.Result, err)
		issued(t, h, thief, booking.IssueAPIKey{})
		h.Rewind("api_keys", "previous_until", id)
		made, err := keyOf(h, thief, booking.IssueAPIKey{})
		require.ErrorIs(t, err, problem.ErrForbidden)
		require.Nil(t, made.Secret)
		issued(t, h, by(h, id, whole), booking.IssueAPIKey{})
	})
}

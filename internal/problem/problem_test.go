package problem_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/problem"
)

// wayOn is the published table: what a client does after each refusal.
var wayOn = map[problem.Retry][]problem.Code{
	problem.RetryFixInput: {problem.IdempotencyMismatch, problem.PartyTooSmall, problem.PartyTooLarge},
	problem.RetryNever: {
		problem.AlreadyWaiting, problem.AlreadyBooked, problem.OutsideBookingWindow, problem.OutsideCancellationWindow,
		problem.ResourceClosed, problem.PacingExceeded, problem.WalkInOnly, problem.PolicyForbids,
	},
	problem.RetryReread: {
		problem.ReferenceNotFound, problem.VersionStale, problem.DecisionStale, problem.IllegalTransition, problem.SlotOccupied,
		problem.CapacityExceeded, problem.HoldExpired, problem.OfferExpired, problem.AttemptUnresolved, problem.ApprovalRequired,
		problem.ApprovalExpired, problem.ApprovalSuperseded, problem.ApprovalConsumed,
	},
}

func TestEveryCodeHasItsWayOn(t *testing.T) {
	t.Parallel()
	named := map[problem.Code]bool{}
	for retry, codes := range wayOn {
		for _, code := range codes {
			require.False(t, named[code], "%s is named twice", code)
			named[code] = true
			require.Equal(t, retry, problem.New(code, "x").Retry, code)
		}
	}
	require.Len(t, named, len(problem.CodeValues()))
	for _, code := range problem.CodeValues() {
		require.True(t, named[code], "%s is missing from the table", code)
		require.Equal(t, strings.ToUpper(string(code)), string(code))
	}
}

func TestWhatIsKept(t *testing.T) {
	t.Parallel()
	free := map[problem.Code]bool{
		problem.ReferenceNotFound: true, problem.IdempotencyMismatch: true, problem.PartyTooSmall: true, problem.PartyTooLarge: true,
	}
	for _, code := range problem.CodeValues() {
		require.Equal(t, !free[code], problem.New(code, "x").Replayable(), code)
	}
}

func TestProblem(t *testing.T) {
	t.Parallel()
	t.Run("it survives being stored", func(t *testing.T) {
		p := problem.New(problem.PartyTooLarge, "A party of %d.", 7).WithField("input", "partySize").WithVersion(3)
		raw, err := json.Marshal(p)
		require.NoError(t, err)
		var back problem.Problem
		require.NoError(t, json.Unmarshal(raw, &back))
		require.Equal(t, *p, back)
	})
	t.Run("a long message is cut between letters, so that it is replayed word for word", func(t *testing.T) {
		for _, letters := range []string{"x", "é", "창", "🪑", "x창"} {
			p := problem.New(problem.ResourceClosed, "%s", strings.Repeat(letters, 600))
			require.LessOrEqual(t, len(p.Message), 500)
			require.Greater(t, len(p.Message), 490)
			require.True(t, utf8.ValidString(p.Message), "cut inside %s", letters)
		}
	})
	t.Run("as an error it names its code", func(t *testing.T) {
		require.EqualError(t, problem.New(problem.SlotOccupied, "Taken."), "SLOT_OCCUPIED: Taken.")
	})
	t.Run("a code of a later version is never retried", func(t *testing.T) {
		require.Equal(t, problem.RetryNever, problem.New("LATER", "x").Retry)
	})
}

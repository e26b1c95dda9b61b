package feed_test

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/feed"
)

func TestChain(t *testing.T) {
	t.Parallel()
	venue := uuid.MustParse("00000000-0000-4000-8000-000000000002")
	reason := "late"
	row := feed.AuditRow{
		ID: 7, TenantID: uuid.MustParse("00000000-0000-4000-8000-000000000001"), VenueID: &venue,
		At:    time.Date(2026, 3, 1, 12, 0, 0, 123_456_000, time.UTC),
		Actor: "STAFF Somi", Operation: "cancelReservation", Outcome: "COMMITTED", Reason: &reason, CorrelationID: "c-1",
	}

	t.Run("the encoding never changes: chains that were sealed long ago must verify", func(t *testing.T) {
		first, second := row, row
		var chain feed.Chain
		chain.Link(&first)
		chain.Link(&second)
		require.Equal(t, "c9d7f3a0e85f13f0bfb297b61e38205382a14b3aa9355798bfb41aa480bd5650", hex.EncodeToString(first.Digest))
		require.Equal(t, "c2bd4a5490db4e7090c817ba7c205fbc1e9535cffd7b973275ca49c6cf911dc1", hex.EncodeToString(second.Digest))
		require.Equal(t, make([]byte, 32), first.PreviousDigest)
		require.Equal(t, first.Digest, second.PreviousDigest)

		var check feed.Chain
		require.NoError(t, check.Check(first))
		require.NoError(t, check.Check(second))
		require.Equal(t, chain, check)
		require.Error(t, check.Check(second), "an entry stands in the chain once")
	})

	t.Run("the zone of a moment does not matter, the moment does", func(t *testing.T) {
		elsewhere, later := row, row
		elsewhere.At = row.At.In(time.FixedZone("KST", 9*3600))
		later.At = row.At.Add(time.Microsecond)
		require.Equal(t, digest(row), digest(elsewhere))
		require.NotEqual(t, digest(row), digest(later))
	})

	t.Run("text can't move from one column to the next", func(t *testing.T) {
		moved := row
		moved.Actor, moved.Operation = "STAFF Som", "icancelReservation"
		require.NotEqual(t, digest(row), digest(moved))
		problem := row
		problem.ProblemCode, problem.Reason = row.Reason, nil
		require.NotEqual(t, digest(row), digest(problem))
	})

	t.Run("absent is not empty", func(t *testing.T) {
		empty, absent := row, row
		nothing := ""
		empty.Reason, absent.Reason = &nothing, nil
		require.NotEqual(t, digest(empty), digest(absent))
	})
}

func digest(r feed.AuditRow) []byte {
	var chain feed.Chain
	chain.Link(&r)
	return r.Digest
}

package intent_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
)

func TestPausesAfterFailures(t *testing.T) {
	t.Parallel()
	after := func(n int, answer intent.Answer) time.Duration {
		w := given(intent.RequestReservation)
		if n > 0 {
			w = given(intent.RequestReservation, tried(north, intent.Book, wanted, times(n, "FAILED UPSTREAM")...))
		}
		return w.AfterFailure(answer, noon).Sub(noon)
	}
	down := intent.Answer{Kind: intent.Unavailable}
	var pauses []time.Duration
	for n := range 9 {
		pauses = append(pauses, after(n, down))
	}
	s := time.Second
	require.Equal(t, []time.Duration{s, s, 2 * s, 4 * s, 8 * s, 16 * s, 32 * s, 60 * s, 60 * s}, pauses)
	require.Equal(t, time.Minute, after(1000, down))
	require.Equal(t, s, after(5, intent.Answer{Kind: intent.RateLimited}), "a busy provider knows best, and is never asked at once")
	require.Equal(t, 42*s, after(5, intent.Answer{Kind: intent.RateLimited, RetryAfter: 42 * s}))
	require.Equal(t, s, after(1, intent.Answer{Kind: intent.Unavailable, RetryAfter: 42 * s}))
}

func TestAPauseIsForThisSeat(t *testing.T) {
	t.Parallel()
	w := given(intent.RequestReservation, waits, notBefore(later), tried(north, intent.Book, wanted, times(6, "FAILED RACE")...), startedAt(later))
	require.Equal(t, later.Add(time.Second), w.AfterFailure(intent.Answer{Kind: intent.Unavailable}, later))
}

func TestAPauseEndsWithTheIntentsTime(t *testing.T) {
	t.Parallel()
	w, busy := given(intent.RequestReservation), intent.Answer{Kind: intent.RateLimited, RetryAfter: time.Hour}
	require.Equal(t, expiry, w.AfterFailure(busy, noon), "its end has to be seen")
	require.Equal(t, expiry.Add(time.Hour), w.AfterFailure(busy, expiry), "a place that is taken back after it has its pauses")
}

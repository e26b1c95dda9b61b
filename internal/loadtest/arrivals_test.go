package loadtest_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/loadtest"
)

// handClock stands still until somebody waits for a moment, or something takes its time.
type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) WaitUntil(ctx context.Context, moment time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ctx.Err() == nil && moment.After(c.now) {
		c.now = moment
	}
	return ctx.Err()
}

// patientClock is a handClock on which the end of patience never comes.
type patientClock struct {
	*handClock
	never time.Time
}

func (c patientClock) WaitUntil(ctx context.Context, moment time.Time) error {
	if !moment.Before(c.never) {
		<-ctx.Done()
		return ctx.Err()
	}
	return c.handClock.WaitUntil(ctx, moment)
}

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// patient has calls at a hundred a second for a tenth of a second, one at a time, with patience.
func patient(hand *handClock) loadtest.Arrivals {
	return loadtest.Arrivals{Rate: 100, For: 100 * time.Millisecond, Most: 1, Grace: time.Hour, Clock: patientClock{hand, noon.Add(time.Hour)}}
}

func TestArrivals(t *testing.T) {
	t.Parallel()
	t.Run("who waits behind a slow call counts from when it was due", func(t *testing.T) {
		t.Parallel()
		hand := &handClock{now: noon}
		tally := loadtest.NewTally()
		var due []time.Duration
		stall := func(_ context.Context, nth int) loadtest.Answer {
			if nth == 0 { // the server stands still, and every other call is over at once
				require.NoError(t, hand.WaitUntil(t.Context(), noon.Add(100*time.Millisecond)))
			}
			due = append(due, hand.Now().Sub(noon))
			return loadtest.Answer{}
		}
		require.NoError(t, patient(hand).Run(t.Context(), stall, tally))
		require.Equal(t, 10, tally.Counts().Done)
		require.Len(t, due, 10)
		for _, at := range due {
			require.Equal(t, 100*time.Millisecond, at, "all end when the server goes on")
		}
		// They were due at 0, 10, ... 90 ms: 100, 90, ... 10 ms. Counted from when they were sent, nine of ten had taken nothing.
		require.InDelta(t, 50, tally.Quantile(0.5).Milliseconds(), 1)
		require.InDelta(t, 90, tally.Quantile(0.9).Milliseconds(), 1)
		require.InDelta(t, 100, tally.Quantile(1).Milliseconds(), 1)
		require.InDelta(t, 10, tally.Quantile(0.01).Milliseconds(), 1)
	})
	t.Run("a late call makes no later one late", func(t *testing.T) {
		t.Parallel()
		hand := &handClock{now: noon}
		tally := loadtest.NewTally()
		sent := make([]time.Duration, 10)
		late := func(_ context.Context, nth int) loadtest.Answer {
			sent[nth] = hand.Now().Sub(noon)
			if nth == 2 {
				require.NoError(t, hand.WaitUntil(t.Context(), noon.Add(45*time.Millisecond)))
			}
			return loadtest.Answer{}
		}
		require.NoError(t, patient(hand).Run(t.Context(), late, tally))
		require.Equal(t, 90*time.Millisecond, sent[9], "the ninth goes at its own time")
		require.GreaterOrEqual(t, sent[3], 45*time.Millisecond, "the third waits")
	})
	t.Run("what can't be sent in time has failed, and counts with the time it has waited", func(t *testing.T) {
		t.Parallel()
		hand := &handClock{now: noon}
		tally := loadtest.NewTally()
		a := loadtest.Arrivals{Rate: 100, For: 50 * time.Millisecond, Most: 1, Grace: time.Second, Clock: hand}
		never := func(ctx context.Context, _ int) loadtest.Answer {
			<-ctx.Done()
			return loadtest.Answer{Err: ctx.Err()}
		}
		require.NoError(t, a.Run(t.Context(), never, tally))
		c := tally.Counts()
		require.Equal(t, 5, c.Failed)
		require.Equal(t, 5, c.Asked+c.Unsent)
		require.Zero(t, c.Done)
		require.Zero(t, c.Out())
		require.GreaterOrEqual(t, tally.Quantile(1), time.Second)
	})
	t.Run("no more are out than may be", func(t *testing.T) {
		t.Parallel()
		var mu sync.Mutex
		out, most := 0, 0
		a := loadtest.Arrivals{Rate: 2000, For: 50 * time.Millisecond, Most: 3, Grace: time.Minute, Clock: loadtest.Wall}
		tally := loadtest.NewTally()
		require.NoError(t, a.Run(t.Context(), func(context.Context, int) loadtest.Answer {
			mu.Lock()
			out++
			most = max(most, out)
			mu.Unlock()
			<-time.After(time.Millisecond)
			mu.Lock()
			out--
			mu.Unlock()
			return loadtest.Answer{}
		}, tally))
		require.Equal(t, 100, tally.Counts().Done)
		require.LessOrEqual(t, most, 3)
	})
	t.Run("whoever breaks it off keeps what was counted", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		hand := &handClock{now: noon}
		tally := loadtest.NewTally()
		err := patient(hand).Run(ctx, func(_ context.Context, nth int) loadtest.Answer {
			if nth == 3 {
				cancel()
			}
			return loadtest.Answer{}
		}, tally)
		require.ErrorIs(t, err, context.Canceled)
		require.GreaterOrEqual(t, tally.Counts().Done, 4)
		require.Zero(t, tally.Counts().Unsent)
	})
}

func TestTally(t *testing.T) {
	t.Parallel()
	tally := loadtest.NewTally()
	for range 97 {
		tally.Asked()
		tally.Over(loadtest.Answer{}, 10*time.Millisecond)
	}
	tally.Asked()
	tally.Over(loadtest.Answer{Refused: "SLOT_OCCUPIED"}, 20*time.Millisecond)
	tally.Asked()
	tally.Over(loadtest.Answer{Err: errors.New("cut")}, time.Second)
	tally.Asked()
	require.Equal(t, 1, tally.Counts().Out())
	tally.Over(loadtest.Answer{Err: errors.New("cut again")}, 100*time.Hour)
	tally.Took(2 * time.Second)
	s := tally.Summary("hold", 50)
	require.Equal(t, loadtest.Counts{Asked: 100, Done: 97, Failed: 2, Refused: map[string]int{"SLOT_OCCUPIED": 1}}, s.Counts)
	require.InDelta(t, 48.5, s.Rate, 0.001)
	require.InDelta(t, 10, s.P95, 0.1)
	require.InDelta(t, 1000, s.P99, 2, "failures count")
	require.InDelta(t, 3_600_000, s.Max, 4000, "longer times are kept as an hour")
	require.Equal(t, "cut", s.Failure)
}

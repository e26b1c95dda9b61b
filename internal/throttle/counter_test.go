package throttle_test

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
	"github.com/slotq/slotq/internal/throttle"
)

// refusedUntilIn asks until it is let in, when it is told to, and counts the refusals.
func refusedUntilIn(ask func() error) (times int, longest time.Duration) {
	for {
		var limited *problem.RateLimited
		if !errors.As(ask(), &limited) {
			return times, longest
		}
		times++
		longest = max(longest, limited.RetryAfter)
		time.Sleep(limited.RetryAfter)
	}
}

func TestCrowd(t *testing.T) {
	t.Parallel()
	for name, limits := range map[string][2]throttle.Limits{
		"of one user":   {{throttle.Commands: 50}, nil},
		"of one tenant": {nil, {throttle.Commands: 50}},
	} {
		t.Run("a crowd that comes back when it is told to gets in, "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				gate := throttle.New(limits[0], limits[1], 0, alone)
				guest := somebody(uuid.New())
				var mu sync.Mutex
				var refusals, most int
				var longest time.Duration
				began := time.Now()
				var all sync.WaitGroup
				for range 700 { // two hundred of them at once, and the others need ten seconds
					all.Go(func() {
						times, wait := refusedUntilIn(func() error { return gate.Admit(guest, throttle.Commands, 0) })
						mu.Lock()
						defer mu.Unlock()
						refusals, most, longest = refusals+times, max(most, times), max(longest, wait)
					})
				}
				all.Wait()
				require.LessOrEqual(t, refusals, 1000, "two for each at most, and most have one")
				require.LessOrEqual(t, most, 8, "nobody is left behind")
				require.LessOrEqual(t, longest, 6*time.Second)
				require.Less(t, time.Since(began), 13*time.Second, "hardly any room was left unused")
			})
		})
	}
	t.Run("whoever doesn't come back holds up nobody for long", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate := throttle.New(throttle.Limits{throttle.Commands: 10}, nil, 0, alone)
			guest := somebody(uuid.New())
			admitted(gate, guest, throttle.Commands, 400)
			time.Sleep(100 * time.Millisecond)
			require.NoError(t, gate.Admit(guest, throttle.Commands, 0), "room is for whoever comes")
			time.Sleep(5 * time.Second)
			admitted(gate, guest, throttle.Commands, 40)
			var limited *problem.RateLimited
			require.ErrorAs(t, gate.Admit(guest, throttle.Commands, 0), &limited)
			require.Less(t, limited.RetryAfter, 200*time.Millisecond)
		})
	})
}

func TestEnter(t *testing.T) {
	t.Parallel()
	limits := throttle.Limits{throttle.Queries: 10, throttle.Commands: 10, throttle.Streams: 10}
	entered := func(gate *throttle.Throttle, a actor.Actor, n int) (in int) {
		for range n {
			if gate.Enter(a) == nil {
				in++
			}
		}
		return in
	}

	t.Run("as many requests as operations of all classes", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate := throttle.New(limits, nil, 0, alone)
			guest := somebody(uuid.New())
			require.Equal(t, 120, entered(gate, guest, 400))
			require.NoError(t, gate.Admit(guest, throttle.Commands, 0), "what has entered is another count")
		})
	})
	for name, level := range map[string][2]throttle.Limits{"of a user": {limits, nil}, "of a tenant": {nil, limits}} {
		t.Run("a document that is refused costs as much as ten, "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				gate := throttle.New(level[0], level[1], 0, alone)
				guest := somebody(uuid.New())
				for range 12 {
					require.NoError(t, gate.Enter(guest))
					gate.Refused(guest)
				}
				require.Error(t, gate.Enter(guest))
				require.NoError(t, gate.Enter(somebody(uuid.New())))
			})
		})
	}
	t.Run("strangers have one count for all that they ask, however many nodes there are", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			nobody := actor.Actor{}
			gate := throttle.New(limits, limits, 5, func() int { return 3 })
			require.Equal(t, 20, entered(gate, nobody, 100))
			require.Equal(t, 40, entered(gate, somebody(uuid.New()), 400), "a third of what is allowed, whatever strangers do")
			time.Sleep(4 * time.Second)
			require.NoError(t, gate.Enter(nobody))
			require.NoError(t, gate.Admit(nobody, throttle.Queries, 499), "it has entered, and that was its price")
			require.NoError(t, gate.Admit(nobody, throttle.Queries, 5000))
			require.Equal(t, 9, entered(gate, nobody, 100))
			time.Sleep(4 * time.Second)
			for range 2 {
				require.NoError(t, gate.Enter(nobody))
				gate.Refused(nobody)
			}
			require.Error(t, gate.Enter(nobody))
		})
	})
	t.Run("without limits everybody comes in", func(t *testing.T) {
		gate := throttle.New(throttle.Limits{throttle.Queries: 1}, nil, 0, alone)
		for _, a := range []actor.Actor{{}, somebody(uuid.New())} {
			gate.Refused(a)
			require.Equal(t, 10_000, entered(gate, a, 10_000))
		}
	})
}

package throttle_test

import (
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

func alone() int { return 1 }

func somebody(tenant uuid.UUID) actor.Actor {
	return actor.Actor{TenantID: tenant, PrincipalID: uuid.New()}
}

// admitted asks n times at once and counts what is let through.
func admitted(t *throttle.Throttle, a actor.Actor, class throttle.Class, n int) (let int) {
	for range n {
		if t.Admit(a, class, 0) == nil {
			let++
		}
	}
	return let
}

func TestAdmit(t *testing.T) {
	t.Parallel()
	tenant := uuid.New()

	t.Run("four seconds' worth at once, then so many a second", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate := throttle.New(throttle.Limits{throttle.Commands: 10}, nil, 0, alone)
			guest := somebody(tenant)
			require.Equal(t, 40, admitted(gate, guest, throttle.Commands, 400))
			time.Sleep(time.Second)
			require.Equal(t, 10, admitted(gate, guest, throttle.Commands, 400))
			require.Equal(t, 400, admitted(gate, guest, throttle.Queries, 400), "each class has its own")
		})
	})
	t.Run("the answer says when there is room, and then there is", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate := throttle.New(throttle.Limits{throttle.Commands: 2}, nil, 0, alone)
			guest := somebody(tenant)
			admitted(gate, guest, throttle.Commands, 8)
			var limited *problem.RateLimited
			require.ErrorAs(t, gate.Admit(guest, throttle.Commands, 0), &limited)
			require.GreaterOrEqual(t, limited.RetryAfter, 500*time.Millisecond)
			require.Less(t, limited.RetryAfter, time.Second)
			time.Sleep(499 * time.Millisecond)
			require.Error(t, gate.Admit(guest, throttle.Commands, 0), "what was refused has cost nothing, and the time has not come")
			time.Sleep(time.Millisecond)
			require.NoError(t, gate.Admit(guest, throttle.Commands, 0))
		})
	})
	t.Run("one tenant's haste is not felt by another, nor one user's", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate := throttle.New(throttle.Limits{throttle.Queries: 5}, throttle.Limits{throttle.Queries: 10}, 0, alone)
			one, two, three := somebody(tenant), somebody(tenant), somebody(tenant)
			require.Equal(t, 20, admitted(gate, one, throttle.Queries, 100))
			require.Equal(t, 20, admitted(gate, two, throttle.Queries, 100))
			require.Zero(t, admitted(gate, three, throttle.Queries, 100), "the tenant has had its forty")
			require.Equal(t, 20, admitted(gate, somebody(uuid.New()), throttle.Queries, 100))
			time.Sleep(4 * time.Second)
			require.Equal(t, 20, admitted(gate, three, throttle.Queries, 100), "what the tenant was refused has cost the user nothing")
		})
	})
	t.Run("what is dear counts as several, and never as more than may come at once", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate := throttle.New(throttle.Limits{throttle.Queries: 5}, nil, 0, alone)
			guest := somebody(tenant)
			require.NoError(t, gate.Admit(guest, throttle.Queries, 2000))
			require.Equal(t, 15, admitted(gate, guest, throttle.Queries, 100))
			time.Sleep(time.Minute)
			require.NoError(t, gate.Admit(guest, throttle.Queries, 1<<40))
			require.Error(t, gate.Admit(guest, throttle.Queries, 0))
		})
	})
	t.Run("nodes share what is allowed", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			nodes := 2
			count := func() int { return nodes }
			here := throttle.New(throttle.Limits{throttle.Commands: 10}, nil, 0, count)
			there := throttle.New(throttle.Limits{throttle.Commands: 10}, nil, 0, count)
			guest := somebody(tenant)
			require.Equal(t, 40, admitted(here, guest, throttle.Commands, 400)+admitted(there, guest, throttle.Commands, 400))
			time.Sleep(time.Second)
			require.Equal(t, 10, admitted(here, guest, throttle.Commands, 400)+admitted(there, guest, throttle.Commands, 400))
			nodes = 1 // the other has gone
			time.Sleep(time.Second)
			require.NoError(t, here.Admit(guest, throttle.Commands, 0))
			time.Sleep(10 * time.Second)
			require.Equal(t, 40, admitted(here, guest, throttle.Commands, 400))
		})
	})
	t.Run("without limits everything passes", func(t *testing.T) {
		require.Equal(t, 10_000, admitted(throttle.New(nil, nil, 0, alone), somebody(tenant), throttle.Streams, 10_000))
	})
	t.Run("many at once", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate := throttle.New(throttle.Limits{throttle.Commands: 25}, throttle.Limits{throttle.Commands: 25}, 0, alone)
			guest := somebody(tenant)
			let := make([]int, 16)
			var all sync.WaitGroup
			for i := range let {
				all.Go(func() { let[i] = admitted(gate, guest, throttle.Commands, 50) })
			}
			all.Wait()
			sum := 0
			for _, n := range let {
				sum += n
			}
			require.Equal(t, 100, sum)
		})
	})
}

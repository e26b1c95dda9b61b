package graph

import (
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/problem"
)

func TestTurnstile(t *testing.T) {
	t.Parallel()
	gate := newTurnstile(Connections{All: 5, PerTenant: 3, PerPrincipal: 2})
	somebody := func(tenant uuid.UUID) actor.Actor { return actor.Actor{TenantID: tenant, PrincipalID: uuid.New()} }
	enter := func(a actor.Actor) func() {
		leave, err := gate.enter(a)
		require.NoError(t, err)
		return leave
	}
	var limited *problem.RateLimited
	first := somebody(uuid.New())
	leave := enter(first)
	enter(first)
	_, err := gate.enter(first)
	require.ErrorAs(t, err, &limited, "one person's")
	second := somebody(first.TenantID)
	enter(second)
	_, err = gate.enter(second)
	require.ErrorAs(t, err, &limited, "its tenant's")
	other := somebody(uuid.New())
	enter(other)
	enter(somebody(other.TenantID))
	_, err = gate.enter(somebody(uuid.New()))
	require.ErrorIs(t, err, problem.ErrUnavailable, "everybody's")
	leave()
	enter(second)
	require.Equal(t, 5, gate.size())

	t.Run("nobody is remembered who has left", func(t *testing.T) {
		gate := newTurnstile(Connections{})
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				leave, err := gate.enter(first)
				if err != nil {
					t.Error(err)
					return
				}
				leave()
			})
		}
		all.Wait()
		require.Zero(t, gate.size())
		require.Empty(t, gate.tenants)
		require.Empty(t, gate.principals)
	})
}

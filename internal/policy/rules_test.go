package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
)

func TestTransitions(t *testing.T) {
	allowed := map[[2]policy.Status]bool{
		{policy.Draft, policy.Active}:   true,
		{policy.Active, policy.Retired}: true,
	}
	for _, from := range policy.StatusValues() {
		for _, to := range policy.StatusValues() {
			verb := " never becomes "
			if allowed[[2]policy.Status{from, to}] {
				verb = " becomes "
			}
			t.Run(string(from)+verb+string(to), func(t *testing.T) {
				require.Equal(t, allowed[[2]policy.Status{from, to}], from.CanBecome(to))
			})
		}
	}
}

func TestDefaultsAreIndependent(t *testing.T) {
	changed := policy.Default()
	changed.WaitlistWeights[0].Weight = 1
	require.Zero(t, policy.Default().WaitlistWeights[0].Weight)
}

package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/policy"
)

func TestEveryRoleBooksByAChannel(t *testing.T) {
	channels := map[actor.Role]policy.Channel{
		actor.Customer: policy.Guest, actor.Staff: policy.FrontDesk, actor.Admin: policy.FrontDesk, actor.Agent: policy.ByAgent,
	}
	for _, role := range actor.RoleValues() {
		require.Contains(t, channels, role, "a new role needs its channel")
		require.Equal(t, channels[role], policy.ChannelOf(role))
	}
}

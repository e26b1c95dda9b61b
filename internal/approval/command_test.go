package approval_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/actor"
	"github.com/slotq/slotq/internal/approval"
)

func TestOpenCommands(t *testing.T) {
	t.Parallel()
	owner := uuid.New()
	before := deadline.Add(-1)
	staff := actor.Actor{Role: actor.Staff}
	for _, s := range approval.StatusValues() {
		want := []approval.Command{}
		if s == approval.Pending {
			want = []approval.Command{approval.Approve, approval.Reject}
		}
		a := at(s)
		a.CustomerID = &owner
		require.Equal(t, want, approval.OpenCommands(a, staff, before), s)
		require.Equal(t, want, approval.OpenCommands(a, actor.Actor{Role: actor.Customer, CustomerID: &owner}, before), s)
		require.Empty(t, approval.OpenCommands(a, staff, deadline), s)
		require.Empty(t, approval.OpenCommands(a, actor.Actor{Role: actor.Agent, CustomerID: &owner}, before), "what prepares must not approve")
		require.Empty(t, approval.OpenCommands(a, actor.Actor{Role: actor.Customer, CustomerID: new(uuid.UUID)}, before))
		require.Empty(t, approval.OpenCommands(a, actor.Actor{Role: actor.Staff, Scopes: []actor.Capability{actor.ApprovalRead}}, before))
	}
}

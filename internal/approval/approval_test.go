package approval_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/approval"
)

const tick = time.Microsecond

var deadline = time.Date(2030, 5, 4, 18, 0, 0, 0, time.UTC)

// A row is where an approval stands, a column where it wants to go.
const lives = `
           PENDING  APPROVED  CONSUMED  SUPERSEDED  REJECTED  EXPIRED
PENDING    no       yes       no        yes         yes       yes
APPROVED   no       no        yes       no          no        yes
CONSUMED   no       no        no        no          no        no
SUPERSEDED no       no        no        no          no        no
REJECTED   no       no        no        no          no        no
EXPIRED    no       no        no        no          no        no`

func TestEveryPairOfStates(t *testing.T) {
	t.Parallel()
	lines, seen := strings.Split(strings.TrimSpace(lives), "\n"), 0
	columns := strings.Fields(lines[0])
	for _, line := range lines[1:] {
		cells := strings.Fields(line)
		for i, to := range columns {
			seen++
			t.Run(fmt.Sprintf("%s to %s: %s", cells[0], to, cells[i+1]), func(t *testing.T) {
				require.Equal(t, cells[i+1] == "yes", approval.Status(cells[0]).CanBecome(approval.Status(to)))
			})
		}
	}
	require.Equal(t, len(approval.StatusValues())*len(approval.StatusValues()), seen, "the table names every pair")
	require.Equal(t, approval.Pending, approval.Initial)
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, s := range approval.StatusValues() {
		require.Equal(t, len(approval.Transitions[s]) > 0, s.Open(), "%s: what something may come of can still go somewhere", s)
	}
}

func TestAnApprovalsDeadlineIsExclusive(t *testing.T) {
	t.Parallel()
	for _, s := range approval.StatusValues() {
		a := approval.Approval{Status: s, ExpiresAt: deadline}
		late := s
		if s == approval.Pending || s == approval.Approved {
			late = approval.Expired
		}
		require.Equal(t, s, a.Effective(deadline.Add(-tick)), s)
		require.Equal(t, late, a.Effective(deadline), "%s at its deadline", s)
		require.Equal(t, late, a.Effective(deadline.Add(time.Hour)), "%s long after", s)
	}
}

func TestEventsCarryNoArguments(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(approval.Approval{ID: uuid.New(), TenantID: uuid.New(), Arguments: json.RawMessage(`{"name":"Zoë"}`), Preview: json.RawMessage(`{}`)})
	require.NoError(t, err)
	require.NotContains(t, string(raw), "Zoë")
	require.NotContains(t, string(raw), "tenant")
}

package approval_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/approval"
	"github.com/slotq/slotq/internal/problem"
)

const version = 4

// nothing is the answer to what may be done.
const nothing = problem.Code("")

func code(p *problem.Problem) problem.Code {
	if p == nil {
		return nothing
	}
	return p.Code
}

func at(s approval.Status) approval.Approval {
	return approval.Approval{Status: s, Version: version, ArgsDigest: "approved", ExpiresAt: deadline}
}

// refusedInTime is what becomes of a yes before the deadline, by where the approval stands: at its version, and at another.
var refusedInTime = map[approval.Status][2]problem.Code{
	approval.Pending:    {nothing, problem.VersionStale},
	approval.Approved:   {problem.IllegalTransition, problem.VersionStale},
	approval.Rejected:   {problem.IllegalTransition, problem.VersionStale},
	approval.Consumed:   {problem.ApprovalConsumed, problem.ApprovalConsumed},
	approval.Superseded: {problem.ApprovalSuperseded, problem.ApprovalSuperseded},
	approval.Expired:    {problem.ApprovalExpired, problem.ApprovalExpired},
}

func TestDecide(t *testing.T) {
	t.Parallel()
	for _, s := range approval.StatusValues() {
		for _, to := range []approval.Status{approval.Approved, approval.Rejected} {
			t.Run(fmt.Sprintf("%s to %s", s, to), func(t *testing.T) {
				for k, expected := range []int{version, version - 1} {
					want := refusedInTime[s][k]
					require.Equal(t, want, code(approval.Decide(at(s), to, expected, deadline.Add(-tick))), "expecting version %d", expected)
					if s.Open() {
						want = problem.ApprovalExpired
					}
					for _, now := range []time.Time{deadline, deadline.Add(time.Hour)} {
						require.Equal(t, want, code(approval.Decide(at(s), to, expected, now)), "late, expecting version %d", expected)
					}
				}
			})
		}
	}
	require.Len(t, refusedInTime, len(approval.StatusValues()))
	t.Run("a yes or no is never anything else", func(t *testing.T) {
		for _, to := range []approval.Status{approval.Pending, approval.Consumed} {
			require.Equal(t, problem.IllegalTransition, code(approval.Decide(at(approval.Pending), to, version, deadline.Add(-tick))))
		}
	})
}

func TestCarry(t *testing.T) {
	t.Parallel()
	type asked struct {
		version int
		digest  string
	}
	right, stale := asked{version, "approved"}, asked{version - 1, "approved"}
	other, both := asked{version, "something else"}, asked{version + 1, "something else"}
	everywhere := func(c problem.Code) map[asked]problem.Code {
		return map[asked]problem.Code{right: c, stale: c, other: c, both: c}
	}
	want := map[approval.Status]map[asked]problem.Code{
		approval.Pending:    everywhere(problem.ApprovalRequired),
		approval.Approved:   {right: nothing, stale: problem.VersionStale, other: problem.DecisionStale, both: problem.VersionStale},
		approval.Consumed:   everywhere(problem.ApprovalConsumed),
		approval.Superseded: everywhere(problem.ApprovalSuperseded),
		approval.Rejected:   everywhere(problem.IllegalTransition),
		approval.Expired:    everywhere(problem.ApprovalExpired),
	}
	for _, s := range approval.StatusValues() {
		require.Len(t, want[s], 4)
		for a, answer := range want[s] {
			t.Run(fmt.Sprintf("%s, %v", s, a), func(t *testing.T) {
				require.Equal(t, answer, code(approval.Carry(at(s), a.digest, a.version, deadline.Add(-tick))), "a tick before the deadline")
				late := answer
				if s.Open() {
					late = problem.ApprovalExpired
				}
				require.Equal(t, late, code(approval.Carry(at(s), a.digest, a.version, deadline)), "the deadline itself is too late")
				require.Equal(t, late, code(approval.Carry(at(s), a.digest, a.version, deadline.Add(time.Millisecond))))
			})
		}
	}
}

func TestARefusalSaysWhereTheApprovalStands(t *testing.T) {
	t.Parallel()
	for _, s := range approval.StatusValues() {
		for _, now := range []time.Time{deadline.Add(-tick), deadline} {
			for _, p := range []*problem.Problem{
				approval.Decide(at(s), approval.Rejected, 1, now), approval.Carry(at(s), "approved", 1, now), approval.Carry(at(s), "", version, now),
			} {
				require.NotNil(t, p)
				require.Equal(t, version, *p.CurrentVersion)
				require.Regexp(t, `^[A-Z].*\.$`, p.Message, "a sentence")
				require.Equal(t, problem.RetryReread, p.Retry)
			}
		}
	}
}

package policy_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/policy"
	"github.com/slotq/slotq/internal/problem"
)

func TestDecideActivation(t *testing.T) {
	planned := now.Add(time.Hour)
	for _, c := range []struct {
		name        string
		status      policy.Status
		activatesAt *time.Time
		expected    int
		now         time.Time
		want        problem.Code // "": it may
	}{
		{"a draft comes into force", policy.Draft, nil, 3, now, ""},
		{"an active version doesn't again", policy.Active, nil, 3, now, problem.IllegalTransition},
		{"a retired version doesn't again", policy.Retired, nil, 3, now, problem.IllegalTransition},
		{"a draft that has changed is stale", policy.Draft, nil, 2, now, problem.VersionStale},
		{"a version that nobody has seen yet is stale", policy.Draft, nil, 4, now, problem.VersionStale},
		{"stale beats illegal", policy.Active, nil, 2, now, problem.VersionStale},
		{"a person may bring forward what was planned", policy.Draft, &planned, 3, planned.Add(-tick), ""},
		{"a person may be quicker than the clock", policy.Draft, &planned, 3, planned, ""},
		{"the clock waits for the moment", policy.Draft, &planned, 0, planned.Add(-tick), problem.IllegalTransition},
		{"the clock activates at the moment", policy.Draft, &planned, 0, planned, ""},
		{"the clock activates after it, when it was late", policy.Draft, &planned, 0, planned.Add(day), ""},
		{"the clock leaves a draft that nobody planned", policy.Draft, nil, 0, planned, problem.IllegalTransition},
		{"the clock leaves an active version", policy.Active, nil, 0, planned, problem.IllegalTransition},
		{"the clock leaves a retired version", policy.Retired, &planned, 0, planned, problem.IllegalTransition},
	} {
		t.Run(c.name, func(t *testing.T) {
			version := policy.Version{Status: c.status, Version: 3, ActivatesAt: c.activatesAt}
			p := policy.DecideActivation(version, c.expected, c.now)
			if c.want == "" {
				require.Nil(t, p)
				return
			}
			require.NotNil(t, p)
			require.Equal(t, c.want, p.Code)
			require.Equal(t, 3, *p.CurrentVersion)
		})
	}
}

func TestDue(t *testing.T) {
	due := func(s policy.Status, activatesAt *time.Time) bool {
		return policy.Version{Status: s, ActivatesAt: activatesAt}.Due(now)
	}
	require.True(t, due(policy.Draft, new(now)))
	require.True(t, due(policy.Draft, new(now.Add(-tick))))
	require.False(t, due(policy.Draft, new(now.Add(tick))))
	require.False(t, due(policy.Draft, nil))
	require.False(t, due(policy.Active, new(now)))
	require.False(t, due(policy.Retired, new(now)))
}

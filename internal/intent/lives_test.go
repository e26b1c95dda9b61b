package intent_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
)

// A row is where an intent stands, a column where it wants to go.
const intentLives = `
                 REQUESTED  WAITING_FOR_SEAT  RESERVING  SUCCEEDED  FAILED_RACE  FAILED_AUTH  FAILED_UPSTREAM  CANCELLED  EXPIRED
REQUESTED        no         yes               yes        no         no           no           no               no         no
WAITING_FOR_SEAT no         no                yes        no         no           no           no               yes        yes
RESERVING        no         yes               no         yes        yes          yes          yes              yes        yes
SUCCEEDED        no         no                no         no         no           no           no               no         no
FAILED_RACE      no         no                no         no         no           no           no               no         no
FAILED_AUTH      no         no                no         no         no           no           no               no         no
FAILED_UPSTREAM  no         no                no         no         no           no           no               no         no
CANCELLED        no         no                no         no         no           no           no               no         no
EXPIRED          no         no                no         no         no           no           no               no         no`

// What has come to an end stays what it is, but for an attempt that was given up and comes after all.
const attemptLives = `
          STARTING  RUNNING  UNKNOWN  SUCCEEDED  FAILED  CANCELLED  DISCARDED
STARTING  no        yes      no       no         no      no         yes
RUNNING   no        no       yes      yes        yes     no         yes
UNKNOWN   no        no       no       yes        yes     yes        yes
SUCCEEDED no        no       no       no         no      no         no
FAILED    no        no       no       no         no      no         yes
CANCELLED no        no       no       no         no      no         yes
DISCARDED no        no       no       no         no      no         no`

func TestEveryPairOfIntentStates(t *testing.T) {
	t.Parallel()
	everyPair(t, intentLives, len(intent.StatusValues()), func(from, to string) bool {
		return intent.Status(from).CanBecome(intent.Status(to))
	})
	require.Equal(t, intent.Requested, intent.Initial)
}

func TestEveryPairOfAttemptStates(t *testing.T) {
	t.Parallel()
	everyPair(t, attemptLives, len(intent.AttemptValues()), func(from, to string) bool {
		return intent.AttemptStatus(from).CanBecome(intent.AttemptStatus(to))
	})
	require.Equal(t, intent.Starting, intent.AttemptInitial)
}

func TestOpenAndUnresolved(t *testing.T) {
	t.Parallel()
	for _, s := range intent.StatusValues() {
		require.Equal(t, len(intent.Transitions[s]) > 0, s.Open(), "%s: what is unfinished can still go somewhere", s)
	}
	for _, s := range intent.AttemptValues() {
		require.Equal(t, s == intent.Starting || s == intent.Running || s == intent.Unknown, s.Unresolved(), s)
	}
}

func TestAnIntentAsTimeHasIt(t *testing.T) {
	t.Parallel()
	for _, s := range intent.StatusValues() {
		i := intent.Intent{Status: s, ExpiresAt: noon}
		late := s
		if s.Open() {
			late = intent.Expired
		}
		for unresolved, want := range map[bool]intent.Status{false: late, true: s} {
			t.Run(fmt.Sprintf("%s, unresolved %t", s, unresolved), func(t *testing.T) {
				require.Equal(t, s, i.Effective(unresolved, noon.Add(-tick)), "a tick before its end")
				require.Equal(t, want, i.Effective(unresolved, noon), "at its end")
				require.Equal(t, want, i.Effective(unresolved, noon.Add(time.Hour)), "long after")
				require.Equal(t, want != s, i.Lapsed(unresolved, noon))
			})
		}
	}
}

func TestTarget(t *testing.T) {
	t.Parallel()
	slots := []string{"sl_b", "sl_a"}
	require.Equal(t, "sl_a+sl_b", intent.Target(slots))
	require.Equal(t, []string{"sl_b", "sl_a"}, slots, "the caller's list stays as it is")
	require.Empty(t, intent.Target(nil))
}

func everyPair(t *testing.T, table string, states int, can func(from, to string) bool) {
	t.Helper()
	lines, seen := strings.Split(strings.TrimSpace(table), "\n"), 0
	columns := strings.Fields(lines[0])
	for _, line := range lines[1:] {
		cells := strings.Fields(line)
		for i, to := range columns {
			seen++
			t.Run(fmt.Sprintf("%s to %s: %s", cells[0], to, cells[i+1]), func(t *testing.T) {
				require.Equal(t, cells[i+1] == "yes", can(cells[0], to))
			})
		}
	}
	require.Equal(t, states*states, seen, "the table names every pair")
}

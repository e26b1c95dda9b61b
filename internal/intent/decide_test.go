package intent_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/intent"
	"github.com/slotq/slotq/internal/problem"
)

// nothing is the answer to what may be done.
const nothing = problem.Code("")

func code(t *testing.T, p *problem.Problem) problem.Code {
	t.Helper()
	if p == nil {
		return nothing
	}
	require.Equal(t, 4, *p.CurrentVersion, "a refusal says where the row stands")
	require.Regexp(t, `^[A-Z].*\.$`, p.Message, "in a sentence")
	return p.Code
}

func TestDecideCancelAndRetry(t *testing.T) {
	t.Parallel()
	both := map[string]func(intent.Work, int, time.Time) *problem.Problem{"cancel": intent.DecideCancel, "retry": intent.DecideRetry}
	at4 := func(w *intent.Work) { w.Intent.Version = 4 }
	for _, s := range intent.StatusValues() {
		for _, end := range append([]intent.AttemptStatus{""}, intent.AttemptValues()...) {
			for name, decide := range both {
				t.Run(fmt.Sprintf("%s %s, the last attempt %s", name, s, end), func(t *testing.T) {
					w := given(intent.ConfirmReservation, at4, in(s))
					if end != "" {
						w = given(intent.ConfirmReservation, at4, in(s), tried(north, intent.Book, wanted, string(end)))
					}
					early, late := nothing, problem.IllegalTransition
					switch {
					case end.Unresolved():
						early, late = problem.AttemptUnresolved, problem.AttemptUnresolved
					case !s.Open():
						early = problem.IllegalTransition
					}
					require.Equal(t, early, code(t, decide(w, 4, expiry.Add(-tick))))
					require.Equal(t, late, code(t, decide(w, 4, expiry)), "at its end, which is too late")
					for _, now := range []time.Time{noon, expiry} {
						require.Equal(t, problem.VersionStale, code(t, decide(w, 3, now)), "stale beats all")
					}
				})
			}
		}
	}
}

func TestAMoveInTheMiddleIsNotCalledOff(t *testing.T) {
	t.Parallel()
	at4 := func(w *intent.Work) { w.Intent.Version = 4 }
	first := at(releasing(north))
	before := given(intent.MoveReservation, at4, first, tried(north, intent.Cancel, stood, "FAILED UPSTREAM"))
	after := given(intent.MoveReservation, at4, first, tried(north, intent.Cancel, stood, "SUCCEEDED"))
	require.Equal(t, nothing, code(t, intent.DecideCancel(before, 4, noon)))
	require.Equal(t, problem.IllegalTransition, code(t, intent.DecideCancel(after, 4, noon)), "the customer would be left with nothing")
	require.Equal(t, nothing, code(t, intent.DecideRetry(after, 4, noon)))
}

func TestDecideResolve(t *testing.T) {
	t.Parallel()
	for _, s := range intent.AttemptValues() {
		a := intent.Attempt{Status: s, Version: 4}
		want := problem.IllegalTransition
		if s == intent.Unknown {
			want = nothing
		}
		require.Equal(t, want, code(t, intent.DecideResolve(a, 4)), s)
		require.Equal(t, problem.VersionStale, code(t, intent.DecideResolve(a, 5)), s)
	}
}

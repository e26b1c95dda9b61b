package crashpoints_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/slotq/slotq/internal/crashpoints"
	"github.com/slotq/slotq/internal/problem"
)

// TestLostTwice: the answer to a COMMIT is lost, and then the line breaks again while the desk looks up what became of it.
// Nobody knows then that it is done, so nobody says that it isn't: the same key tells.
func TestLostTwice(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"holding a slot", "a refused hold"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newTown(t)
			begin := bookings[what]
			passed, want, changed := w.whole(t, begin)
			commit := crashpoints.Break{At: len(passed), Delivered: true}

			begun := begin(t, w.fresh(t))
			w.line.BreakAt(commit)
			_, err := begun(w.broken)
			require.NoError(t, err, "a look at the key settles it")
			looking := w.line.Passed()[len(passed):]
			require.NotEmpty(t, looking)

			for n := range looking {
				for _, delivered := range []bool{false, true} {
					second := crashpoints.Break{At: len(passed) + n + 1, Delivered: delivered, Reset: n%2 == 0}
					where := name(second, append(passed, looking...))
					ask := begin(t, w.fresh(t))
					before := w.ledger.count(t, w.Tenant)
					w.line.BreakAt(commit, second)
					got, err := ask(w.broken)
					require.True(t, w.line.Broke(), "%s: the line never broke twice", where)
					if err != nil {
						require.ErrorIs(t, err, problem.ErrUnavailable, where)
					} else {
						require.Equal(t, shape(want), shape(got), where)
						require.False(t, got.Replayed, where)
					}
					again := w.again(t, where, ask)
					require.Equal(t, shape(want), shape(again), where)
					require.True(t, again.Replayed, "%s: it was done the first time", where)
					require.Equal(t, changed, change(before, w.ledger.count(t, w.Tenant)), where)
					w.unlocked(t, where)
				}
			}
			w.sound(t)
		})
	}
}

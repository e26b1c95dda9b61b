package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVerifyingAProvider: a provider that doesn't keep what it declares is not used, and says so on the command line.
func TestVerifyingAProvider(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data)
	l := openReading(t, data, m)
	seats := l.seats(4)
	of := []string{"--tenant", "hudson-library", "--data", data}
	list := func() string { return run(t, append([]string{"provider", "list"}, of...)...) }
	verify := append([]string{"provider", "verify", "city-library"}, of...)
	require.Regexp(t, `city-library +http://\S+ +until 20\S+ +main \(rank 1 EXCLUSIVE\)`, list())

	for k, mode := range []string{"unauthorized", "error"} {
		t.Run(mode, func(t *testing.T) {
			l := l.within(t)
			l.city.mode(mode, 0, 0)
			out := fails(t, verify...)
			require.Regexp(t, `(?m)^ +FAILED +book\b`, out)
			require.Contains(t, out, "it is not used")
			require.Regexp(t, `city-library +http://\S+ +no: not used`, list())

			l.city.mode("ok", 0, 0)
			i := l.ends(l.ava, id(l.ask(l.ava, seats[k])), "FAILED_UPSTREAM")
			require.Empty(t, tries(i), "nobody was asked")
			require.Empty(t, l.city.of(id(seats[k])))
			require.True(t, l.ava.do(slotNow, vars{"s": id(seats[k])}).Get("node.bookable").Bool())
		})
	}
	t.Run("one that keeps it is used again", func(t *testing.T) {
		l := l.within(t)
		out := run(t, verify...)
		for _, check := range []string{"declaration", "book", "same reference at once", "unknown reference", "answer cut off", "oversized answer", "wrong target", "nothing left behind"} {
			require.Regexp(t, `(?m)^ +ok +`+check+`\b`, out)
		}
		require.NotContains(t, out, "FAILED")
		require.Contains(t, out, "verified until")
		l.booked(l.ava, seats[2])
		require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[2])))
	})
	l.sound()
}

package e2e

import (
	"database/sql"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// TestAWorkerThatSlept stops a worker for longer than its lease. Others have taken over by then; woken up it finds that it
// has lost, and writes nothing.
func TestAWorkerThatSlept(t *testing.T) {
	t.Parallel()
	data := furnished(t)
	_, m := demo(t, data, "--role", "api")
	l, db := openReading(t, data, m), underneath(t, data)
	l.served("sleeper.jsonl", "--settle", "1s")
	seats := l.seats(2)
	sleeper := hire(t, data)

	// One booking is made while its worker sleeps, and found. The other comes only when a second attempt has won.
	l.city.mode("delay", 3*time.Second, 1)
	found := id(l.ask(l.staff, seats[0]))
	l.city.met()
	l.city.mode("late", 38*time.Second, 1)
	reversed := id(l.ask(l.staff, seats[1]))
	l.city.met()
	require.NoError(t, sleeper.cmd.Process.Signal(syscall.SIGSTOP))
	require.Equal(t, 2, count(t, db, running))

	other := hire(t, data)
	require.Eventually(t, func() bool { return count(t, db, unfinished) == 0 }, patience, 100*time.Millisecond)
	first, second := l.becomes(found, over), l.becomes(reversed, over)
	require.Equal(t, []string{"SUCCEEDED"}, tries(first))
	require.Equal(t, []string{"FAILED", "SUCCEEDED"}, tries(second))
	require.NotContains(t, sleeper.log.String(), "too late to count")

	before := traces(t, db)
	require.NoError(t, sleeper.cmd.Process.Signal(syscall.SIGCONT))
	require.Eventually(t, func() bool { return strings.Count(sleeper.log.String(), "an answer came too late to count") == 2 }, patience, pace, "%s", sleeper.log)
	require.Equal(t, before, traces(t, db))
	require.Equal(t, []string{"BOOKED"}, l.city.of(id(seats[0])))

	second = l.becomes(reversed, func(i gjson.Result) bool { return i.Get("attempts.0.compensation").String() == "DONE" })
	require.Equal(t, []string{"DISCARDED", "SUCCEEDED"}, tries(second))
	require.ElementsMatch(t, []string{"CANCELLED", "BOOKED"}, l.city.of(id(seats[1])))
	other.stop() // it says goodbye in order, and so does the one that slept
	sleeper.stop()
	require.Zero(t, sleeper.cmd.ProcessState.ExitCode())
	l.sound()
}

// traces are all that is written about intents: every row as it stands, and every event.
func traces(t testing.TB, db *sql.DB) (all string) {
	t.Helper()
	require.NoError(t, db.QueryRow(`
		SELECT (SELECT string_agg(i.id || ' ' || i.status || ' ' || i.version || ' ' || i.epoch, E'\n' ORDER BY i.id) FROM intents i) || E'\n' ||
		       (SELECT string_agg(a.id || ' ' || a.status || ' ' || a.version || ' ' || a.epoch, E'\n' ORDER BY a.id) FROM attempts a) || E'\n' ||
		       (SELECT count(*) FROM events)`).Scan(&all))
	return all
}

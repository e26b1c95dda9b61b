package e2e

import (
	"database/sql"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// long tells whether the longer rounds were asked for.
func long() bool { return os.Getenv("SLOTQ_LONG") != "" }

// hire starts a process that works and doesn't answer, on the database of another.
func hire(t testing.TB, data string, more ...string) *process {
	t.Helper()
	p := start(t, data, append([]string{"serve", "--addr", "127.0.0.1:0", "--role", "worker", "--database-url", databaseURL(t, data)}, more...)...)
	require.Eventually(t, func() bool { return strings.Contains(p.log.String(), "slotq is ready") }, patience, pace, "%s", p.log)
	return p
}

const (
	running    = `SELECT count(*) FROM attempts WHERE status = 'RUNNING' AND provider <> 'slotq'`
	unfinished = `SELECT count(*) FROM intents WHERE status IN ('REQUESTED', 'WAITING_FOR_SEAT', 'RESERVING')`
	unsettled  = `SELECT count(*) FROM attempts WHERE status IN ('STARTING', 'RUNNING', 'UNKNOWN') OR compensation = 'DUE'`
	standing   = `SELECT count(*) FROM reservations WHERE status = 'CONFIRMED' AND upstream_attempt_id IS NOT NULL`
)

// TestWorkersKilledInTheMiddle kills workers, again and again, while they wait for a booking system in every mood. In the
// end every intent is over, the city has one booking for each that succeeded and none for the others.
func TestWorkersKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	data := folder(t)
	_, m := demo(t, data, "--role", "api")
	l, db := openReading(t, data, m), underneath(t, data)
	n, rounds := 200, 5
	if long() {
		n, rounds = 1000, 25
	}
	l.served("killed.jsonl", "--deadline", "1s", "--settle", "1s")
	seats := l.seats(n)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 0))

	workers := []*process{hire(t, data), hire(t, data)}
	asked := 0
	for round := range rounds {
		for ; asked < n*(round+1)/rounds; asked++ {
			if asked%5 == 0 {
				l.moody(chance)
			}
			seat := seats[asked]
			if asked > 0 && chance.IntN(10) == 0 {
				seat = seats[chance.IntN(asked)] // somebody else may want it, or have it
			}
			l.ask(l.staff, seat)
		}
		l.city.mode("delay", 800*time.Millisecond, 20)
		require.Eventually(t, func() bool { return count(t, db, running) > 0 || count(t, db, unfinished) == 0 }, patience, time.Millisecond)
		victim := round % len(workers)
		workers[victim].kill()
		workers[victim] = hire(t, data)
	}
	killed := count(t, db, running)
	t.Logf("%d attempts are out after the last kill", killed)

	l.city.mode("ok", 0, 0)
	require.Eventually(t, func() bool { return count(t, db, unfinished) == 0 }, 2*patience, 100*time.Millisecond)
	// What had been given up and came late is undone.
	require.Eventually(t, func() bool { return count(t, db, unsettled) == 0 && len(l.bookings()) == count(t, db, standing) }, patience, 100*time.Millisecond)

	bookings, states, doubted := l.bookings(), map[string]int{}, 0
	all := l.intents()
	require.Len(t, all, n)
	for _, i := range all {
		states[i.Get("status").String()]++
		survive := 0
		for _, a := range i.Get("attempts").Array() {
			if bookings[a.Get("reference").String()] {
				survive++
			}
			if a.Get("status").String() == "DISCARDED" {
				require.Equal(t, "DONE", a.Get("compensation").String(), "%s", i.Raw)
				doubted++
			}
		}
		want := 0
		if i.Get("status").String() == "SUCCEEDED" {
			want = 1
		}
		require.Equal(t, want, survive, "%s", i.Raw)
	}
	require.Positive(t, states["SUCCEEDED"])
	require.Len(t, bookings, states["SUCCEEDED"])
	t.Logf("%v; %d attempts came late and were undone", states, doubted)
	l.sound()
}

// bookings are the references that stand in the city's ledger now.
func (l *reading) bookings() map[string]bool {
	l.t.Helper()
	stand := map[string]bool{}
	for _, line := range l.city.ledger() {
		if line.State == "BOOKED" {
			stand[line.Reference] = true
		}
	}
	return stand
}

// moody lets the next writes meet something or other.
func (l *reading) moody(chance *rand.Rand) {
	l.t.Helper()
	moods := []string{"ok", "ok", "delay", "drop_answer", "late", "late", "race", "error", "duplicate", "rate_limit", "unauthorized"}
	l.city.mode(moods[chance.IntN(len(moods))], time.Duration(200+chance.IntN(4000))*time.Millisecond, 1+chance.IntN(4))
}

// TestAWorkerThatSlept stops a worker for longer than its lease. Others have taken over by then; woken up it finds that it
// has lost, and writes nothing.
func TestAWorkerThatSlept(t *testing.T) {
	t.Parallel()
	data := folder(t)
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

package e2e

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
	data := furnished(t)
	_, m := demo(t, data, "--role", "api")
	l, db := openReading(t, data, m), underneath(t, data)
	n, rounds := 100, 4
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

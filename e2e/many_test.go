package e2e

import (
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// TestFiveHundredWaitForNobody: while the city takes eight seconds for every booking, five hundred requests at once are
// accepted as ever, and no connection and no lock waits for it.
func TestFiveHundredWaitForNobody(t *testing.T) {
	t.Parallel()
	const many, twice, pool, others = 500, 20, 20, 8 // others: the jobs, and who listens
	data := furnished(t)
	_, m := demo(t, data, "--provider-calls", "1000", "--user-commands", "0") // one person asks for all
	l, db := openReading(t, data, m), underneath(t, data)

	l.city.mode("delay", time.Millisecond, 0)
	t.Logf("a city that answers at once: %s", l.crowd(l.seats(many)))
	require.Eventually(t, func() bool { return count(t, db, unfinished) == 0 }, patience, 100*time.Millisecond)

	l.city.mode("delay", 8*time.Second, 0)
	seats := l.seats(many - twice)
	seats = append(seats, seats[:twice]...) // some are wanted by two
	t.Logf("a city that takes eight seconds: %s", l.crowd(seats))
	out, looks := 0, 0
	require.Eventually(t, func() bool { out = count(t, db, running); return out > 3*pool }, patience, pace)
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); looks++ {
		s := sessions(t, db)
		require.Zero(t, s.old, "nobody keeps a transaction open, or a lock, while somebody else is waited for")
		require.LessOrEqual(t, s.active, pool+others)
		require.LessOrEqual(t, s.all, pool+others, "far fewer than calls are out")
		out = max(out, count(t, db, running))
		<-time.After(pace)
	}
	t.Logf("%d calls were out at once; looked %d times", out, looks)
	require.Eventually(t, func() bool { return count(t, db, unfinished) == 0 }, patience, 100*time.Millisecond)

	states := map[string]int{}
	for _, i := range l.intents() {
		states[i.Get("status").String()]++
	}
	require.Equal(t, map[string]int{"SUCCEEDED": 2*many - twice, "FAILED_RACE": twice}, states)
	require.Len(t, l.bookings(), 2*many-twice)
	require.Len(t, l.city.ledger(), 2*many-twice, "nothing was booked twice and undone")
	l.sound()
}

// crowd requests all seats at once, all of which must be accepted, and says how long that took. Who is told that the machine
// is too busy sends the same key again, as the answer asks.
func (l *reading) crowd(seats []gjson.Result) string {
	l.t.Helper()
	took := make([]time.Duration, len(seats))
	var again atomic.Int64
	var all sync.WaitGroup
	for k, seat := range seats {
		all.Go(func() {
			began, ask := time.Now(), wish(seat)
			answer, err := l.staff.try(request, ask)
			for err == nil && answer.Get("errors.0.extensions.code").String() == "UNAVAILABLE" && time.Since(began) < patience {
				again.Add(1)
				<-time.After(time.Duration(answer.Get("errors.0.extensions.retryAfterMs").Int()) * time.Millisecond)
				answer, err = l.staff.try(request, ask)
			}
			took[k] = time.Since(began)
			if err != nil || answer.Get("data.requestReservation.outcome").String() != "ACCEPTED" {
				l.t.Errorf("%v %s", err, answer.Raw)
			}
		})
	}
	all.Wait()
	slices.Sort(took)
	return fmt.Sprintf("accepted, half of them within %s, 99 of 100 within %s; %d were sent again", took[len(took)/2], took[len(took)*99/100], again.Load())
}

// seen is what the database's own view of its sessions shows of ours.
type seen struct{ old, active, all int }

// sessions counts ours: those whose transaction, and with it its locks, is older than any that waits for nobody; those at
// work; all.
func sessions(t testing.TB, db *sql.DB) (s seen) {
	t.Helper()
	require.NoError(t, db.QueryRow(`
		SELECT count(*) FILTER (WHERE clock_timestamp() - xact_start > interval '4 seconds'), count(*) FILTER (WHERE state <> 'idle'), count(*)
		FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'slotq%'`).Scan(&s.old, &s.active, &s.all))
	return s
}

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
	const many, twice, pool = 500, 20, 20
	data := folder(t)
	_, m := demo(t, data, "--provider-calls", "1000")
	l, db := openReading(t, data, m), underneath(t, data)

	l.city.mode("delay", time.Millisecond, 0)
	t.Logf("a city that answers at once: %s", l.crowd(l.seats(many)))
	require.Eventually(t, func() bool { return count(t, db, unfinished) == 0 }, patience, 100*time.Millisecond)

	l.city.mode("delay", 8*time.Second, 0)
	seats := l.seats(many - twice)
	seats = append(seats, seats[:twice]...) // some are wanted by two
	t.Logf("a city that takes eight seconds: %s", l.crowd(seats))
	out := 0
	require.Eventually(t, func() bool { out = max(out, count(t, db, running)); return out > many/5 }, patience, pace)
	deadline := time.Now().Add(2 * time.Second)
	looks := 0
	for ; time.Now().Before(deadline); looks++ {
		out = max(out, count(t, db, running))
		s := sessions(t, db)
		require.Zero(t, s.idle, "nobody keeps a transaction open while it waits for somebody else")
		require.Zero(t, s.waiting, "nobody waits for a lock that is kept meanwhile")
		require.LessOrEqual(t, s.active, pool+4, "the pool and the jobs")
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
type seen struct{ idle, waiting, active int }

// sessions counts ours that keep a transaction open for longer than any of them takes, those that wait for a lock for so
// long, and those at work.
func sessions(t testing.TB, db *sql.DB) (s seen) {
	t.Helper()
	require.NoError(t, db.QueryRow(`
		SELECT count(*) FILTER (WHERE state LIKE 'idle in transaction%' AND now() - xact_start > interval '2 seconds'),
		       count(*) FILTER (WHERE wait_event_type = 'Lock' AND now() - query_start > interval '1 second'),
		       count(*) FILTER (WHERE state <> 'idle')
		FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'slotq%'`).Scan(&s.idle, &s.waiting, &s.active))
	return s
}
